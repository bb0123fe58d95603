/**
 * A query without the position in the result. The search page fills it in, saved searches and the history store it, and
 * the search for access logs makes one. It never contains a credential.
 */

/** The most characters of a text, a label of a filter, a clause, a time, and a body. */
export const longestText = 100_000;
export const longestLabel = 1_000;
export const longestClause = 20_000;
export const longestTime = 100;
export const longestBody = 1_000_000;

/** The query types, in the order of the form. */
export const askKinds = [
  /**
   * All of the words, each in any of several fields; those that look like identifiers as phrases. In one field, a
   * `match`. Without words: every document.
   */
  'words',
  /** `match`: any of the analyzed words, in one field or in all. Without words: every document. */
  'match',
  /** `match_phrase`: the analyzed words in this order, in one field or in all. Without words: every document. */
  'phrase',
  /** `query_string`: the engine's own syntax, in `field` or, without one, in all. Without words: every document. */
  'queryString',
  /** `term`: the exact value. */
  'exact',
  /** `range`: from `text` to `upTo`; either may be empty. */
  'range',
  /** `exists`: the field has any value; `text` is ignored. */
  'exists',
  /** `ids`: the `_id`s in `text`, separated by commas or white space. */
  'id',
] as const;
export type AskKind = (typeof askKinds)[number];

/** Whether a query type is about words, which are then optional, and so is the field. */
export function isAboutWords(by: AskKind): boolean {
  return by === 'words' || by === 'match' || by === 'phrase' || by === 'queryString';
}

/** Whether this query type has a field. For words it is optional. */
export function hasField(by: AskKind): boolean {
  return by !== 'id';
}

export function hasText(by: AskKind): boolean {
  return by !== 'exists';
}

/** Whether a question has words: they can be scored and highlighted. */
export function hasWords({ by, text }: Pick<SearchQuestion, 'by' | 'text'>): boolean {
  return isAboutWords(by) && text.trim() !== '';
}

/** Whether a question about words has none: every document is a hit, apart from filters and time. */
export function asksForAll({ by, text }: Pick<SearchQuestion, 'by' | 'text'>): boolean {
  return isAboutWords(by) && text.trim() === '';
}

/** A filter beside the text, shown as a chip above the hits. */
export interface QuestionFilter {
  /** For users: `DownstreamStatus: 502`. May contain server text: hostile. */
  label: string;
  /** One clause of the query DSL as JSON text, with all digits: `{"term":{"DownstreamStatus":502}}`. */
  clause: string;
  /** Whether it excludes the documents that match it. */
  isOut: boolean;
  /** Whether it stays in the form without being applied. */
  isOff?: true | undefined;
}

export const timeSpans = ['15m', '1h', '24h', '7d', 'own'] as const;
export type TimeSpan = (typeof timeSpans)[number];

/** A range of a date field. */
export interface TimeRange {
  field: string;
  span: TimeSpan;
  /** For the span `own`: an ISO date, or date math such as `now-2d`. Empty: unbounded. */
  from: string;
  to: string;
}

/** The hit of a search around a hit: for the hits before and after it in time. */
export interface HitAnchor {
  /** The date field with the time of the hits. */
  field: string;
  /** The concrete index of the hit. */
  index: string;
  id: string;
  /** Its time in milliseconds since 1970, for users. */
  at?: number | undefined;
}

export interface SortKey {
  field: string;
  order: 'asc' | 'desc';
}

export const pageSizes = [10, 25, 50, 100] as const;

/** The most hits per page: the default `index.max_result_window`. */
export const largestSize = 10_000;

export interface SearchQuestion {
  /** An index expression: names, aliases, data streams, `*`, a comma list, `cluster:index`, date math. */
  index: string;
  by: AskKind;
  field: string;
  text: string;
  /** The upper bound of a range; ignored by other types. */
  upTo: string;
  filters: QuestionFilter[];
  time?: TimeRange | undefined;
  sort: SortKey[];
  /** Hits per page. */
  size: number;
  /** Whether to request highlighting. Only for match, phrase, and query string. */
  highlight: boolean;
  /** The fields of `_source` to fetch; empty: the whole document, byte for byte as stored. */
  onlyFields: string[];
  /** The whole handwritten request body. Then only `index` applies besides, and `size` if the body has none. */
  body?: string | undefined;
  /** The hit that the result surrounds, `size` hits to each side: then they are in the order of time. */
  around?: HitAnchor | undefined;
}

export const emptyQuestion: SearchQuestion = {
  index: '',
  by: 'words',
  field: '',
  text: '',
  upTo: '',
  filters: [],
  sort: [],
  size: 50,
  highlight: true,
  onlyFields: [],
};

/** The names that date fields of logs usually have, the likeliest first. */
export const usualDates: readonly string[] = ['@timestamp', 'timestamp', 'time', 'StartUTC', 'date'];

/** The initial date field for the time range and the order of a new search. */
export function likelyDate(fields: readonly string[]): string {
  return usualDates.find((name) => fields.includes(name)) ?? fields[0] ?? '@timestamp';
}
