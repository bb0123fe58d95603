import type { hitActions, searchActions } from '../protocol/actions';
import type { PageTarget } from '../protocol/hitPlace';
import type {
  MessageFromPage,
  MessageToPage,
  PageFailure,
  SearchCompletion,
  ShownPage,
} from '../protocol/pageMessages';
import { emptyQuestion, type SearchQuestion } from '../protocol/question';
import type { HitInFull } from '../protocol/resultPage';
import type { hitViews, SavedState } from '../protocol/savedState';
import type { FormProblems } from './questionForm';

export type HitAction = (typeof hitActions)[number];
export type SearchAction = (typeof searchActions)[number];
type Endpoints = Extract<MessageToPage, { kind: 'init' }>['endpoints'];
/** Which hits are unfolded, and how far the page is scrolled. */
export type PlaceInPage = NonNullable<SavedState['place']>;
/** A hit in full, once it was asked for. */
export type HitState = HitInFull | 'asked' | 'gone';
/** How an unfolded hit is shown. */
export type HitView = (typeof hitViews)[number];

/** The request whose reply is awaited; every other reply is stale. */
interface Busy {
  readonly requestId: string;
  readonly what: 'search' | 'turn' | 'count';
  /** Where a turn goes. */
  readonly to?: PageTarget;
  /** How far it has come: `40,000 of 250,000`. */
  readonly progress?: string;
}

/** All that the page shows. */
export interface PageState {
  /** Both undefined until the host has said what the page is about. */
  readonly panelId: string | undefined;
  readonly endpointId: string | undefined;
  readonly endpoints: Endpoints;
  /** What stands in the form, as typed. */
  readonly form: SearchQuestion;
  /** What stood in the form before the host put something else there, the newest last. */
  readonly before: readonly SearchQuestion[];
  /** What the host put into the form last: until it is edited it can be undone. */
  readonly asked: SearchQuestion | undefined;
  readonly problems: FormProblems;
  readonly busy: Busy | undefined;
  /** The page last answered; it stays while the next one is awaited, and when that fails. */
  readonly shown: ShownPage | undefined;
  readonly failure: PageFailure | undefined;
  /** Whether the last request ended because a person cancelled it. */
  readonly isCancelled: boolean;
  /** The page that was shown before the window reloaded: asked for again once the host is there. */
  readonly resume: (NonNullable<SavedState['shown']> & { readonly endpointId: string }) | undefined;
  /** Counts only for the page with its request id: VS Code makes the page anew each time its tab was hidden. */
  readonly place: PlaceInPage | undefined;
  /** The hits of the page that were asked for in full, by their row. */
  readonly hits: ReadonlyMap<number, HitState>;
  readonly hitView: HitView;
  /** Pixels of the columns whose edge was dragged, by their titles. */
  readonly widths: ReadonlyMap<string, number>;
  /** Whether there is a hit to compare others with. */
  readonly isHitSelected: boolean;
  /** The columns as chosen, until the host has answered with them. */
  readonly chosen: readonly string[] | undefined;
  /** Whether the request behind the page is shown. */
  readonly isRequestShown: boolean;
  /** What could stand in the input a person is in. */
  readonly completing: { readonly requestId: string; readonly of: 'index' | 'field' } | undefined;
  readonly completions: { readonly of: 'index' | 'field'; readonly items: readonly SearchCompletion[] } | undefined;
  /** The date fields of an index; undefined while they are asked for. */
  readonly dates:
    | { readonly index: string; readonly requestId: string; readonly fields: readonly string[] | undefined }
    | undefined;
  /** Said in passing; another object each time it is said. */
  readonly said: { readonly text: string } | undefined;
  /** Another object each time a key of VS Code asks for the focus to go to the query. */
  readonly focusAsked: object | undefined;
}

export type PageAction =
  | { readonly kind: 'received'; readonly message: MessageToPage }
  /** Typed or chosen in the form; searched for only when submitted. */
  | { readonly kind: 'edited'; readonly to: Partial<SearchQuestion> }
  /** Chosen beside the words, such as a filter or a time: a result that is shown follows at once. */
  | { readonly kind: 'narrowed'; readonly to: Partial<SearchQuestion> }
  | { readonly kind: 'submitted' }
  /** How the shown result is ordered and cut into pages: `sort`, `size`, `highlight`, `onlyFields`. */
  | { readonly kind: 'arranged'; readonly to: Partial<SearchQuestion> }
  | { readonly kind: 'turned'; readonly to: PageTarget }
  | { readonly kind: 'wentTo'; readonly text: string }
  | { readonly kind: 'countPressed' }
  | { readonly kind: 'cancelPressed' }
  | { readonly kind: 'completionWanted'; readonly of: 'index' | 'field'; readonly text: string }
  | { readonly kind: 'completionClosed' }
  | { readonly kind: 'datesWanted' }
  | { readonly kind: 'endpointChosen'; readonly endpointId: string }
  | { readonly kind: 'columnsChosen'; readonly paths: readonly string[] }
  | { readonly kind: 'backToTyped' }
  | { readonly kind: 'backToForm' }
  | { readonly kind: 'acted'; readonly action: SearchAction }
  | { readonly kind: 'placed'; readonly action: HitAction; readonly row: number; readonly path?: string }
  | { readonly kind: 'toggled'; readonly row: number; readonly isUnfolded: boolean }
  | { readonly kind: 'hitViewChosen'; readonly view: HitView }
  /** Without `px` the column is as wide as it is laid out. */
  | { readonly kind: 'widthChosen'; readonly title: string; readonly px: number | undefined }
  | { readonly kind: 'requestToggled' }
  | { readonly kind: 'scrolled'; readonly top: number };

/** The state after an action, and what it makes the page say to its host, in this order. */
export interface PageStep {
  readonly state: PageState;
  readonly posts?: readonly MessageFromPage[];
}

/** So many widths are kept for the page that comes after this one. */
const mostWidths = 100;

/** The page before it heard from its host, with what the page before it saved. */
export function initialState(saved: SavedState | undefined): PageState {
  return {
    panelId: saved?.panelId,
    endpointId: undefined,
    endpoints: [],
    form: saved?.form ?? emptyQuestion,
    before: [],
    asked: undefined,
    problems: {},
    busy: undefined,
    shown: undefined,
    failure: undefined,
    isCancelled: false,
    resume: saved?.shown && { ...saved.shown, endpointId: saved.endpointId },
    place: saved?.place,
    hits: new Map(),
    hitView: saved?.hitView ?? 'tree',
    widths: new Map(saved?.widths),
    isHitSelected: false,
    chosen: undefined,
    isRequestShown: false,
    completing: undefined,
    completions: undefined,
    dates: undefined,
    said: undefined,
    focusAsked: undefined,
  };
}

/** What of the state outlives the page: never documents. Undefined before the host said whose page this is. */
export function savedState(state: PageState): SavedState | undefined {
  const { panelId, endpointId, form, shown, resume, hitView } = state;
  if (panelId === undefined || endpointId === undefined) return undefined;
  const page = shown === undefined ? resume : { question: shown.question, from: shown.page.from };
  const place = placeInPage(state);
  return {
    panelId,
    endpointId,
    form,
    ...(page !== undefined && { shown: { question: page.question, from: page.from } }),
    ...(place !== undefined && { place }),
    hitView,
    widths: [...state.widths].slice(-mostWidths),
  };
}

/** The hits of a page that a body by hand asked for itself; undefined where the form's own size counts. */
export function sizeOfBody({ form, shown }: PageState): number | undefined {
  if (form.body === undefined || shown?.question.body !== form.body) return undefined;
  return shown.page.size === form.size ? undefined : shown.page.size;
}

/** The place in the page that is shown; undefined where there is none, or where it is the place in another page. */
export function placeInPage({ place, shown }: PageState): PlaceInPage | undefined {
  return place?.requestId === shown?.requestId ? place : undefined;
}

/** The columns of the page: as chosen last, also while the host is still filling them. */
export function columnPaths({ chosen, shown }: PageState): readonly string[] {
  return chosen ?? shown?.page.table.columns.map(({ path }) => path) ?? [];
}

/** The fields to be fetched where only the columns are, the other way round than now. */
export function otherFetch(state: PageState): string[] {
  return state.form.onlyFields.length > 0 ? [] : [...columnPaths(state)];
}

/** Whether the date fields of the index in the form are yet to be asked for. */
export function wantsDates({ endpointId, form, dates }: PageState): boolean {
  const index = form.index.trim();
  return endpointId !== undefined && index !== '' && dates?.index !== index;
}

/** The date fields of the index in the form, as far as they are known, and the one the form's time is about. */
export function dateFields({ form, dates }: PageState): readonly string[] {
  const known = dates?.index === form.index.trim() ? (dates.fields ?? []) : [];
  return form.time === undefined || known.includes(form.time.field) ? known : [form.time.field, ...known];
}

export const usualDates: readonly string[] = ['@timestamp', 'timestamp', 'time', 'StartUTC', 'date'];

/** The date field that a time range is about unless another one is chosen. */
export function likelyDate(fields: readonly string[]): string {
  return usualDates.find((name) => fields.includes(name)) ?? fields[0] ?? '@timestamp';
}
