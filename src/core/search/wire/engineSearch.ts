/**
 * A search as it goes to an engine, apart from where in the result one stands. Made of a question by `searchOf`; the pager
 * adds to `body` what a page takes.
 */
export interface EngineSearch {
  /** An index expression, not percent-encoded. */
  readonly index: string;
  /**
   * The request body as JSON text: an object, without `from` and `size`. Written by hand, it is that text, with its lines and
   * digits; whoever adds a member adds it on the last line, so that the engine's complaints name the lines of the editor.
   */
  readonly body: string;
  /** Hits before the first page, from 0 up. */
  readonly from: number;
  /** Hits a page, from 1 up; 0 where a body written by hand asks for aggregations alone. */
  readonly size: number;
  /** To be told with every page: where the search may find less than it seems to ask for. Plain text. */
  readonly notes?: readonly string[];
  readonly ifNone?: NoHitsExplanation;
}

/** What may explain that a search has no hits. */
export interface NoHitsExplanation {
  /** A request body as JSON text, asked then: what the engine refuses of it is why there are none. */
  readonly strictBody?: string;
  /** Whether `strictBody` asks fields by a pattern: then that one of them cannot hold the words explains nothing. */
  readonly asksPattern?: boolean;
  readonly notes: readonly string[];
}
