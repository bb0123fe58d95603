import type { HitAction, SearchAction } from '../../../protocol/actions';
import type { Histogram } from '../../../protocol/histogram';
import type { HitPlace, PageTarget } from '../../../protocol/hitPlace';
import type { FilterEdit, NamedEndpoints, PageFailure, SearchCompletion, ShownPage } from '../../../protocol/pageView';
import type { QuestionFilter, SearchQuestion } from '../../../protocol/question';
import type { FieldValues, HitColumn, HitInFull, HitTable, HitTotalShown } from '../../../protocol/resultPage';
import type { FollowInterval, HitLayout } from '../../../protocol/savedState';
import type { FollowStatus } from '../follow/openFollow';

/**
 * What the state of a search page asks of the search, and its replies. Every `search`, `turnPage`, and `count` gets exactly
 * one reply: `page`, whose id is that of the request, or `counted`, `failed`, or `canceled` with its `requestId`;
 * `progress` may come before it. Every `complete` gets one `completions`, and possibly a second one with more details,
 * every `openHit` one `hit` (even if the hit is gone), every `histogram` one unless a newer one or a new search replaces
 * it. A `follow` gets `followed` each time that its status changes, and a `takeNewHits` gets `newHits`, unless another
 * search or page replaces the followed one; the others get no reply.
 */
export type PageRequest =
  /** The page needs `init`, also after VS Code created it again. */
  | { readonly kind: 'ready'; readonly zone?: string | undefined }
  /** A new search, starting at that offset. Cancels any request in progress. */
  | { readonly kind: 'search'; readonly requestId: string; readonly question: SearchQuestion; readonly from: number }
  /** Requests another page of the current result. Cancels any request in progress. */
  | { readonly kind: 'turnPage'; readonly requestId: string; readonly to: PageTarget }
  /** Counts all hits of the current result. */
  | { readonly kind: 'count'; readonly requestId: string }
  | { readonly kind: 'cancel'; readonly requestId: string }
  /** Requests suggestions for an input: at most 50, those that start with `text` first. */
  | {
      readonly kind: 'complete';
      readonly requestId: string;
      readonly of: 'index' | 'field' | 'dateField';
      readonly index: string;
      readonly text: string;
    }
  /** Requests a search from an address of Discover in the words; the reply is `address`. */
  | {
      readonly kind: 'readAddress';
      readonly requestId: string;
      readonly text: string;
      /** The form, for parts that the address does not set. */
      readonly form: Pick<SearchQuestion, 'index' | 'size' | 'highlight'>;
      /** The user's time zone, for dates in the address without one. */
      readonly zone: string;
    }
  /** Requests what can be edited in a filter, or the filter with other texts; the reply is `filterEdit`. */
  | {
      readonly kind: 'editFilter';
      readonly requestId: string;
      readonly filter: QuestionFilter;
      readonly texts?: readonly string[];
    }
  | { readonly kind: 'openHit'; readonly pageId: string; readonly row: number }
  | { readonly kind: 'place'; readonly action: HitAction; readonly place: HitPlace }
  /** An action on the search in the form. */
  | { readonly kind: 'act'; readonly action: SearchAction }
  /** Requests the times of the hits of that page's search. */
  | {
      readonly kind: 'histogram';
      readonly requestId: string;
      readonly pageId: string;
      readonly field: string;
      readonly zone: string;
      /** The field to divide the bars by; empty: by none; absent: by the usual one. */
      readonly stack?: string;
    }
  /** Sets the columns for this endpoint and index; the reply is `columns`. Empty: the usual ones. */
  | { readonly kind: 'chooseColumns'; readonly pageId: string; readonly paths: readonly string[] }
  /** Sets the layout of hits. If they are drawn in another way then, the reply is `columns`. */
  | { readonly kind: 'chooseLayout'; readonly layout: HitLayout }
  /** Requests all fields of the current search's index; the reply is `fields`. */
  | { readonly kind: 'listFields'; readonly requestId: string }
  /** Counts the values of a field in all hits; the reply is `values`. Cancels an earlier count. */
  | { readonly kind: 'countValues'; readonly requestId: string; readonly path: string }
  /** Follows the search of that page. Ends with the next page or search. */
  | {
      readonly kind: 'follow';
      readonly requestId: string;
      readonly pageId: string;
      readonly seconds: FollowInterval;
    }
  | { readonly kind: 'steerFollow'; readonly to: 'resume' | 'end' }
  | { readonly kind: 'followEvery'; readonly seconds: FollowInterval }
  /** Requests the new hits, as a page of all that are followed. */
  | { readonly kind: 'takeNewHits'; readonly requestId: string }
  /** Switches this page to another endpoint; the reply is `init`. */
  | { readonly kind: 'chooseEndpoint'; readonly endpointId: string };

export interface FollowedState extends FollowStatus {
  /** The request of the page that started it. */
  readonly requestId: string;
  /** Whether the page shows other hits than the newest, so that new ones replace them. */
  readonly replacesPage: boolean;
}

export type PageReply =
  /** What the search knows that the state does not: at first, and of another endpoint, all of it. */
  | {
      readonly kind: 'init';
      readonly panelId: string;
      readonly endpointId: string;
      readonly endpoints: NamedEndpoints;
      /** The question for a form that is blank. */
      readonly question?: SearchQuestion;
      /** The layout of the panel, which a page that was restored has brought. */
      readonly layout?: HitLayout;
      readonly shown?: ShownPage;
      readonly failure?: PageFailure;
      /** The search whose reply is still to come. */
      readonly busy?: string;
      /** The question of the search that is under way, or has failed. */
      readonly searched?: SearchQuestion;
      readonly isHitSelected?: boolean;
    }
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
  /** The search of an address of Discover, for the form. The page searches unless its index is missing. */
  | {
      readonly kind: 'address';
      readonly requestId: string;
      /** Absent if the address could not be read. */
      readonly question?: SearchQuestion;
      /** The omitted parts, or the reason why it could not be read. May contain parts of the address: hostile. */
      readonly notes: readonly string[];
      /** The reason why the user has to enter the index. */
      readonly whyIndex?: string;
    }
  | { readonly kind: 'fields'; readonly requestId: string; readonly items: readonly HitColumn[] }
  | ({ readonly kind: 'filterEdit'; readonly requestId: string } & FilterEdit)
  | {
      readonly kind: 'values';
      readonly requestId: string;
      readonly values: FieldValues;
    }
  /** A toast, such as `Copied`. */
  | { readonly kind: 'announce'; readonly text: string };
