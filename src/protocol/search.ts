import * as z from 'zod/mini';

/**
 * What the search page and its host say to each other. Each side parses what it receives. Every `search` and `turnPage`
 * gets exactly one reply with its `requestId`: `page`, `failed` or `cancelled`; the other messages get none.
 */

const largestFrom = 2 ** 31 - 1;
const largestSize = 10_000;
const longestText = 100_000;

/** Chosen by the page, never the same twice, also after the page was made anew. */
const requestIdSchema = z.string().check(z.minLength(1), z.maxLength(100));

const fromSchema = z.int().check(z.gte(0), z.lte(largestFrom));
const sizeSchema = z.int().check(z.gte(1), z.lte(largestSize));

/** What a person asks for. The limits are those of the engines' integers and result window. */
export const querySchema = z.object({
  index: z.string().check(z.maxLength(longestText)),
  field: z.string().check(z.maxLength(longestText)),
  text: z.string().check(z.maxLength(longestText)),
  from: fromSchema,
  size: sizeSchema,
});
export type Query = z.infer<typeof querySchema>;

const directionSchema = z.enum(['next', 'previous']);
export type Direction = z.infer<typeof directionSchema>;

const fromPageSchema = z.discriminatedUnion('kind', [
  /** The page's script runs and wants `init`: the first time, and each time that VS Code made the page anew. */
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('search'), requestId: requestIdSchema, query: querySchema }),
  z.object({ kind: z.literal('turnPage'), requestId: requestIdSchema, to: directionSchema }),
  z.object({ kind: z.literal('cancel'), requestId: requestIdSchema }),
  /** Open the hit in that row, from 0 up, of the page that answered `requestId`. */
  z.object({ kind: z.literal('openDocument'), requestId: requestIdSchema, row: z.int().check(z.gte(0)) }),
]);
/** What the page says. */
export type FromPage = z.infer<typeof fromPageSchema>;

const rowSchema = z.object({
  rank: z.int(),
  index: z.optional(z.string()),
  id: z.optional(z.string()),
  score: z.optional(z.string()),
  preview: z.readonly(z.array(z.object({ name: z.string(), value: z.string() }))),
  /** JSON as text, so that its digits survive the way. */
  document: z.string(),
  isCut: z.boolean(),
});
export type Row = z.infer<typeof rowSchema>;

/** One page of a result, in words and rows. */
const pageSchema = z.object({
  range: z.string(),
  tookMs: z.optional(z.number()),
  rows: z.readonly(z.array(rowSchema)),
  hasPrevious: z.boolean(),
  hasNext: z.boolean(),
  notes: z.readonly(z.array(z.string())),
});
export type Page = z.infer<typeof pageSchema>;

const failureSchema = z.object({
  sentence: z.string(),
  nextStep: z.string(),
  /** The server's own words: hostile. */
  detail: z.optional(z.string()),
});
export type PageFailure = z.infer<typeof failureSchema>;

const shownSchema = z.object({ requestId: requestIdSchema, query: querySchema, page: pageSchema });
/** A page with the query it answers. */
export type Shown = z.infer<typeof shownSchema>;

const toPageSchema = z.discriminatedUnion('kind', [
  /** Everything a new page needs to show what the one before it showed. */
  z.object({
    kind: z.literal('init'),
    endpointId: z.string(),
    shown: z.optional(shownSchema),
    failure: z.optional(failureSchema),
    /** The request still under way, whose reply is yet to come. */
    busy: z.optional(requestIdSchema),
  }),
  z.extend(shownSchema, { kind: z.literal('page') }),
  z.extend(failureSchema, { kind: z.literal('failed'), requestId: requestIdSchema }),
  z.object({ kind: z.literal('cancelled'), requestId: requestIdSchema }),
  /** A key that VS Code keeps for itself was pressed for the page's button. */
  z.object({ kind: z.literal('press'), button: z.enum(['next', 'previous', 'cancel']) }),
]);
/** What the host says. */
export type ToPage = z.infer<typeof toPageSchema>;

/**
 * What the page leaves for itself and the host to find after it was hidden or the window reloaded: what stands in the
 * form, which page was shown and where a person was in it. Never a document or a credential.
 */
const savedStateSchema = z.object({
  endpointId: z.string().check(z.minLength(1), z.maxLength(100)),
  form: z.object({ index: z.string(), field: z.string(), text: z.string(), from: z.string(), size: z.string() }),
  /** The query last answered, with the `from` of the page that was shown. */
  shown: z.optional(querySchema),
  /** Where a person was in the page that answered a request: numbers of rows, never what is in them. */
  place: z.optional(
    z.object({
      requestId: requestIdSchema,
      unfolded: z.array(z.int().check(z.gte(0))).check(z.maxLength(10_000)),
      /** Pixels from the top. */
      top: z.number().check(z.gte(0)),
    }),
  ),
});
export type SavedState = z.infer<typeof savedStateSchema>;

/** Reads a message of the page; undefined where it is none. */
export function parseFromPage(message: unknown): FromPage | undefined {
  return z.safeParse(fromPageSchema, message).data;
}

/** Reads a message of the host; undefined where it is none. */
export function parseToPage(message: unknown): ToPage | undefined {
  return z.safeParse(toPageSchema, message).data;
}

/** Reads what a page saved; undefined where there is nothing or nothing that fits. */
export function parseSavedState(state: unknown): SavedState | undefined {
  return z.safeParse(savedStateSchema, state).data;
}
