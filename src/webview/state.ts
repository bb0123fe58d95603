import {
  type Direction,
  type FromPage,
  type PageFailure,
  type Query,
  querySchema,
  type SavedState,
  type Shown,
  type ToPage,
} from '../protocol/search';

/** What stands in the form, as typed. */
export type Form = SavedState['form'];
export type FormField = keyof Form;
/** Which hits are unfolded, and how far the page is scrolled. */
export type Place = NonNullable<SavedState['place']>;

/** All that the page shows. */
export interface State {
  /** Undefined until the host has said what the page is about. */
  readonly endpointId: string | undefined;
  readonly form: Form;
  /** Why a field cannot be sent as it stands. */
  readonly problems: { readonly [field in FormField]?: string | undefined };
  /** The request whose reply is awaited; every other reply is stale. */
  readonly busy: string | undefined;
  /** The page last answered; it stays while the next one is awaited, and when that fails. */
  readonly shown: Shown | undefined;
  readonly failure: PageFailure | undefined;
  /** Whether the last request ended because a person cancelled it. */
  readonly isCancelled: boolean;
  /** The page that was shown before the window reloaded: asked for again once the host is there. */
  readonly resume: Query | undefined;
  /** Counts only for the page with its request id: VS Code makes the page anew each time its tab was hidden. */
  readonly place: Place | undefined;
}

export type Action =
  | { readonly kind: 'received'; readonly message: ToPage }
  | { readonly kind: 'edited'; readonly field: FormField; readonly value: string }
  | { readonly kind: 'submitted' }
  | { readonly kind: 'turned'; readonly to: Direction }
  | { readonly kind: 'cancelPressed' }
  | { readonly kind: 'documentOpened'; readonly row: number }
  | { readonly kind: 'toggled'; readonly row: number; readonly isUnfolded: boolean }
  | { readonly kind: 'scrolled'; readonly top: number };

/** The state after an action, and what it makes the page say to its host. */
export interface Step {
  readonly state: State;
  readonly post?: FromPage;
}

/** The page before it heard from its host, with what the page before it saved. */
export function initialState(saved: SavedState | undefined): State {
  return {
    endpointId: undefined,
    form: saved?.form ?? { index: '', field: '', text: '', from: '0', size: '10' },
    problems: {},
    busy: undefined,
    shown: undefined,
    failure: undefined,
    isCancelled: false,
    resume: saved?.shown,
    place: saved?.place,
  };
}

/**
 * @param freshId a request id never used before, for a request this action may start
 */
export function reduce(state: State, action: Action, freshId: string): Step {
  switch (action.kind) {
    case 'received':
      return receive(state, action.message, freshId);
    case 'edited':
      return {
        state: {
          ...state,
          form: { ...state.form, [action.field]: action.value },
          problems: { ...state.problems, [action.field]: undefined },
        },
      };
    case 'submitted':
      return submit(state, freshId);
    case 'turned':
      return turn(state, action.to, freshId);
    case 'cancelPressed':
      return state.busy === undefined ? { state } : { state, post: { kind: 'cancel', requestId: state.busy } };
    case 'documentOpened': {
      const { shown } = state;
      if (shown === undefined || action.row >= shown.page.rows.length) return { state };
      return { state, post: { kind: 'openDocument', requestId: shown.requestId, row: action.row } };
    }
    case 'toggled': {
      const others = placeOf(state)?.unfolded.filter((row) => row !== action.row) ?? [];
      return { state: moved(state, { unfolded: action.isUnfolded ? [...others, action.row] : others }) };
    }
    case 'scrolled':
      return { state: moved(state, { top: action.top }) };
  }
}

/** The place in the page that is shown; undefined where there is none, or where it is the place in another page. */
export function placeOf({ place, shown }: State): Place | undefined {
  return place?.requestId === shown?.requestId ? place : undefined;
}

function moved(state: State, to: Partial<Place>): State {
  if (state.shown === undefined) return state;
  const from = placeOf(state) ?? { requestId: state.shown.requestId, unfolded: [], top: 0 };
  return { ...state, place: { ...from, ...to } };
}

/** What of the state outlives the page: never documents. Undefined before the host said whose page this is. */
export function savedState(state: State): SavedState | undefined {
  const { endpointId, form, shown, resume } = state;
  if (endpointId === undefined) return undefined;
  const query = shown?.query ?? resume;
  const place = placeOf(state);
  return { endpointId, form, ...(query !== undefined && { shown: query }), ...(place !== undefined && { place }) };
}

function receive(state: State, message: ToPage, freshId: string): Step {
  switch (message.kind) {
    case 'init': {
      const { endpointId, shown, failure, busy } = message;
      // A page that saved nothing takes the form from what it is to show.
      const form = state.form.index === '' && shown !== undefined ? formOf(shown.query) : state.form;
      // A search that a person was quick to start may not have reached the host yet; its reply will still come.
      const waiting = state.busy ?? busy;
      const next = { ...state, endpointId, form, shown, failure, busy: waiting };
      const isNew = shown === undefined && failure === undefined && waiting === undefined;
      return isNew && state.resume !== undefined ? ask(next, state.resume, freshId) : { state: next };
    }
    case 'page': {
      if (message.requestId !== state.busy) return { state };
      const { requestId, query, page } = message;
      return { state: { ...ended(state), shown: { requestId, query, page }, resume: undefined } };
    }
    case 'failed': {
      if (message.requestId !== state.busy) return { state };
      const { sentence, nextStep, detail } = message;
      return { state: { ...ended(state), failure: { sentence, nextStep, ...(detail !== undefined && { detail }) } } };
    }
    case 'cancelled':
      return { state: message.requestId === state.busy ? { ...ended(state), isCancelled: true } : state };
    case 'press':
      return message.button === 'cancel'
        ? reduce(state, { kind: 'cancelPressed' }, freshId)
        : turn(state, message.button, freshId);
  }
}

function formOf({ from, size, ...words }: Query): Form {
  return { ...words, from: String(from), size: String(size) };
}

function ended(state: State): State {
  return { ...state, busy: undefined, failure: undefined, isCancelled: false };
}

function ask(state: State, query: Query, requestId: string): Step {
  return { state: { ...state, busy: requestId, isCancelled: false }, post: { kind: 'search', requestId, query } };
}

function turn(state: State, to: Direction, requestId: string): Step {
  const { shown, busy } = state;
  const isThere = to === 'next' ? shown?.page.hasNext : shown?.page.hasPrevious;
  if (busy !== undefined || isThere !== true) return { state };
  return { state: { ...state, busy: requestId, isCancelled: false }, post: { kind: 'turnPage', requestId, to } };
}

const wholeNumber = /^\d{1,15}$/;

function submit(state: State, requestId: string): Step {
  const { index, field, text, from, size } = state.form;
  const number = (value: string) => (wholeNumber.test(value.trim()) ? Number(value) : Number.NaN);
  const {
    success,
    data: query,
    error,
  } = querySchema.safeParse({
    index: index.trim(),
    field: field.trim(),
    text,
    from: number(from),
    size: number(size),
  });
  const refused = new Set(error?.issues.map(({ path }) => path[0]));
  if (index.trim() === '') refused.add('index');
  if (field.trim() === '') refused.add('field');
  if (!success || refused.size > 0) {
    const problems = Object.fromEntries(Object.entries(problemTexts).filter(([name]) => refused.has(name)));
    return { state: { ...state, problems } };
  }
  return ask({ ...state, problems: {} }, query, requestId);
}

const problemTexts: Readonly<Record<FormField, string>> = {
  index: 'Enter an index name; * stands for all indices.',
  field: 'Enter the field to match.',
  text: 'Shorten the text to 100,000 characters.',
  from: 'Enter a whole number from 0 to 2,147,483,647.',
  size: 'Enter a whole number from 1 to 10,000.',
};
