import * as z from 'zod/mini';
import { hitActions, searchActions } from './actions';
import { longestAddress } from './discoverAddress';
import { type Histogram, zoneSchema } from './histogram';
import {
  columnPathSchema,
  endpointIdSchema,
  offsetSchema,
  pageIdSchema,
  pathsSchema,
  placeSchema,
  requestIdSchema,
  rowNumber,
  targetSchema,
} from './hitPlace';
import type { QuestionFilter, SearchQuestion } from './question';
import { filterSchema, formSchema, questionSchema, textSchema } from './questionSchema';
import type { FieldValues, HitColumn, HitInFull, HitPage, HitTable, HitTotalShown } from './resultPage';
import type { HitLayout, SavedState } from './savedState';
import { followIntervalSchema, hitLayoutSchema } from './savedStateSchema';

/**
 * The messages between the search page and its host. The host parses what it receives; the page trusts its host. Every
 * `search`, `turnPage`, and `count` gets exactly one reply: `page`, whose id is that of the request, or `counted`,
 * `failed`, or `canceled` with its `requestId`; `progress` may come before it. Every `complete` gets one `completions`,
 * and possibly a second one with more details, every `openHit` one `hit` (even if the hit is gone), every `histogram`
 * one unless a newer one or a new search replaces it. A `follow` gets `followed` each time that its status changes, and a
 * `takeNewHits` gets `newHits`, unless another search or page replaces the followed one; the others get no reply.
 */

const fromPageSchema = z.discriminatedUnion('kind', [
  /** The page needs `init`, also after VS Code created it again. With what it saved, if it did, which the host parses. */
  z.object({ kind: z.literal('ready'), saved: z.optional(z.unknown()), zone: z.optional(zoneSchema) }),
  /** The form has changed: this is what commands of VS Code are about from now on. */
  z.object({ kind: z.literal('edited'), question: questionSchema }),
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
  /** Requests what can be edited in a filter, or the filter with other texts; the host replies with `filterEdit`. */
  z.object({
    kind: z.literal('editFilter'),
    requestId: requestIdSchema,
    filter: filterSchema,
    texts: z.optional(z.array(textSchema).check(z.maxLength(2))),
  }),
  z.object({ kind: z.literal('openHit'), pageId: pageIdSchema, row: rowNumber }),
  z.object({ kind: z.literal('place'), action: z.enum(hitActions), place: placeSchema }),
  /** An action on the search in the form, as last `edited`. */
  z.object({ kind: z.literal('act'), action: z.enum(searchActions) }),
  /** Requests the times of the hits of that page's search. */
  z.object({
    kind: z.literal('histogram'),
    requestId: requestIdSchema,
    pageId: pageIdSchema,
    field: textSchema,
    zone: zoneSchema,
    /** The field to divide the bars by; empty: by none; absent: by the usual one. */
    stack: z.optional(textSchema),
  }),
  /** Sets the columns for this endpoint and index; the host replies with `columns`. Empty: the usual ones. */
  z.object({ kind: z.literal('chooseColumns'), pageId: pageIdSchema, paths: pathsSchema }),
  /** Sets the layout of hits. If they are drawn in another way then, the host replies with `columns`. */
  z.object({ kind: z.literal('chooseLayout'), layout: hitLayoutSchema }),
  /** Requests all fields of the current search's index; the host replies with `fields`. */
  z.object({ kind: z.literal('listFields'), requestId: requestIdSchema }),
  /** Counts the values of a field in all hits; the host replies with `values`. Cancels an earlier count. */
  z.object({ kind: z.literal('countValues'), requestId: requestIdSchema, path: columnPathSchema }),
  /** Follows the search of that page. Ends with the next page or search. */
  z.object({
    kind: z.literal('follow'),
    requestId: requestIdSchema,
    pageId: pageIdSchema,
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

/** Parses a message of the page; undefined if it is not valid. */
export function parseFromPage(message: unknown): MessageFromPage | undefined {
  return z.safeParse(fromPageSchema, message).data;
}

export interface PageFailure {
  readonly sentence: string;
  readonly nextStep: string;
  /** The server's own words: hostile. */
  readonly detail?: string;
  /** Whether a new search failed, so that the hits are those of the search before. */
  readonly isOfSearch?: boolean;
  /** Whether it lies in how the endpoint is reached or who the user is, so that editing the endpoint may help. */
  readonly isOfEndpoint?: boolean;
  /** Whether the same search may succeed later. */
  readonly isPassing?: boolean;
}

/** A page with the question it answers. */
export interface ShownPage {
  /** The id of the request that it answers. */
  readonly pageId: string;
  readonly question: SearchQuestion;
  readonly page: HitPage;
}

export interface SearchCompletion {
  readonly value: string;
  /** Its type: `alias`, `data stream`, `keyword`. */
  readonly detail?: string | undefined;
}

/** The state of following a search, whose new hits are added above the current ones. */
export interface FollowedState {
  /** The request of the page that started it. */
  readonly requestId: string;
  /** `off`: it cannot continue. */
  readonly state: 'following' | 'paused' | 'off';
  /** The reason why it is paused, or off: sentences, which may contain server text. */
  readonly why?: string | undefined;
  /** New hits that the page has not taken yet. */
  readonly came: number;
  /** Whether the page shows other hits than the newest, so that new ones replace them. */
  readonly replacesPage: boolean;
}

/** What can be edited in a filter. */
export interface FilterEdit {
  /** The field of the values; absent for JSON, and if the name of the field is the value. */
  readonly field?: string | undefined;
  readonly inputs: readonly { readonly label: string; readonly text: string }[];
  /** Whether the only input is the clause as JSON. */
  readonly isJson: boolean;
  /** The filter with the texts that the user entered, or what is wrong with them. */
  readonly edited?: QuestionFilter | undefined;
  readonly problem?: string | undefined;
}

/** All search endpoints, in their order. */
export type NamedEndpoints = readonly { readonly id: string; readonly name: string }[];

export type MessageToPage =
  /** All data that a page needs to show the same as before VS Code created it again. */
  | {
      readonly kind: 'init';
      readonly panelId: string;
      readonly endpointId: string;
      readonly endpoints: NamedEndpoints;
      /** What the page saved, as far as it is valid. */
      readonly saved?: SavedState;
      /** The question for the form if the page saved none. */
      readonly question?: SearchQuestion;
      /** The layout for a page that saved none. */
      readonly layout?: HitLayout;
      readonly shown?: ShownPage;
      readonly failure?: PageFailure;
      /** The search whose reply is still to come. */
      readonly busy?: string;
      readonly isHitSelected?: boolean;
      readonly follow?: FollowedState;
    }
  /** The user selected a hit to compare with, in any panel. */
  | { readonly kind: 'hitSelected' }
  /** The list of endpoints, or one of their names, has changed. */
  | { readonly kind: 'endpoints'; readonly endpoints: NamedEndpoints }
  | ({ readonly kind: 'page' } & ShownPage)
  | ({ readonly kind: 'followed' } & FollowedState)
  /** The page with the new hits of a followed search, the newest first. */
  | ({
      readonly kind: 'newHits';
      /** The rows of the new hits, from the top down; absent if all hits are new. */
      readonly fresh?: readonly number[];
      /** Whether the bars above the hits are so old that the page should request them again. */
      readonly areBarsOld: boolean;
    } & ShownPage)
  /** The hits of that page, with other columns or in another layout. */
  | { readonly kind: 'columns'; readonly pageId: string; readonly table: HitTable }
  /** The exact total, as new `range` and `total` of that page; without `requestId` if another feature counted. */
  | {
      readonly kind: 'counted';
      readonly requestId?: string;
      readonly pageId: string;
      readonly range: string;
      readonly total: HitTotalShown;
    }
  /** The progress of a long request, for display: `40,000 of 250,000`. */
  | { readonly kind: 'progress'; readonly requestId: string; readonly text: string }
  | ({ readonly kind: 'failed'; readonly requestId: string } & PageFailure)
  | { readonly kind: 'canceled'; readonly requestId: string }
  | { readonly kind: 'completions'; readonly requestId: string; readonly items: readonly SearchCompletion[] }
  /** A hit in full; without `hit` if it is no longer available. */
  | { readonly kind: 'hit'; readonly pageId: string; readonly row: number; readonly hit?: HitInFull }
  /** The times of the hits; without `histogram` if they are unknown. */
  | { readonly kind: 'histogram'; readonly requestId: string; readonly histogram?: Histogram }
  /** The time of the index's newest document, for a page without hits: milliseconds since 1970. */
  | { readonly kind: 'newest'; readonly pageId: string; readonly at: number }
  /** Puts this question into the form, and searches. The page can restore the user's input. */
  | { readonly kind: 'ask'; readonly question: SearchQuestion }
  /** The search of an address of Discover. The page handles it like `ask`, and searches unless its index is missing. */
  | {
      readonly kind: 'address';
      /** Absent if the address could not be read. */
      readonly question?: SearchQuestion;
      /** The omitted parts, or the reason why it could not be read. May contain parts of the address: hostile. */
      readonly notes: readonly string[];
      /** The reason why the user has to enter the index. */
      readonly whyIndex?: string;
    }
  /** Adds this filter to the form and searches. */
  | { readonly kind: 'addFilter'; readonly filter: QuestionFilter }
  /** Adds this column to the visible ones, or removes it. */
  | { readonly kind: 'toggleColumn'; readonly path: string }
  | { readonly kind: 'fields'; readonly requestId: string; readonly items: readonly HitColumn[] }
  | ({ readonly kind: 'filterEdit'; readonly requestId: string } & FilterEdit)
  | {
      readonly kind: 'values';
      readonly requestId: string;
      readonly values: FieldValues;
    }
  | { readonly kind: 'showValues'; readonly path: string }
  /** Presses this button of the page, for a keybinding or command of VS Code. */
  | {
      readonly kind: 'press';
      readonly button: 'first' | 'next' | 'previous' | 'cancel' | 'count' | 'query' | 'follow' | 'wrap';
    }
  /** Goes to the page that starts there, which the user entered. */
  | { readonly kind: 'goTo'; readonly offset: number }
  /** A toast, such as `Copied`. */
  | { readonly kind: 'announce'; readonly text: string };
