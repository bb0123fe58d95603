import * as z from 'zod/mini';

/**
 * What to search for, without the position in the result. The search page fills it in, saved searches and the history keep
 * it, and the access log bridge makes one. It never contains a credential.
 */

const longestText = 100_000;
/** Characters of a condition's clause. */
export const longestClause = 20_000;
const longestBody = 1_000_000;

/** What a person types into one input. */
export const textSchema = z.string().check(z.maxLength(longestText));

/** The query types, in the order of the form. */
export const askKinds = [
  /** `match`: any of the analyzed words, in one field or in all. Without words: every document. */
  'match',
  /** `match_phrase`: the analyzed words in this order, in one field or in all. Without words: every document. */
  'phrase',
  /** `query_string`: the engine's own syntax, in `field` or, without one, in all fields. Without words: every document. */
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

/** Whether a question is about words: those can be left out, and so can the field. */
export function isAboutWords(by: AskKind): boolean {
  return by === 'match' || by === 'phrase' || by === 'queryString';
}

/** Whether a question asks for words, and has some: they can be scored and highlighted. */
export function hasWords({ by, text }: Pick<SearchQuestion, 'by' | 'text'>): boolean {
  return isAboutWords(by) && text.trim() !== '';
}

/** Whether a question asks for words and has none: every document is a hit, apart from filters and time. */
export function asksForAll({ by, text }: Pick<SearchQuestion, 'by' | 'text'>): boolean {
  return isAboutWords(by) && text.trim() === '';
}

/** What was a type of its own until version 0.1, and is a question without field and words now. */
const everything = 'everything';

/** A filter beside the text, shown as a chip above the hits. */
export const filterSchema = z.object({
  /** For people: `DownstreamStatus: 502`. May hold server text: hostile. */
  label: z.string().check(z.maxLength(1_000)),
  /** One clause of the query DSL as JSON text, with every digit: `{"term":{"DownstreamStatus":502}}`. */
  clause: z.string().check(z.minLength(2), z.maxLength(longestClause)),
  /** Whether it excludes the documents that match it. */
  isOut: z.boolean(),
  /** Whether it is kept, but not applied. */
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

/** The hit whose surroundings are asked for: those before and after it in time. */
const aroundSchema = z.object({
  /** The date field that tells when the hits were. */
  field: textSchema,
  /** The concrete index of the hit. */
  index: z.string().check(z.maxLength(1_000)),
  id: z.string().check(z.minLength(1), z.maxLength(2_000)),
  /** When it was, in milliseconds since 1970, for people. */
  at: z.optional(z.number()),
});
export type HitAnchor = z.infer<typeof aroundSchema>;

/** A key of a sort. */
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
  /**
   * The whole request body as a person wrote it. Then only `index` applies besides, and `size` if the body has none.
   */
  body: z.optional(z.string().check(z.maxLength(longestBody))),
  /** The hit that the result surrounds, `size` hits to each side: then there is no order but by time. */
  around: z.optional(aroundSchema),
});

/** Where a form looks, and how much of it. */
export const formSchema = z.pick(givenSchema, { index: true, size: true, highlight: true });

export const questionSchema = z.pipe(
  givenSchema,
  // The order of the members stays: questions are compared as texts.
  z.transform((given) => ({
    ...given,
    ...(given.by === everything && { field: '', text: '' }),
    by: given.by === everything ? ('match' as const) : given.by,
  })),
);
export type SearchQuestion = z.infer<typeof questionSchema>;

/** A question with nothing in it yet. */
export const emptyQuestion: SearchQuestion = {
  index: '',
  by: 'match',
  field: '',
  text: '',
  upTo: '',
  filters: [],
  sort: [],
  size: 50,
  highlight: true,
  onlyFields: [],
};
