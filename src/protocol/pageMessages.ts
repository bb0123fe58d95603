import * as z from 'zod/mini';
import { hitActions, searchActions } from './actions';
import { longestAddress } from './discoverAddress';
import { fieldValuesSchema } from './fieldValues';
import { followIntervalSchema, followStatusSchema } from './follow';
import { histogramSchema, zoneSchema } from './histogram';
import { hitLayoutSchema } from './hitLayout';
import {
  columnPathSchema,
  endpointIdSchema,
  offsetSchema,
  panelIdSchema,
  pathsSchema,
  placeSchema,
  requestIdSchema,
  rowNumber,
  targetSchema,
} from './hitPlace';
import { filterSchema, formSchema, questionSchema, textSchema } from './question';
import { columnSchema, hitSchema, pageSchema, tableSchema, totalSchema } from './resultPage';

/**
 * The messages between the search page and its host. Each side parses what it receives. Every `search`, `turnPage`, and
 * `count` gets exactly one reply with its `requestId`: `page`, `counted`, `failed`, or `canceled`; `progress` may come before
 * it. Every `complete` gets one `completions`, and maybe a second one with more detail, every `openHit` one `hit` (even if the hit is gone), every `histogram` one unless a
 * newer one or a new search replaces it. A `follow` gets `followed` each time that its status changes, and a `takeNewHits` gets
 * `newHits`, unless another search or page replaces what is followed; the others get no reply.
 */

const fromPageSchema = z.discriminatedUnion('kind', [
  /** The page's script is running and needs `init`: at first, and each time VS Code recreated the page. */
  z.object({
    kind: z.literal('ready'),
    /** The layout that the page saved; absent before the first. */
    layout: z.optional(hitLayoutSchema),
  }),
  /** A new search, starting at that offset. Ends any request under way. */
  z.object({ kind: z.literal('search'), requestId: requestIdSchema, question: questionSchema, from: offsetSchema }),
  /** Go to another page of the shown result. Ends any request under way. */
  z.object({ kind: z.literal('turnPage'), requestId: requestIdSchema, to: targetSchema }),
  /** Count all hits of the shown result. */
  z.object({ kind: z.literal('count'), requestId: requestIdSchema }),
  z.object({ kind: z.literal('cancel'), requestId: requestIdSchema }),
  /** Requests suggestions for an input: at most 50, those that start with `text` first. */
  z.object({
    kind: z.literal('complete'),
    requestId: requestIdSchema,
    of: z.enum(['index', 'field', 'dateField']),
    index: z.string().check(z.maxLength(100_000)),
    text: z.string().check(z.maxLength(100_000)),
  }),
  /** Makes a search of an address of Discover that was put into the words; the host replies with `address`. */
  z.object({
    kind: z.literal('readAddress'),
    text: z.string().check(z.maxLength(longestAddress)),
    /** What the form holds, where the address does not say otherwise. */
    form: formSchema,
    /** The person's time zone, in which an address means dates that have none. */
    zone: zoneSchema,
  }),
  z.object({ kind: z.literal('openHit'), requestId: requestIdSchema, row: rowNumber }),
  z.object({ kind: z.literal('place'), action: z.enum(hitActions), place: placeSchema }),
  z.object({ kind: z.literal('act'), action: z.enum(searchActions), question: questionSchema }),
  /** When the hits of the shown result were; `of` is the request id of the shown page. */
  z.object({
    kind: z.literal('histogram'),
    requestId: requestIdSchema,
    of: requestIdSchema,
    /** The date field. */
    field: textSchema,
    zone: zoneSchema,
    /** The field to divide the bars by; empty: by none; absent: by what is usual. */
    stack: z.optional(textSchema),
  }),
  /** Sets the columns for this endpoint and index; the host replies with `columns`. Empty: none chosen. */
  z.object({ kind: z.literal('chooseColumns'), requestId: requestIdSchema, paths: pathsSchema }),
  /** Lays out hits like this from now on. Where they become lines, or a table again, the host replies with `columns`. */
  z.object({ kind: z.literal('chooseLayout'), layout: hitLayoutSchema }),
  /** Requests all fields of the shown search's index; the host replies with `fields`. */
  z.object({ kind: z.literal('listFields'), requestId: requestIdSchema }),
  /** Counts the values of a field in all hits of the shown search; the host replies with `values`. Ends a count before it. */
  z.object({ kind: z.literal('countValues'), requestId: requestIdSchema, path: columnPathSchema }),
  /** Follows the shown search; `of` is the request id of the shown page. Ends once another page or search is requested. */
  z.object({
    kind: z.literal('follow'),
    requestId: requestIdSchema,
    of: requestIdSchema,
    seconds: followIntervalSchema,
  }),
  z.object({ kind: z.literal('steerFollow'), to: z.enum(['resume', 'end']) }),
  z.object({ kind: z.literal('followEvery'), seconds: followIntervalSchema }),
  /** Requests the hits that came: as a page of all that are followed. */
  z.object({ kind: z.literal('takeNewHits'), requestId: requestIdSchema }),
  /** Switches this page to another endpoint; the host replies with `init`. */
  z.object({ kind: z.literal('chooseEndpoint'), endpointId: endpointIdSchema }),
]);
/** A message of the page to its host. */
export type MessageFromPage = z.infer<typeof fromPageSchema>;

const failureSchema = z.object({
  sentence: z.string(),
  nextStep: z.string(),
  /** The server's own words: hostile. */
  detail: z.optional(z.string()),
  /** Whether a new search failed, so that what is shown is of the one before. */
  isOfSearch: z.optional(z.boolean()),
});
export type PageFailure = z.infer<typeof failureSchema>;

const shownSchema = z.object({ requestId: requestIdSchema, question: questionSchema, page: pageSchema });
/** A page with the question it answers. */
export type ShownPage = z.infer<typeof shownSchema>;

const completionSchema = z.object({
  value: z.string(),
  /** Its type: `alias`, `data stream`, `keyword`. */
  detail: z.optional(z.string()),
});
export type SearchCompletion = z.infer<typeof completionSchema>;

const toPageSchema = z.discriminatedUnion('kind', [
  /** Everything a recreated page needs to show the same as before. */
  z.object({
    kind: z.literal('init'),
    panelId: panelIdSchema,
    endpointId: endpointIdSchema,
    /** All search endpoints, in their order. */
    endpoints: z.readonly(z.array(z.object({ id: z.string(), name: z.string() }))),
    /** What to put into the form if the page saved nothing. */
    question: z.optional(questionSchema),
    /** The layout for a page that saved none. */
    layout: z.optional(hitLayoutSchema),
    shown: z.optional(shownSchema),
    failure: z.optional(failureSchema),
    /** The request still under way. */
    busy: z.optional(requestIdSchema),
    /** Whether a hit was selected for compare, in any panel. */
    isHitSelected: z.optional(z.boolean()),
    /** How the shown search is followed, if it is. */
    follow: z.optional(followStatusSchema),
  }),
  /** A hit was selected for compare, in any panel. */
  z.object({ kind: z.literal('hitSelected') }),
  /** The list of endpoints, or one of their names, has changed. */
  z.object({
    kind: z.literal('endpoints'),
    endpoints: z.readonly(z.array(z.object({ id: z.string(), name: z.string() }))),
  }),
  z.extend(shownSchema, { kind: z.literal('page') }),
  z.extend(followStatusSchema, { kind: z.literal('followed') }),
  /** The page with the hits that came while it was followed, the newest first. */
  z.extend(shownSchema, {
    kind: z.literal('newHits'),
    /** The rows of those that came, from the top down; absent where they are all others than before. */
    fresh: z.optional(z.readonly(z.array(rowNumber))),
    /** Whether the bars above the hits are so old that they are to be requested again. */
    areBarsOld: z.boolean(),
  }),
  /** The hits of the page that answered `requestId`, in other columns or in another layout. */
  z.object({ kind: z.literal('columns'), requestId: requestIdSchema, table: tableSchema }),
  /** The exact total, as new `range` and `total` of the shown page; `requestId` is its own where something else had to count. */
  z.object({ kind: z.literal('counted'), requestId: requestIdSchema, range: z.string(), total: totalSchema }),
  /** The progress of a long request, for display: `40,000 of 250,000`. */
  z.object({ kind: z.literal('progress'), requestId: requestIdSchema, text: z.string() }),
  z.extend(failureSchema, { kind: z.literal('failed'), requestId: requestIdSchema }),
  z.object({ kind: z.literal('canceled'), requestId: requestIdSchema }),
  z.object({
    kind: z.literal('completions'),
    requestId: requestIdSchema,
    items: z.readonly(z.array(completionSchema)),
  }),
  /** A hit in full; without `hit` if it is no longer available. */
  z.object({ kind: z.literal('hit'), requestId: requestIdSchema, row: rowNumber, hit: z.optional(hitSchema) }),
  /** When the hits were; without `histogram` if that cannot be known. */
  z.object({ kind: z.literal('histogram'), requestId: requestIdSchema, histogram: z.optional(histogramSchema) }),
  /** When the newest document of the index was that a page without hits was asked for: milliseconds since 1970. */
  z.object({ kind: z.literal('newest'), requestId: requestIdSchema, at: z.number() }),
  /** Put this question into the form, and search if `run`. The page can restore what was typed. */
  z.object({ kind: z.literal('ask'), question: questionSchema, run: z.boolean() }),
  /** The search of an address of Discover, to be put into the form as `ask` is, and searched for unless its index has to be entered. */
  z.object({
    kind: z.literal('address'),
    /** Absent where nothing was read. */
    question: z.optional(questionSchema),
    /** What was left out, or why nothing was read. May hold parts of the address: hostile. */
    notes: z.readonly(z.array(z.string())),
    /** Why the index has to be entered. */
    whyIndex: z.optional(z.string()),
  }),
  /** Add this filter to the form and search. */
  z.object({ kind: z.literal('addFilter'), filter: filterSchema }),
  /** Add this column to those that are seen, or remove it. */
  z.object({ kind: z.literal('toggleColumn'), path: columnPathSchema }),
  /** All fields of the index. */
  z.object({ kind: z.literal('fields'), requestId: requestIdSchema, items: z.readonly(z.array(columnSchema)) }),
  /** The values of a field, or why they were not counted. */
  z.object({
    kind: z.literal('values'),
    requestId: requestIdSchema,
    values: z.optional(fieldValuesSchema),
    failure: z.optional(failureSchema),
  }),
  /** Shows the values of this field. */
  z.object({ kind: z.literal('showValues'), path: columnPathSchema }),
  /** A keybinding or command of VS Code for this button of the page. */
  z.object({
    kind: z.literal('press'),
    button: z.enum(['first', 'next', 'previous', 'cancel', 'count', 'query', 'follow', 'wrap']),
  }),
  /** Go to the page that starts there; the host has asked for it. */
  z.object({ kind: z.literal('goTo'), offset: offsetSchema }),
  /** A command of VS Code wants this action: the page replies with `act`, as if its own button had been pressed. */
  z.object({ kind: z.literal('act'), action: z.enum(searchActions) }),
  /** A toast, such as `Copied`. */
  z.object({ kind: z.literal('said'), text: z.string() }),
]);
/** A message of the host to the page. */
export type MessageToPage = z.infer<typeof toPageSchema>;

/** Parses a message of the page; undefined if it is not valid. */
export function parseFromPage(message: unknown): MessageFromPage | undefined {
  return z.safeParse(fromPageSchema, message).data;
}

/** Parses a message of the host; undefined if it is not valid. */
export function parseToPage(message: unknown): MessageToPage | undefined {
  return z.safeParse(toPageSchema, message).data;
}
