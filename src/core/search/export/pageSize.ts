/** Hits of the first page: how long the documents are is not known yet, and a hundred long ones are still a few megabytes. */
const first = 100;
/** `index.max_result_window` of an index that does not set it, which is also the most of one answer. */
const most = 10_000;
/**
 * UTF-16 units of a response: large enough that the engine's effort for each request hardly matters, as with pages of
 * thousands of log lines. With twice as much an export is not faster, but takes twice the memory until V8 collects it.
 */
const goal = 1_000_000;
/** The next page has at most this many times the hits, because longer documents may follow. */
const steepest = 10;

/** How many hits to ask for at once, so that answers stay small whatever the documents are like. */
export interface PageSize {
  readonly now: number;
  /** Learns the length of a response with so many hits, in UTF-16 units. */
  saw(hits: number, length: number): void;
  /** Learns that a response was too large. @returns whether fewer hits can be requested */
  shrink(): boolean;
  /** Learns that the engine allows no more at once. @returns whether that is fewer than before */
  limit(size: number): boolean;
}

export function openExportPageSize(): PageSize {
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
      // Not raised again: documents that are too large may follow each other.
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
