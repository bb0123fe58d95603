/** Hits of the first page: nothing is known of the documents yet, and a hundred long ones are still a few megabytes. */
const first = 100;
/** `index.max_result_window` of an index that does not set it, which is also the most of one answer. */
const most = 10_000;
/**
 * So large that what an engine does for each request hardly counts, as with pages of thousands of log lines. With twice as
 * much an export is no faster and holds twice as much memory, until V8 collects all of it. In UTF-16 units of an answer.
 */
const goal = 1_000_000;
/** The next page has at most so many times as many hits, as longer documents may follow. */
const steepest = 10;

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
      now = Math.max(1, Math.min(allowed, steepest * now, Math.floor((goal * hits) / length)));
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
