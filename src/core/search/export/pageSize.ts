/** Hits of the first page: nothing is known of the documents yet, and a hundred long ones are still a few megabytes. */
const first = 100;
/**
 * Answers of usual log lines stay below the 128 KiB above which V8 keeps a text as a large object: those live on until a full
 * collection, and an export then takes thrice the memory, and longer.
 */
const most = 330;
/** Half of the four megabytes that an answer may have, as documents differ. In UTF-16 units of its text. */
const goal = 2_000_000;

/** How many hits to ask for at once, so that answers stay small whatever the documents are like. */
export interface PageSize {
  readonly now: number;
  /** To be told what an answer with hits came to, in UTF-16 units. */
  saw(hits: number, length: number): void;
  /** To be told that an answer was larger than may be. @returns whether fewer can be asked for */
  shrink(): boolean;
  /** The engine takes no more than this at once. @returns whether that is fewer than before */
  limit(size: number): boolean;
}

export function pageSize(): PageSize {
  let now = first;
  let allowed = most;
  return {
    get now() {
      return now;
    },
    saw(hits, length) {
      now = Math.max(1, Math.min(allowed, Math.floor((goal * hits) / length)));
    },
    shrink() {
      if (now === 1) return false;
      // Not asked for again: the documents that were too large may come in a row.
      allowed = Math.ceil(now / 2);
      now = allowed;
      return true;
    },
    limit(size) {
      const isFewer = size >= 1 && size < now;
      allowed = Math.min(allowed, Math.max(1, size));
      now = Math.min(now, allowed);
      return isFewer;
    },
  };
}
