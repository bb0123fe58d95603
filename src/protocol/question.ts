import * as z from 'zod/mini';

/**
 * What a person asks of a search endpoint, apart from where in the result they stand. The search page fills it in, saved
 * searches and the history keep it, and the access log bridge makes one. It never holds a credential.
 */

const longestText = 100_000;
/** Characters of a condition's clause. */
export const longestClause = 20_000;
const longestBody = 1_000_000;

const text = z.string().check(z.maxLength(longestText));

/** How the text is looked for. */
export const askKinds = [
  /** `match`: analysed words, any of them. */
  'match',
  /** `match_phrase`: analysed words in this order. */
  'phrase',
  /** `query_string`: the engine's own little language, over `field` or, without one, over all fields. */
  'queryString',
  /** `term`: the exact value. */
  'exact',
  /** `range`: from `text` up to `upTo`, either may be empty. */
  'range',
  /** `exists`: the field has any value; `text` counts for nothing. */
  'exists',
  /** `ids`: the `_id`s in `text`, separated by commas or white space. */
  'id',
  /** `match_all`: neither field nor text count. */
  'everything',
] as const;
export type AskKind = (typeof askKinds)[number];

/** A condition beside the text, as a chip above the hits. */
export const filterSchema = z.object({
  /** For people: `DownstreamStatus: 502`. May hold server text: hostile. */
  label: z.string().check(z.maxLength(1_000)),
  /** One clause of the query DSL as JSON text, with every digit: `{"term":{"DownstreamStatus":502}}`. */
  clause: z.string().check(z.minLength(2), z.maxLength(longestClause)),
  /** Whether the documents that fit it are left out. */
  isOut: z.boolean(),
});
export type QuestionFilter = z.infer<typeof filterSchema>;

export const timeSpans = ['15m', '1h', '24h', '7d', 'own'] as const;
export type TimeSpan = (typeof timeSpans)[number];

/** A range of a date field. */
const timeSchema = z.object({
  field: text,
  span: z.enum(timeSpans),
  /** Of the span `own`: an ISO date, or date math such as `now-2d`. Empty: open on this side. */
  from: z.string().check(z.maxLength(100)),
  to: z.string().check(z.maxLength(100)),
});
export type TimeRange = z.infer<typeof timeSchema>;

const sortSchema = z.object({ field: text, order: z.enum(['asc', 'desc']) });
export type SortKey = z.infer<typeof sortSchema>;

export const pageSizes = [10, 25, 50, 100] as const;

/** The most hits of a page: the window of engines. */
export const largestSize = 10_000;

export const questionSchema = z.object({
  /** An index expression: names, aliases, data streams, `*`, a comma list, `cluster:index`, date math. */
  index: text,
  by: z.enum(askKinds),
  field: text,
  text,
  /** The upper end of a range; of the others nothing. */
  upTo: text,
  filters: z.array(filterSchema).check(z.maxLength(100)),
  time: z.optional(timeSchema),
  sort: z.array(sortSchema).check(z.maxLength(10)),
  /** Hits a page. */
  size: z.int().check(z.gte(1), z.lte(largestSize)),
  /** Whether the engine is asked to mark what matched. Counts for match, phrase and query string only. */
  highlight: z.boolean(),
  /** The fields of `_source` that are asked for; empty: the whole document, whose bytes then come as they were stored. */
  onlyFields: z.array(text).check(z.maxLength(1_000)),
  /**
   * The whole request body as a person wrote it. Then nothing else of the question counts but `index`, and `size` where the
   * body names none.
   */
  body: z.optional(z.string().check(z.maxLength(longestBody))),
});
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
  size: 10,
  highlight: true,
  onlyFields: [],
};
