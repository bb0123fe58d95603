import * as z from 'zod/mini';
import { hitActions, searchActions } from './actions';
import { longestAddress } from './discoverAddress';
import { histogramSchema, zoneSchema } from './histogram';
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
import { columnSchema, fieldValuesSchema, hitSchema, pageSchema, tableSchema, totalSchema } from './resultPage';
import { followIntervalSchema, hitLayoutSchema } from './savedState';

/**
 * The messages between the search page and its host. Each side parses what it receives. Every `search`, `turnPage`, and
 * `count` gets exactly one reply with its `requestId`: `page`, `counted`, `failed`, or `canceled`; `progress` may come
 * before it. Every `complete` gets one `completions`, and possibly a second one with more details, every `openHit` one
 * `hit` (even if the hit is gone), every `histogram` one unless a newer one or a new search replaces it. A `follow`
 * gets `followed` each time that its status changes, and a `takeNewHits` gets `newHits`, unless another search or page
 * replaces the followed one; the others get no reply.
 */

const fromPageSchema = z.discriminatedUnion('kind', [
  /** The page needs `init`, also after VS Code created it again. With the layout that it saved, if it did. */
  z.object({ kind: z.literal('ready'), layout: z.optional(hitLayoutSchema) }),
  /** A new search, starting at that offset. Cancels any request in progress. */
  z.object({ kind: z.literal('search'), requestId: requestIdSchema, question: questionSchema, from: offsetSchema }),
  /** Requests another page of the current result. Cancels any request in progress. */
  z.object({ kind: z.literal('turnPage'), requestId: requestIdSchema, to: targetSchema }),
  /** Counts all hits of the current result. */
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
  /** Requests a search from an address of Discover in the words; the host replies with `address`. */
  z.object({
    kind: z.literal('readAddress'),
    text: z.string().check(z.maxLength(longestAddress)),
    /** The form, for parts that the address does not set. */
    form: formSchema,
    /** The user's time zone, for dates in the address without one. */
    zone: zoneSchema,
  }),
  z.object({ kind: z.literal('openHit'), requestId: requestIdSchema, row: rowNumber }),
  z.object({ kind: z.literal('place'), action: z.enum(hitActions), place: placeSchema }),
  z.object({ kind: z.literal('act'), action: z.enum(searchActions), question: questionSchema }),
  /** Requests the times of the current result's hits; `of` is the request id of the current page. */
  z.object({
    kind: z.literal('histogram'),
    requestId: requestIdSchema,
    of: requestIdSchema,
    field: textSchema,
    zone: zoneSchema,
    /** The field to divide the bars by; empty: by none; absent: by the usual one. */
    stack: z.optional(textSchema),
  }),
  /** Sets the columns for this endpoint and index; the host replies with `columns`. Empty: the default ones. */
  z.object({ kind: z.literal('chooseColumns'), requestId: requestIdSchema, paths: pathsSchema }),
  /** Sets the layout of hits. If they become lines, or a table again, the host replies with `columns`. */
  z.object({ kind: z.literal('chooseLayout'), layout: hitLayoutSchema }),
  /** Requests all fields of the current search's index; the host replies with `fields`. */
  z.object({ kind: z.literal('listFields'), requestId: requestIdSchema }),
  /** Counts the values of a field in all hits; the host replies with `values`. Cancels an earlier count. */
  z.object({ kind: z.literal('countValues'), requestId: requestIdSchema, path: columnPathSchema }),
  /** Follows the current search; `of` is the request id of the page. Ends with the next page or search. */
  z.object({
    kind: z.literal('follow'),
    requestId: requestIdSchema,
    of: requestIdSchema,
    seconds: followIntervalSchema,
  }),
  z.object({ kind: z.literal('steerFollow'), to: z.enum(['resume', 'end']) }),
  z.object({ kind: z.literal('followEvery'), seconds: followIntervalSchema }),
  /** Requests the new hits, as a page of all that are followed. */
  z.object({ kind: z.literal('takeNewHits'), requestId: requestIdSchema }),
  /** Switches this page to another endpoint; the host replies with `init`. */
  z.object({ kind: z.literal('chooseEndpoint'), endpointId: endpointIdSchema }),
]);
export type MessageFromPage = z.infer<typeof fromPageSchema>;

const failureSchema = z.object({
  sentence: z.string(),
  nextStep: z.string(),
  /** The server's own words: hostile. */
  detail: z.optional(z.string()),
  /** Whether a new search failed, so that the hits are those of the search before. */
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

/** The state of following a search, whose new hits are added above the current ones. */
const followStatusSchema = z.object({
  /** The request of the page that started it. */
  requestId: requestIdSchema,
  /** `off`: it cannot continue. */
  state: z.enum(['following', 'paused', 'off']),
  /** The reason why it is paused, or off: sentences, which may contain server text. */
  why: z.optional(z.string()),
  /** New hits that the page has not taken yet. */
  came: z.int().check(z.gte(0)),
  /** Whether the page shows other hits than the newest, so that new ones replace them. */
  replacesPage: z.boolean(),
});
export type FollowedState = z.infer<typeof followStatusSchema>;

/** All search endpoints, in their order. */
const endpointsSchema = z.readonly(z.array(z.object({ id: z.string(), name: z.string() })));

const toPageSchema = z.discriminatedUnion('kind', [
  /** All data that a page needs to show the same as before VS Code created it again. */
  z.object({
    kind: z.literal('init'),
    panelId: panelIdSchema,
    endpointId: endpointIdSchema,
    endpoints: endpointsSchema,
    /** The question for the form if the page saved none. */
    question: z.optional(questionSchema),
    /** The layout for a page that saved none. */
    layout: z.optional(hitLayoutSchema),
    shown: z.optional(shownSchema),
    failure: z.optional(failureSchema),
    busy: z.optional(requestIdSchema),
    isHitSelected: z.optional(z.boolean()),
    follow: z.optional(followStatusSchema),
  }),
  /** The user selected a hit to compare with, in any panel. */
  z.object({ kind: z.literal('hitSelected') }),
  /** The list of endpoints, or one of their names, has changed. */
  z.object({ kind: z.literal('endpoints'), endpoints: endpointsSchema }),
  z.extend(shownSchema, { kind: z.literal('page') }),
  z.extend(followStatusSchema, { kind: z.literal('followed') }),
  /** The page with the new hits of a followed search, the newest first. */
  z.extend(shownSchema, {
    kind: z.literal('newHits'),
    /** The rows of the new hits, from the top down; absent if all hits are new. */
    fresh: z.optional(z.readonly(z.array(rowNumber))),
    /** Whether the bars above the hits are so old that the page should request them again. */
    areBarsOld: z.boolean(),
  }),
  /** The hits of the page in the reply to `requestId`, with other columns or in another layout. */
  z.object({ kind: z.literal('columns'), requestId: requestIdSchema, table: tableSchema }),
  /** The exact total, as new `range` and `total` of the page; another feature's count has its own `requestId`. */
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
  /** The times of the hits; without `histogram` if they are unknown. */
  z.object({ kind: z.literal('histogram'), requestId: requestIdSchema, histogram: z.optional(histogramSchema) }),
  /** The time of the index's newest document, for a page without hits: milliseconds since 1970. */
  z.object({ kind: z.literal('newest'), requestId: requestIdSchema, at: z.number() }),
  /** Puts this question into the form, and searches if `run`. The page can restore the user's input. */
  z.object({ kind: z.literal('ask'), question: questionSchema, run: z.boolean() }),
  /** The search of an address of Discover. The page handles it like `ask`, and searches unless its index is missing. */
  z.object({
    kind: z.literal('address'),
    /** Absent if the address could not be read. */
    question: z.optional(questionSchema),
    /** The omitted parts, or the reason why it could not be read. May contain parts of the address: hostile. */
    notes: z.readonly(z.array(z.string())),
    /** The reason why the user has to enter the index. */
    whyIndex: z.optional(z.string()),
  }),
  /** Adds this filter to the form and searches. */
  z.object({ kind: z.literal('addFilter'), filter: filterSchema }),
  /** Adds this column to the visible ones, or removes it. */
  z.object({ kind: z.literal('toggleColumn'), path: columnPathSchema }),
  z.object({ kind: z.literal('fields'), requestId: requestIdSchema, items: z.readonly(z.array(columnSchema)) }),
  /** The values of a field, or the reason why they were not counted. */
  z.object({
    kind: z.literal('values'),
    requestId: requestIdSchema,
    values: z.optional(fieldValuesSchema),
    failure: z.optional(failureSchema),
  }),
  z.object({ kind: z.literal('showValues'), path: columnPathSchema }),
  /** Presses this button of the page, for a keybinding or command of VS Code. */
  z.object({
    kind: z.literal('press'),
    button: z.enum(['first', 'next', 'previous', 'cancel', 'count', 'query', 'follow', 'wrap']),
  }),
  /** Goes to the page that starts there, which the user entered. */
  z.object({ kind: z.literal('goTo'), offset: offsetSchema }),
  /** Requests an action for a command of VS Code: the page replies with `act`, as for its own button. */
  z.object({ kind: z.literal('act'), action: z.enum(searchActions) }),
  /** A toast, such as `Copied`. */
  z.object({ kind: z.literal('announce'), text: z.string() }),
]);
export type MessageToPage = z.infer<typeof toPageSchema>;

/** Parses a message of the page; undefined if it is not valid. */
export function parseFromPage(message: unknown): MessageFromPage | undefined {
  return z.safeParse(fromPageSchema, message).data;
}

/** Parses a message of the host; undefined if it is not valid. */
export function parseToPage(message: unknown): MessageToPage | undefined {
  return z.safeParse(toPageSchema, message).data;
}
