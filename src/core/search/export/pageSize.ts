/** Hits of the first page, whose length is unknown: a hundred long documents are still a few megabytes. */
const first = 100;
/** The default of `index.max_result_window`, which also limits one response. */
const most = 10_000;
/**
 * UTF-16 units of a response: large enough that the engine's cost per request hardly matters. A larger one makes no
 * export faster, but takes more memory until V8 collects it.
 */
const goal = 1_000_000;
/** The next page has at most this many times the hits, because longer documents may follow. */
const steepest = 10;

/** The number of hits to request at once, so that responses stay small for any documents. */
export interface PageSize {
  readonly now: number;
  /** Learns the length of a response with this many hits, in UTF-16 units. */
  saw(hits: number, length: number): void;
  /** Learns that a response was too large. @returns whether fewer hits can be requested */
  shrink(): boolean;
  /** Learns the engine's limit. @returns whether that is fewer than before */
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
      // Not raised again, because several documents may be too large.
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
