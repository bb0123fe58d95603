import * as z from 'zod/mini';
import { hitActions, searchActions } from './actions';
import {
  endpointIdSchema,
  offsetSchema,
  panelIdSchema,
  pathsSchema,
  placeSchema,
  requestIdSchema,
  rowNumber,
  targetSchema,
} from './hitPlace';
import { filterSchema, questionSchema } from './question';
import { hitSchema, pageSchema, tableSchema, totalSchema } from './resultPage';

/**
 * What the search page and its host say to each other. Each side parses what it receives. Every `search`, `turnPage` and
 * `count` gets exactly one reply with its `requestId`: `page`, `counted`, `failed` or `cancelled`; `progress` may come before it.
 * Every `complete` gets one `completions`, every `openHit` one `hit` (also of a hit that is gone); the other messages get none.
 */

const fromPageSchema = z.discriminatedUnion('kind', [
  /** The page's script runs and wants `init`: the first time, and each time that VS Code made the page anew. */
  z.object({ kind: z.literal('ready') }),
  /** Ask anew, from that offset on. Ends whatever is under way. */
  z.object({ kind: z.literal('search'), requestId: requestIdSchema, question: questionSchema, from: offsetSchema }),
  /** Go to another page of the result that is shown. Ends whatever is under way. */
  z.object({ kind: z.literal('turnPage'), requestId: requestIdSchema, to: targetSchema }),
  /** Count all hits of the result that is shown, exactly. */
  z.object({ kind: z.literal('count'), requestId: requestIdSchema }),
  z.object({ kind: z.literal('cancel'), requestId: requestIdSchema }),
  /** What could stand in a field of the form: the host answers with at most 50, those first that begin with `text`. */
  z.object({
    kind: z.literal('complete'),
    requestId: requestIdSchema,
    of: z.enum(['index', 'field', 'dateField']),
    index: z.string().check(z.maxLength(100_000)),
    text: z.string().check(z.maxLength(100_000)),
  }),
  z.object({ kind: z.literal('openHit'), requestId: requestIdSchema, row: rowNumber }),
  z.object({ kind: z.literal('place'), action: z.enum(hitActions), place: placeSchema }),
  z.object({ kind: z.literal('act'), action: z.enum(searchActions), question: questionSchema }),
  /** These fields are columns from now on, for this endpoint and index; the host answers with `columns`. Empty: none chosen. */
  z.object({ kind: z.literal('chooseColumns'), requestId: requestIdSchema, paths: pathsSchema }),
  /** Search another endpoint with this page from now on; the host answers with `init`. */
  z.object({ kind: z.literal('chooseEndpoint'), endpointId: endpointIdSchema }),
]);
/** What the page says. */
export type MessageFromPage = z.infer<typeof fromPageSchema>;

const failureSchema = z.object({
  sentence: z.string(),
  nextStep: z.string(),
  /** The server's own words: hostile. */
  detail: z.optional(z.string()),
});
export type PageFailure = z.infer<typeof failureSchema>;

const shownSchema = z.object({ requestId: requestIdSchema, question: questionSchema, page: pageSchema });
/** A page with the question it answers. */
export type ShownPage = z.infer<typeof shownSchema>;

const completionSchema = z.object({
  value: z.string(),
  /** What it is: `alias`, `data stream`, `keyword`. */
  detail: z.optional(z.string()),
});
export type SearchCompletion = z.infer<typeof completionSchema>;

const toPageSchema = z.discriminatedUnion('kind', [
  /** Everything a new page needs to show what the one before it showed. */
  z.object({
    kind: z.literal('init'),
    panelId: panelIdSchema,
    endpointId: endpointIdSchema,
    /** All search endpoints by name, in their order. */
    endpoints: z.readonly(z.array(z.object({ id: z.string(), name: z.string() }))),
    /** What to fill the form with where the page has nothing of its own. */
    question: z.optional(questionSchema),
    shown: z.optional(shownSchema),
    failure: z.optional(failureSchema),
    /** The request still under way, whose reply is yet to come. */
    busy: z.optional(requestIdSchema),
    /** Whether a hit was selected to compare others with, in whichever panel. */
    isHitSelected: z.optional(z.boolean()),
  }),
  /** A hit was selected to compare others with, in whichever panel. */
  z.object({ kind: z.literal('hitSelected') }),
  /** The list of endpoints, or one of their names, has changed. */
  z.object({
    kind: z.literal('endpoints'),
    endpoints: z.readonly(z.array(z.object({ id: z.string(), name: z.string() }))),
  }),
  z.extend(shownSchema, { kind: z.literal('page') }),
  /** The hits of the page that answered `requestId`, in other columns. */
  z.object({ kind: z.literal('columns'), requestId: requestIdSchema, table: tableSchema }),
  /** The exact total, as `range` and `total` of the page that is shown. */
  z.object({ kind: z.literal('counted'), requestId: requestIdSchema, range: z.string(), total: totalSchema }),
  /** How far a request has come that takes more than one: `40,000 of 250,000`. */
  z.object({ kind: z.literal('progress'), requestId: requestIdSchema, text: z.string() }),
  z.extend(failureSchema, { kind: z.literal('failed'), requestId: requestIdSchema }),
  z.object({ kind: z.literal('cancelled'), requestId: requestIdSchema }),
  z.object({
    kind: z.literal('completions'),
    requestId: requestIdSchema,
    items: z.readonly(z.array(completionSchema)),
  }),
  /** A hit in full; without `hit` where it is no longer there. */
  z.object({ kind: z.literal('hit'), requestId: requestIdSchema, row: rowNumber, hit: z.optional(hitSchema) }),
  /** Put this question into the form, and search for it if so said. Nothing that was typed is lost: the page can undo it. */
  z.object({ kind: z.literal('ask'), question: questionSchema, run: z.boolean() }),
  /** Add this condition to the form's and search. */
  z.object({ kind: z.literal('addFilter'), filter: filterSchema }),
  /** A key of VS Code, or a command of its palette, was pressed for the page. `offset` is asked by the host. */
  z.object({ kind: z.literal('press'), button: z.enum(['first', 'next', 'previous', 'cancel', 'count', 'query']) }),
  z.object({ kind: z.literal('goTo'), offset: offsetSchema }),
  /** A command of VS Code wants this done: the page answers with `act`, as if its own button had been pressed. */
  z.object({ kind: z.literal('act'), action: z.enum(searchActions) }),
  /** Something to be said once, in passing: `Copied`, that this endpoint is asked by POST from now on. */
  z.object({ kind: z.literal('said'), text: z.string() }),
]);
/** What the host says. */
export type MessageToPage = z.infer<typeof toPageSchema>;

/** Reads a message of the page; undefined where it is none. */
export function parseFromPage(message: unknown): MessageFromPage | undefined {
  return z.safeParse(fromPageSchema, message).data;
}

/** Reads a message of the host; undefined where it is none. */
export function parseToPage(message: unknown): MessageToPage | undefined {
  return z.safeParse(toPageSchema, message).data;
}
