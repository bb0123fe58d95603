import type { HitAction } from '../protocol/actions';
import type { Histogram } from '../protocol/histogram';
import type { PageTarget } from '../protocol/hitPlace';
import type {
  FilterEdit,
  FollowedState,
  NamedEndpoints,
  PageFailure,
  SearchCompletion,
  ShownPage,
} from '../protocol/pageMessages';
import { emptyQuestion, type QuestionFilter, type SearchQuestion } from '../protocol/question';
import type { FieldValues, HitColumn, HitInFull } from '../protocol/resultPage';
import {
  type FollowInterval,
  type HitLayout,
  type hitViews,
  type KeptWords,
  type SavedState,
  usualInterval,
  usualLayout,
} from '../protocol/savedState';
import type { HostMessage, PagePost } from './hostRequests';
import type { FormProblems } from './questionForm';

export type ActOnValue = (action: HitAction, path?: string) => void;
/** The notes about an address that was pasted into the words, and whether the form was filled from it. */
type PastedAddressNote = Readonly<NonNullable<SavedState['pasted']>>;
export type PlaceInPage = NonNullable<SavedState['place']>;
type HitState = HitInFull | 'asked' | 'gone';
export type HitView = (typeof hitViews)[number];

/** The reply to a request beside the search, once it has come. */
interface Asked<Reply> {
  readonly reply?: Reply | undefined;
}

type Suggestions = Asked<readonly SearchCompletion[]> & { readonly of: 'index' | 'field' };

/** Chips stand in the row, and where that has no room for them, in a popup. */
export type ChipPlace = 'row' | 'popup';

export type EditedFilter = Asked<FilterEdit> & {
  readonly filter: QuestionFilter;
  /** Its place in the form, and which of its chips has the popup. */
  readonly at: number;
  readonly place: ChipPlace;
};

/** The request in progress. */
interface Busy {
  readonly what: 'search' | 'turn' | 'count';
  /** For a search: whether it requests other hits than the current ones. */
  readonly isOfOtherHits?: boolean;
  readonly to?: PageTarget;
  /** For a search: what is asked, and from which hit on. */
  readonly asked?: { readonly question: SearchQuestion; readonly from: number };
  /** Its progress, for display: `40,000 of 250,000`. */
  readonly progress?: string;
}

/** Hits that were added to those of a page: their rows, from the top down. */
interface ArrivedHits {
  readonly fresh: readonly number[];
  /** A key for each row of the page, by which a hit is found again when rows are added above it. */
  readonly keys: readonly number[];
  /** Whether they are new, rather than around a hit. */
  readonly areNew: boolean;
}

export interface PageState {
  /** Both undefined until the host has sent `init`. */
  readonly panelId: string | undefined;
  readonly endpointId?: string | undefined;
  readonly endpoints: NamedEndpoints;
  /** The endpoint that the user chose, until the host has switched to it, and whether to search there then. */
  readonly moving?: { readonly endpointId: string; readonly isSearchWanted: boolean } | undefined;
  readonly form: SearchQuestion;
  /** The words of the query types that the form does not show: each type keeps its own. */
  readonly words: KeptWords;
  /** Earlier contents of the form that the host replaced, the newest last. */
  readonly before: readonly SearchQuestion[];
  /** The latest question from the host. While the form still equals it, replacing it loses no input. */
  readonly asked?: SearchQuestion | undefined;
  /** The latest pasted address, until the user closes its notes, or searches for something else. */
  readonly pasted: PastedAddressNote | undefined;
  readonly problems: FormProblems;
  readonly busy?: Busy | undefined;
  /** The last page received. It stays while the next one is awaited, and if that fails. */
  readonly shown?: ShownPage | undefined;
  readonly failure?: PageFailure | undefined;
  /** The request that failed. */
  readonly failed?: Busy | undefined;
  /** The time of the index's newest document, for a page without hits. */
  readonly newest?: { readonly pageId: string; readonly at: number } | undefined;
  readonly isCanceled: boolean;
  /** The current page before the window reloaded, to be requested again when the host is ready. */
  readonly resume?: (NonNullable<SavedState['shown']> & { readonly endpointId: string }) | undefined;
  /** Applies only to the page with its id: VS Code recreates the webview each time its tab was hidden. */
  readonly place: PlaceInPage | undefined;
  /** If hits were added to the current ones, around a hit or newer ones: the page with them. */
  readonly grown?: (ArrivedHits & { readonly pageId: string }) | undefined;
  readonly hits: ReadonlyMap<number, HitState>;
  readonly hitView: HitView;
  readonly layout: HitLayout;
  readonly timeBar: TimeBarState;
  /** The state of following the current search; undefined if the page does not follow it. */
  readonly follow?: FollowState | undefined;
  readonly followEvery: FollowInterval;
  /** Widths in pixels of the columns that the user dragged, by title. */
  readonly widths: ReadonlyMap<string, number>;
  readonly isHitSelected: boolean;
  /** The columns as chosen, until the host replies with them. */
  readonly chosen?: readonly string[] | undefined;
  readonly isRequestShown: boolean;
  /** Whether the fields are shown beside the hits; undefined: if there is room. */
  readonly areFieldsShown: boolean | undefined;
  /** The filter that is edited. */
  readonly editing?: EditedFilter | undefined;
  /** All fields of an index that has more than a page lists. */
  readonly allFields?: (Asked<readonly HitColumn[]> & { readonly index: string }) | undefined;
  /** The field with visible values, or why they were not counted. */
  readonly values?: (Asked<FieldValues> & { readonly path: string }) | undefined;
  /** The requested suggestions, and the current ones, for the focused input. */
  readonly completing?: Suggestions | undefined;
  readonly completions?: Suggestions | undefined;
  /** The date fields of an index, by their names. */
  readonly dates?: (Asked<readonly string[]> & { readonly index: string }) | undefined;
  /** A toast; a new object each time, so that the same text can be shown again. */
  readonly announcement?: { readonly text: string } | undefined;
  /** What the host wants to have the focus: a new object each time. */
  readonly focusAsked?: { readonly on: 'text' | 'index' | 'values' } | undefined;
}

/** A message of the host, by its kind. */
export type Received<Kind extends HostMessage['kind']> = Extract<HostMessage, { kind: Kind }>;

/** The state after an action, and the messages to send to the host, in this order. */
export interface PageStep {
  readonly state: PageState;
  readonly posts?: readonly PagePost[];
}

/** A change of the page: pure. */
export type PageChange<Args extends readonly unknown[] = []> = (state: PageState, ...args: Args) => PageStep;

/** Changes the page: `dispatch(turnPage, 'next')`. */
export type Dispatch = <Args extends readonly unknown[]>(change: PageChange<Args>, ...args: Args) => void;

const mostWidths = 100;

/** The state before the first message of the host, from the saved state of the last page. */
export function initialState(saved: SavedState | undefined): PageState {
  return {
    panelId: saved?.panelId,
    endpoints: [],
    form: saved?.form ?? emptyQuestion,
    words: saved?.words ?? {},
    before: [],
    pasted: saved?.pasted,
    problems: {},
    isCanceled: false,
    resume: saved?.shown && { ...saved.shown, endpointId: saved.endpointId },
    place: saved?.place,
    hits: new Map(),
    hitView: saved?.hitView ?? 'tree',
    layout: saved?.layout ?? usualLayout,
    timeBar: { isFolded: false, isAwaited: false, ...saved?.timeBar, narrowed: saved?.timeBar?.narrowed ?? [] },
    followEvery: saved?.followEvery ?? usualInterval,
    widths: new Map(saved?.widths),
    isHitSelected: false,
    isRequestShown: false,
    areFieldsShown: saved?.areFieldsShown,
  };
}

/** The part of the state that survives the page, without documents. Undefined before the host's `init`. */
export function savedState(state: PageState): SavedState | undefined {
  const { panelId, endpointId, form, words, pasted, areFieldsShown, hitView, layout, followEvery } = state;
  if (panelId === undefined || endpointId === undefined) return undefined;
  const { isFolded, stack, narrowed } = state.timeBar;
  const page = state.shown === undefined ? state.resume : { ...state.shown, from: state.shown.page.from };
  return {
    ...{ panelId, endpointId, form, words, pasted, areFieldsShown, hitView, layout, followEvery },
    shown: page && { question: page.question, from: page.from },
    place: placeInPage(state),
    timeBar: { isFolded, stack, narrowed: narrowed.slice(-mostNarrowings) },
    widths: [...state.widths].slice(-mostWidths),
  };
}

/** With the reply, if it is still wanted. */
export function withReply<To extends Asked<unknown>>(asked: To | undefined, reply: To['reply']): To | undefined {
  return asked && { ...asked, reply };
}

/** The page size in the request body; undefined if the form's size applies. */
export function sizeOfBody({ form, shown }: PageState): number | undefined {
  if (form.body === undefined || shown?.question.body !== form.body) return undefined;
  return shown.page.size === form.size ? undefined : shown.page.size;
}

/**
 * Whether the hits are those of a previous search: another one runs, or the last one failed. The same search in another
 * order or page size does not count as another one.
 */
export function areHitsPrevious({ shown, busy, failure }: PageState): boolean {
  if (shown === undefined) return false;
  if (busy?.isOfOtherHits !== undefined) return busy.isOfOtherHits;
  return failure?.isOfSearch === true;
}

/** Whether the endpoint of the page was removed: no request is possible before the user chooses another one. */
export function isEndpointRemoved({ endpointId, endpoints }: PageState): boolean {
  return endpointId !== undefined && !endpoints.some(({ id }) => id === endpointId);
}

export function isWithoutHits({ shown }: Pick<PageState, 'shown'>): boolean {
  return shown !== undefined && shown.page.table.rows.length === 0 && shown.page.aggregations.length === 0;
}

/** The place in the current page; undefined if there is none, or if it belongs to another page. */
export function placeInPage({ place, shown }: PageState): PlaceInPage | undefined {
  return place?.pageId === shown?.pageId ? place : undefined;
}

/** The hits that were added to those of the page before; undefined if this is another page. */
export function grownBy({ grown, shown }: PageState): ArrivedHits | undefined {
  return grown !== undefined && grown.pageId === shown?.pageId ? grown : undefined;
}

/** A key for each row of the page: its place, unless hits were added above or below. */
export function rowKeys(state: PageState): readonly number[] {
  return grownBy(state)?.keys ?? (state.shown?.page.table.rows ?? []).map((_, row) => row);
}

interface FollowState extends Pick<FollowedState, 'why' | 'came' | 'replacesPage'> {
  /** Whether the host was asked to; not while the search to follow is in progress. */
  readonly isAsked?: boolean;
  readonly state: FollowedState['state'] | 'starting';
  /** Whether the new hits were requested. */
  readonly isTaking?: boolean;
}

/** The page follows the hits once they arrive. */
export const awaitedFollow: FollowState = { state: 'starting', came: 0, replacesPage: false };

/** The state for another search in progress: it is followed as the one before. */
export function followNext(follow: FollowState | undefined): FollowState | undefined {
  return follow?.state === 'following' || follow?.state === 'starting' ? awaitedFollow : undefined;
}

/** A range of time that the user chose on the time bar, and the range that it replaced: no range is any time. */
export type TimeNarrowing = NonNullable<NonNullable<SavedState['timeBar']>['narrowed']>[number];

interface TimeBarState {
  readonly isFolded: boolean;
  /** The field by which the user divides the bars; empty: by none; undefined: by the usual one. */
  readonly stack?: string | undefined;
  /** The current search, by the id of its first page; turning pages does not change it. */
  readonly of?: string | undefined;
  readonly asked?: { readonly of: string; readonly stack: string | undefined } | undefined;
  readonly isAwaited: boolean;
  readonly histogram?: Histogram | undefined;
  /** The index for which there were none: no room is kept for its bars. */
  readonly lacking?: string | undefined;
  readonly narrowed: readonly TimeNarrowing[];
}

export const mostNarrowings = 20;

/** The state for a new search, or for none. The bars of the search before stay until the new ones arrive. */
export function timeBarOf(timeBar: TimeBarState, of: string | undefined): TimeBarState {
  return { ...timeBar, of, asked: undefined, isAwaited: false };
}

/**
 * The row of a hit after other hits were added to its page.
 *
 * @param fresh the rows of the added hits, from the top down
 */
export function rowAfterArrivals(row: number, fresh: readonly number[]): number {
  return fresh.reduce((after, each) => (each > after ? after : after + 1), row);
}

/** The layout that the user chose; as long as there is none, the drawn one. */
export function chosenLayout(state: PageState): HitLayout {
  return state.layout.kind === 'usual' ? drawnLayout(state) : state.layout;
}

/** The layout in which the hits can be drawn: the one that the host described them for. */
export function drawnLayout({ shown, layout }: PageState): HitLayout {
  return { ...layout, kind: shown?.page.table.areLines === true ? 'lines' : 'table' };
}
