import * as z from 'zod/mini';

/**
 * A query without the position in the result. The search page fills it in, saved searches and the history store it, and
 * the search for access logs makes one. It never contains a credential.
 */

const longestText = 100_000;
export const longestClause = 20_000;
const longestBody = 1_000_000;

export const textSchema = z.string().check(z.maxLength(longestText));

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

/** Whether a question has words: they can be scored and highlighted. */
export function hasWords({ by, text }: Pick<SearchQuestion, 'by' | 'text'>): boolean {
  return isAboutWords(by) && text.trim() !== '';
}

/** Whether a question about words has none: every document is a hit, apart from filters and time. */
export function asksForAll({ by, text }: Pick<SearchQuestion, 'by' | 'text'>): boolean {
  return isAboutWords(by) && text.trim() === '';
}

/** A query type until version 0.1, which is now a question without field and words. */
const everything = 'everything';

/** A filter beside the text, shown as a chip above the hits. */
export const filterSchema = z.object({
  /** For users: `DownstreamStatus: 502`. May contain server text: hostile. */
  label: z.string().check(z.maxLength(1_000)),
  /** One clause of the query DSL as JSON text, with all digits: `{"term":{"DownstreamStatus":502}}`. */
  clause: z.string().check(z.minLength(2), z.maxLength(longestClause)),
  /** Whether it excludes the documents that match it. */
  isOut: z.boolean(),
  /** Whether it stays in the form without being applied. */
  isOff: z.optional(z.literal(true)),
});
export type QuestionFilter = z.infer<typeof filterSchema>;

export const timeSpans = ['15m', '1h', '24h', '7d', 'own'] as const;
export type TimeSpan = (typeof timeSpans)[number];

/** A range of a date field. */
export const timeSchema = z.object({
  field: textSchema,
  span: z.enum(timeSpans),
  /** For the span `own`: an ISO date, or date math such as `now-2d`. Empty: unbounded. */
  from: z.string().check(z.maxLength(100)),
  to: z.string().check(z.maxLength(100)),
});
export type TimeRange = z.infer<typeof timeSchema>;

/** The hit of a search around a hit: for the hits before and after it in time. */
const aroundSchema = z.object({
  /** The date field with the time of the hits. */
  field: textSchema,
  /** The concrete index of the hit. */
  index: z.string().check(z.maxLength(1_000)),
  id: z.string().check(z.minLength(1), z.maxLength(2_000)),
  /** Its time in milliseconds since 1970, for users. */
  at: z.optional(z.number()),
});
export type HitAnchor = z.infer<typeof aroundSchema>;

export const sortSchema = z.object({ field: textSchema, order: z.enum(['asc', 'desc']) });
export type SortKey = z.infer<typeof sortSchema>;

export const pageSizes = [10, 25, 50, 100] as const;

/** The most hits per page: the default `index.max_result_window`. */
export const largestSize = 10_000;

const givenSchema = z.object({
  /** An index expression: names, aliases, data streams, `*`, a comma list, `cluster:index`, date math. */
  index: textSchema,
  by: z.enum([...askKinds, everything]),
  field: textSchema,
  text: textSchema,
  /** The upper bound of a range; ignored by other types. */
  upTo: textSchema,
  filters: z.array(filterSchema).check(z.maxLength(100)),
  time: z.optional(timeSchema),
  sort: z.array(sortSchema).check(z.maxLength(10)),
  /** Hits per page. */
  size: z.int().check(z.gte(1), z.lte(largestSize)),
  /** Whether to request highlighting. Only for match, phrase, and query string. */
  highlight: z.boolean(),
  /** The fields of `_source` to fetch; empty: the whole document, byte for byte as stored. */
  onlyFields: z.array(textSchema).check(z.maxLength(1_000)),
  /** The whole handwritten request body. Then only `index` applies besides, and `size` if the body has none. */
  body: z.optional(z.string().check(z.maxLength(longestBody))),
  /** The hit that the result surrounds, `size` hits to each side: then they are in the order of time. */
  around: z.optional(aroundSchema),
});

/** The part of a form about the index and the number of hits. */
export const formSchema = z.pick(givenSchema, { index: true, size: true, highlight: true });

export const questionSchema = z.pipe(
  givenSchema,
  // Keeps the order of the members, because questions are compared as texts.
  z.transform((given) => ({
    ...given,
    ...(given.by === everything && { field: '', text: '' }),
    by: given.by === everything ? ('words' as const) : given.by,
  })),
);
export type SearchQuestion = z.infer<typeof questionSchema>;

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
