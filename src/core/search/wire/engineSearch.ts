/** What the digits of a date count since 1970. */
export type DateUnit = 'milliseconds' | 'nanoseconds';

/**
 * A search as it is sent to an engine, apart from the place in the result. Made from a question by `searchOf`; the pager adds
 * to `body` what a page needs.
 */
export interface EngineSearch {
  /** An index expression, not percent-encoded. */
  readonly index: string;
  /**
   * The request body as JSON text: an object, without `from` and `size`. A handwritten one keeps its lines and digits; members
   * are added on the last line, so that the engine's errors name the lines of the editor.
   */
  readonly body: string;
  /** Hits before the first page, from 0 up. */
  readonly from: number;
  /** Hits per page, from 1 up; 0 where a handwritten body requests aggregations alone. */
  readonly size: number;
  /**
   * Whether nobody asked for the sort of the body: then its pages come by `from` and `size` up to the window, as those of a
   * search by score, and not in a point in time from the first one on.
   */
  readonly isDefaultOrder?: boolean;
  /** Shown with every page: where the search may find less than expected. Plain text. */
  readonly notes?: readonly string[];
  readonly ifNone?: NoHitsExplanation;
  /** Where the hits around one are asked for, `size` to each side. */
  readonly around?: SearchAnchor;
}

/** The hit that a result surrounds, and how hits are placed in time. */
export interface SearchAnchor {
  readonly index: string;
  readonly id: string;
  readonly field: string;
  /** What the digits of its sort values count; undefined where its type is not known, or differs between indices. */
  readonly unit?: DateUnit | undefined;
  /** The sort entries as JSON lists: the oldest first, and the newest first. */
  readonly upward: string;
  readonly downward: string;
}

/** What may explain that a search has no hits. */
export interface NoHitsExplanation {
  /** A request body as JSON text, sent in that case: an error in it explains why there are no hits. */
  readonly strictBody?: string;
  /** Whether `strictBody` names fields by a pattern: then it explains nothing that one of them does not accept the words. */
  readonly asksPattern?: boolean;
  readonly notes: readonly string[];
}
