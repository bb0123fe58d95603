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
export class ExportPageSize {
  now = first;
  private allowed = most;

  /** Learns the length of a response with this many hits, in UTF-16 units. */
  saw(hits: number, length: number): void {
    this.now = Math.max(1, Math.min(this.allowed, steepest * this.now, Math.floor((goal * hits) / length)));
  }

  /** Learns that a response was too large. @returns whether fewer hits can be requested */
  shrink(): boolean {
    if (this.now === 1) return false;
    // Not raised again, because several documents may be too large.
    this.allowed = Math.ceil(this.now / 2);
    this.now = this.allowed;
    return true;
  }

  /** Learns the engine's limit. @returns whether that is fewer than before */
  limit(size: number): boolean {
    const isFewer = size >= 1 && size < this.now;
    this.allowed = Math.min(this.allowed, Math.max(1, size));
    this.now = Math.min(this.now, this.allowed);
    return isFewer;
  }
}
