/** The unit of a date's digits since 1970. */
export type DateUnit = 'milliseconds' | 'nanoseconds';

/**
 * A search without the place in the result. `searchOf` makes it from a question; the pager extends `body` for a page.
 */
export interface EngineSearch {
  /** An index expression, not percent-encoded. */
  readonly index: string;
  /**
   * The request body as JSON text: an object, without `from` and `size`. A handwritten one keeps its lines and digits;
   * members are added on the last line, so that lines in the engine's errors are those of the editor.
   */
  readonly body: string;
  /** Hits before the first page, from 0 up. */
  readonly from: number;
  /** Hits per page, from 1 up; 0 if a handwritten body requests aggregations alone. */
  readonly size: number;
  /**
   * Whether the sort of the body is a default one: then its pages come by `from` and `size` up to the window, like
   * those of a search by score, and not in a point in time from the first one on.
   */
  readonly isDefaultOrder?: boolean;
  /** Shown with every page: reasons why the search may find fewer hits than expected. Plain text. */
  readonly notes?: readonly string[];
  readonly ifNone?: NoHitsExplanation;
  /** For a search around a hit, `size` to each side. */
  readonly around?: SearchAnchor;
}

/** The hit that a result surrounds, and the way in which hits are placed in time. */
export interface SearchAnchor {
  readonly index: string;
  readonly id: string;
  readonly field: string;
  /** The unit of its sort values' digits; undefined if its type is unknown, or differs between indices. */
  readonly unit?: DateUnit | undefined;
  /** The sort entries as JSON lists: the oldest first, and the newest first. */
  readonly upward: string;
  readonly downward: string;
}

/** Facts that may explain why a search has no hits. */
export interface NoHitsExplanation {
  /** A request body as JSON text, sent in that case: an error in it explains why there are no hits. */
  readonly strictBody?: string;
  /** Whether `strictBody` names fields by a pattern: then a field that does not accept the words explains nothing. */
  readonly asksPattern?: boolean;
  /** A request body as JSON text that counts the documents with any of the words. */
  readonly anyWordsBody?: string;
  readonly notes: readonly string[];
}
