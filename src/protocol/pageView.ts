import type { HitAction } from './actions';
import type { Histogram } from './histogram';
import type { HitPlace } from './hitPlace';
import type { QuestionFilter, SearchQuestion, SortKey, TimeRange } from './question';
import type { FieldValues, HitColumn, HitInFull, HitPage } from './resultPage';
import type { FollowInterval, HitLayout, hitViews, SavedState } from './savedState';

/** What a search page shows: its view model, which the host makes of the state of the search. */

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

/** Problems of the user's input, each shown below its input. */
export type FormProblems = { readonly [place in 'index' | 'field' | 'text' | 'time']?: string | undefined };

/** The reply to a request beside the search, once it has come. */
export interface Asked<Reply> {
  readonly reply?: Reply | undefined;
}

export type Suggestions = Asked<readonly SearchCompletion[]> & { readonly of: 'index' | 'field' };

/** Chips stand in the row, and where that has no room for them, in a popup. */
export const chipPlaces = ['row', 'popup'] as const;
export type ChipPlace = (typeof chipPlaces)[number];

export type EditedFilter = Asked<FilterEdit> & {
  readonly filter: QuestionFilter;
  /** Its place in the form, and which of its chips has the popup. */
  readonly at: number;
  readonly place: ChipPlace;
};

/** Hits that were added to those of a page: their rows, from the top down. */
export interface ArrivedHits {
  readonly fresh: readonly number[];
  /** A key for each row of the page, by which a hit is found again when rows are added above it. */
  readonly keys: readonly number[];
  /** Whether they are new, rather than around a hit. */
  readonly areNew: boolean;
}

/**
 * The row of a hit after other hits were added to its page.
 *
 * @param fresh the rows of the added hits, from the top down
 */
export function rowAfterArrivals(row: number, fresh: readonly number[]): number {
  return fresh.reduce((after, each) => (each > after ? after : after + 1), row);
}

export type HitView = (typeof hitViews)[number];
export type HitState = HitInFull | 'asked' | 'gone';
export type ActOnValue = (action: HitAction, value?: Pick<HitPlace, 'path' | 'start'>) => void;
/** The notes about an address that was pasted into the words, and whether the form was filled from it. */
export type PastedAddressNote = Readonly<NonNullable<SavedState['pasted']>>;

/** An edit of the form, as JSON keeps it: null for what is removed. */
export type FormEdit = Partial<Omit<SearchQuestion, 'time' | 'around'>> & {
  readonly time?: TimeRange | null;
  readonly around?: null;
};

/** A search without hits: why there may be none, and edits of the form that may find some. */
interface EmptyView {
  readonly lines: readonly string[];
  readonly ways: readonly { readonly label: string; readonly to: FormEdit }[];
  /** The time of the index's newest document in milliseconds since 1970, if known. */
  readonly newest?: number | undefined;
}

/** The bars of the times of the hits. */
interface TimeBarView {
  readonly isFolded: boolean;
  /** Whether there is room for bars: hits with times may have some, and without hits nothing moves into their place. */
  readonly hasRoom: boolean;
  readonly histogram?: Histogram | undefined;
  /** Whether they are those of the search before. */
  readonly arePrevious: boolean;
  /** Whether the user can search in a range of them. */
  readonly canNarrow: boolean;
  /** The fields that can divide them, and the one that does; empty: none. */
  readonly stacks: readonly string[];
  readonly stack: string;
}

export interface FollowView {
  readonly state: 'starting' | 'following' | 'paused' | 'off';
  /** The reason why it is paused, or off: sentences, which may contain server text. */
  readonly why?: string | undefined;
  /** New hits that the page does not show yet. */
  readonly came: number;
  /** Whether the new hits were requested. */
  readonly isTaking?: boolean;
}

export interface PageView {
  /** The endpoint that the user chose; undefined until the host knows it. */
  readonly endpointId?: string | undefined;
  readonly endpoints: NamedEndpoints;
  /** Whether the endpoint was removed: no request is possible before the user chooses another one. */
  readonly isRemoved: boolean;
  readonly form: SearchQuestion;
  readonly problems: FormProblems;
  /** Whether the form had other contents, which the user can have back. */
  readonly canRestore: boolean;
  readonly pasted?: PastedAddressNote | undefined;
  /** The request in progress, with its progress for display: `40,000 of 250,000`. */
  readonly busy?: { readonly what: 'search' | 'turn' | 'count'; readonly progress?: string | undefined } | undefined;
  /** The last page received. It stays while the next one is awaited, and if that fails. */
  readonly shown?: ShownPage | undefined;
  /** Whether the hits are those of a previous search: another one runs, or the last one failed. */
  readonly arePrevious: boolean;
  readonly isWithoutHits: boolean;
  readonly empty?: EmptyView | undefined;
  readonly failure?: PageFailure | undefined;
  readonly canRetry: boolean;
  /** The filters that the server names in its failure. */
  readonly blamed: readonly QuestionFilter[];
  readonly isCanceled: boolean;
  /** The rows that are expanded, and the pixels by which the page is scrolled; undefined: not scrolled yet. */
  readonly unfolded: readonly number[];
  readonly top?: number | undefined;
  readonly grown?: ArrivedHits | undefined;
  /** The expanded hits, by row. */
  readonly hits: { readonly [row: number]: HitState | undefined };
  readonly hitView: HitView;
  /** The layout as chosen; as long as there is none, as drawn. */
  readonly layout: HitLayout;
  readonly timeBar: TimeBarView;
  /** Undefined if the page does not follow its search. */
  readonly follow?: FollowView | undefined;
  readonly followEvery: FollowInterval;
  /** Widths in pixels of the columns that the user dragged, by title. */
  readonly widths: readonly (readonly [title: string, px: number])[];
  readonly isHitSelected: boolean;
  /** The visible columns, whether the user chose them, and whether only these could be fetched. */
  readonly columns: readonly string[];
  readonly areColumnsChosen: boolean;
  readonly canFetchColumns: boolean;
  /** The page size in the request body; undefined if the form's size applies. */
  readonly bodySize?: number | undefined;
  /** The form's sort keys that no heading of the page shows: they belong to another index, or to a hidden column. */
  readonly unseenOrder: readonly SortKey[];
  readonly isRequestShown: boolean;
  /** Whether the fields are shown beside the hits; undefined: if there is room. */
  readonly areFieldsShown?: boolean | undefined;
  readonly editing?: EditedFilter | undefined;
  /** All fields of an index that has more than a page lists, and whether they are still to be requested. */
  readonly allFields?: readonly HitColumn[] | undefined;
  readonly wantsAllFields: boolean;
  /** The field with visible values, or why they were not counted. */
  readonly values?: (Asked<FieldValues> & { readonly path: string }) | undefined;
  /** The suggestions for the focused input. */
  readonly completions?: Suggestions | undefined;
  /** The date fields for the time range, and whether those of the form's index are still to be requested. */
  readonly dates: readonly string[];
  readonly wantsDates: boolean;
  /** Whether the user can go back to the time range before. */
  readonly canWiden: boolean;
  /** A toast; another number each time, so that the same text can be shown again. */
  readonly announcement?: { readonly text: string; readonly times: number } | undefined;
  /** What the host wants to have the focus; another number each time. */
  readonly focusAsked?: FocusAsked | undefined;
  /** What VS Code keeps of the page for a window that is loaded again. */
  readonly saved?: SavedState | undefined;
}

export interface FocusAsked {
  readonly on: 'index' | 'values' | 'problem';
  readonly times: number;
}
