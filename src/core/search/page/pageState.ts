import type { Histogram } from '../../../protocol/histogram';
import type { PageTarget } from '../../../protocol/hitPlace';
import type {
  ArrivedHits,
  Asked,
  EditedFilter,
  FocusAsked,
  FollowView,
  FormProblems,
  HitState,
  HitView,
  NamedEndpoints,
  PageFailure,
  PastedAddressNote,
  ShownPage,
  Suggestions,
} from '../../../protocol/pageView';
import { emptyQuestion, type SearchQuestion } from '../../../protocol/question';
import type { FieldValues, HitColumn } from '../../../protocol/resultPage';
import {
  type FollowInterval,
  type HitLayout,
  type KeptWords,
  type SavedState,
  usualInterval,
  usualLayout,
} from '../../../protocol/savedState';
import type { CurrentReply, RequestWithoutId } from './numberedRequests';
import type { FollowedState } from './requestsOfPage';

/** Where the user is in a page of hits: rows, and pixels from the top. */
export interface PlaceInPage {
  readonly pageId: string;
  readonly unfolded: readonly number[];
  readonly top: number;
}

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

export interface PageState {
  /** Both undefined until `init`. */
  readonly panelId: string | undefined;
  /** The user's time zone, which is another one than that of the extension host if that is remote. */
  readonly zone: string;
  readonly endpointId?: string | undefined;
  readonly endpoints: NamedEndpoints;
  /** The endpoint that the user chose, until the panel has switched to it, and whether to search there then. */
  readonly moving?: { readonly endpointId: string; readonly isSearchWanted: boolean } | undefined;
  readonly form: SearchQuestion;
  /** The words of the query types that the form does not show: each type keeps its own. */
  readonly words: KeptWords;
  /** Earlier contents of the form that the panel replaced, the newest last. */
  readonly before: readonly SearchQuestion[];
  /** The latest question from the panel. While the form still equals it, replacing it loses no input. */
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
  /** The current page before the window reloaded, to be requested again when the panel is ready. */
  readonly resume?: (NonNullable<SavedState['shown']> & { readonly endpointId: string }) | undefined;
  /** Applies only to the page with its id. */
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
  /** The columns as chosen, until the panel replies with them. */
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
  readonly announcement?: { readonly text: string; readonly times: number } | undefined;
  readonly focusAsked?: FocusAsked | undefined;
}

/** A reply of the search, by its kind. */
export type Received<Kind extends CurrentReply['kind']> = Extract<CurrentReply, { kind: Kind }>;

/** The state after a change, and the requests to send to the search, in this order. */
export interface PageStep {
  readonly state: PageState;
  readonly posts?: readonly RequestWithoutId[];
}

/** A change of the page: pure. */
export type PageChange<Args extends readonly unknown[] = []> = (state: PageState, ...args: Args) => PageStep;

const mostWidths = 100;

/** The state before `init`, from what VS Code kept of an earlier page. */
export function initialState(saved: SavedState | undefined): PageState {
  return {
    panelId: saved?.panelId,
    zone: 'UTC',
    endpoints: [],
    form: saved?.form ?? emptyQuestion,
    words: saved?.words ?? {},
    before: [],
    pasted: saved?.pasted,
    problems: {},
    isCanceled: false,
    resume: saved?.shown && { ...saved.shown, endpointId: saved.endpointId },
    place: undefined,
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

/** What VS Code keeps for a window that is loaded again, without documents. Undefined before `init`. */
export function savedState(state: PageState): SavedState | undefined {
  const { panelId, endpointId, form, words, pasted, areFieldsShown, hitView, layout, followEvery } = state;
  if (panelId === undefined || endpointId === undefined) return undefined;
  const { isFolded, stack, narrowed } = state.timeBar;
  const page = state.shown === undefined ? state.resume : { ...state.shown, from: state.shown.page.from };
  return {
    ...{ panelId, endpointId, form, words, pasted, areFieldsShown, hitView, layout, followEvery },
    shown: page && { question: page.question, from: page.from },
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

interface FollowState extends FollowView, Pick<FollowedState, 'replacesPage'> {
  /** Whether the panel was asked to; not while the search to follow is in progress. */
  readonly isAsked?: boolean;
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

/** The layout that the user chose; as long as there is none, the one that the panel described the hits for. */
export function chosenLayout({ layout, shown }: PageState): HitLayout {
  if (layout.kind !== 'usual') return layout;
  return { ...layout, kind: shown?.page.table.areLines === true ? 'lines' : 'table' };
}

/** With a toast. */
export function announced(state: PageState, text: string): PageState {
  return { ...state, announcement: { text, times: (state.announcement?.times ?? 0) + 1 } };
}

/** With the focus elsewhere. */
export function focused(state: PageState, on: FocusAsked['on']): PageState {
  return { ...state, focusAsked: { on, times: (state.focusAsked?.times ?? 0) + 1 } };
}
