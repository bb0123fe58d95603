import * as l10n from '@vscode/l10n';
import { numberText } from '../l10n/numbers';
import { discoverAddressIn, longestAddress } from '../protocol/discoverAddress';
import { type AskKind, isAboutWords, type SearchQuestion, usualDates } from '../protocol/question';
import { pressFollow, takeNewHits, takeUnlessHeld } from './followRequests';
import { columnsToFetch, wantsDates } from './pageFields';
import { type PageAction, type PageState, type PageStep, type PlaceInPage, placeInPage } from './pageState';
import {
  addFilter,
  cancelRequest,
  changeQuestion,
  chooseColumns,
  chooseLayout,
  countAllHits,
  countValues,
  editedForm,
  fetchOnly,
  listAllFields,
  narrowForm,
  openHits,
  retry,
  showFields,
  submitForm,
  submitIfComplete,
  toggleColumn,
  turnPage,
} from './pageSteps';
import { trimmedQuestion } from './questionForm';
import { receiveMessage } from './receiveMessage';
import { narrowToBars, widenTime, withTimeBar } from './timeBarRequests';

/** The state after an action, and the messages to send. A changed form is sent first: actions are about it. */
export function reducePage(state: PageState, action: PageAction): PageStep {
  const step = withTimeBar(reduce(state, action), personsZone());
  const { form, panelId } = step.state;
  if (panelId === undefined || (form === state.form && panelId === state.panelId)) return step;
  return { ...step, posts: [{ kind: 'edited', question: trimmedQuestion(form) }, ...(step.posts ?? [])] };
}

function personsZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC';
}

function reduce(state: PageState, action: PageAction): PageStep {
  switch (action.kind) {
    case 'received':
      return receiveMessage(state, action.message);
    case 'edited': {
      const { to, words } = switchWords(state, action.to);
      return { state: editedForm({ ...state, words }, ofIndex(state, to)) };
    }
    case 'indexPicked':
      return submitIfComplete(withoutWhatWas(state));
    case 'narrowed':
      return narrowForm(state, action.to);
    case 'filterAdded':
      return addFilter(state, action.filter);
    case 'submitted': {
      const address = addressInWords(state);
      if (address !== undefined) return readAddress(state, address);
      // Sent now, the search would go to the previous endpoint.
      if (state.moving !== undefined) return { state: { ...state, moving: { ...state.moving, isSearchWanted: true } } };
      return submitForm(withoutWhatWas(state), 0);
    }
    case 'addressPasted':
      return readAddress(state, action.text);
    case 'pastedClosed':
      return { state: { ...state, pasted: undefined } };
    case 'arranged':
      return changeQuestion(state, action.to);
    case 'turned':
      return turnPage(state, action.to);
    case 'countPressed':
      return countAllHits(state);
    case 'cancelPressed':
      return cancelRequest(state);
    case 'retried':
      return retry(state);
    case 'completionWanted': {
      const completing = { of: action.of };
      const index = state.form.index.trim();
      return {
        state: { ...state, completing },
        posts: [{ kind: 'complete', ...completing, index, text: action.text }],
      };
    }
    case 'completionClosed':
      return { state: { ...state, completing: undefined, completions: undefined } };
    case 'datesWanted': {
      if (!wantsDates(state)) return { state };
      const asked = { index: state.form.index.trim() };
      return { state: { ...state, dates: asked }, posts: [{ kind: 'complete', ...asked, of: 'dateField', text: '' }] };
    }
    case 'endpointChosen':
      return chooseEndpoint(state, action.endpointId);
    case 'columnsChosen':
      return chooseColumns(state, action.paths);
    case 'columnToggled':
      return toggleColumn(state, action.path);
    case 'fieldsToggled':
      return showFields(state, action.areShown);
    case 'allFieldsWanted':
      return listAllFields(state);
    case 'valuesToggled':
      return state.values?.path === action.path
        ? { state: { ...state, values: undefined } }
        : countValues(state, action.path);
    case 'fetchToggled':
      return state.form.onlyFields.length > 0
        ? changeQuestion(state, { onlyFields: [] })
        : fetchOnly(state, columnsToFetch(state));
    case 'backToTyped': {
      const form = state.before.at(-1);
      if (form === undefined) return { state };
      const before = state.before.slice(0, -1);
      return { state: { ...state, form, asked: form, before, pasted: undefined, problems: {} } };
    }
    case 'backToForm': {
      const { body: _, ...form } = state.form;
      return { state: { ...state, form, problems: {} } };
    }
    case 'acted':
      return { state, posts: [{ kind: 'act', action: action.action }] };
    case 'placed':
      return place(state, action);
    case 'toggled':
      return toggle(state, action.row, action.isUnfolded);
    case 'hitViewChosen':
      return { state: { ...state, hitView: action.view } };
    case 'layoutChosen':
      return chooseLayout(state, action.to);
    case 'widthChosen': {
      const others = [...state.widths].filter(([title]) => title !== action.title);
      const own = action.px === undefined ? [] : [[action.title, action.px] as const];
      return { state: { ...state, widths: new Map([...others, ...own]) } };
    }
    case 'timeBarFolded':
      return { state: { ...state, timeBar: { ...state.timeBar, isFolded: action.isFolded } } };
    case 'stackChosen':
      return { state: { ...state, timeBar: { ...state.timeBar, stack: action.field } } };
    case 'barsChosen':
      return narrowToBars(state, action.from, action.to);
    case 'previousRangeWanted':
      return widenTime(state);
    case 'followPressed':
      return pressFollow(state);
    case 'intervalChosen':
      return {
        state: { ...state, followEvery: action.seconds },
        posts: [{ kind: 'followEvery', seconds: action.seconds }],
      };
    case 'newHitsWanted':
      return takeNewHits(state);
    case 'requestToggled':
      return { state: { ...state, isRequestShown: !state.isRequestShown } };
    case 'scrolled':
      return takeUnlessHeld(moved(state, { top: action.top }));
  }
}

function chooseEndpoint(state: PageState, endpointId: string): PageStep {
  if (endpointId === '' || endpointId === (state.moving?.endpointId ?? state.endpointId)) return { state };
  return {
    state: { ...state, moving: { endpointId, isSearchWanted: false } },
    posts: [{ kind: 'chooseEndpoint', endpointId }],
  };
}

/** Another index rarely has the same fields to sort by and fetch, except for the usual dates. */
function ofIndex({ form, dates }: PageState, to: Partial<SearchQuestion>): Partial<SearchQuestion> {
  if (to.index === undefined || to.index.trim() === form.index.trim()) return to;
  const kept = [...usualDates, ...(dates?.reply ?? [])];
  const sort = form.sort.filter(({ field }) => kept.includes(field));
  return { ...to, sort, onlyFields: [], ...(form.around !== undefined && { around: undefined }) };
}

function place(state: PageState, { action, row, path }: Extract<PageAction, { kind: 'placed' }>): PageStep {
  const { shown } = state;
  if (shown === undefined || row >= shown.page.table.rows.length) return { state };
  const at = { pageId: shown.pageId, row, ...(path !== undefined && { path }) };
  return { state, posts: [{ kind: 'place', action, place: at }] };
}

function toggle(state: PageState, row: number, isUnfolded: boolean): PageStep {
  const { shown } = state;
  if (shown === undefined || row >= shown.page.table.rows.length) return { state };
  const others = placeInPage(state)?.unfolded.filter((other) => other !== row) ?? [];
  const next = moved(state, { unfolded: isUnfolded ? [...others, row] : others });
  return isUnfolded ? openHits(next, [row]) : takeUnlessHeld(next);
}

function moved(state: PageState, to: Partial<PlaceInPage>): PageState {
  if (state.shown === undefined) return state;
  const from = placeInPage(state) ?? { pageId: state.shown.pageId, unfolded: [], top: 0 };
  return { ...state, place: { ...from, ...to } };
}

/** An address of Discover in the words that was dropped or typed instead of pasted. */
function addressInWords({ form }: PageState): string | undefined {
  return form.body === undefined && isAboutWords(form.by) ? discoverAddressIn(form.text) : undefined;
}

/** Requests a search from an address of Discover: only the host knows the parts of its index. */
function readAddress(state: PageState, text: string): PageStep {
  if (text.length > longestAddress) {
    const note = l10n.t('It has more than {0} characters.', numberText(longestAddress));
    return { state: { ...state, pasted: { isRead: false, notes: [note] } } };
  }
  const { index, size, highlight } = trimmedQuestion(state.form);
  return { state, posts: [{ kind: 'readAddress', text, form: { index, size, highlight }, zone: personsZone() }] };
}

const partsOfIndex: ReadonlySet<keyof SearchQuestion> = new Set(['index', 'sort', 'onlyFields', 'around']);

/**
 * The state without the earlier form and the notes about an address, if the user searches for something other than the
 * host's question. Entering its index does not count, because an address may have none.
 */
function withoutWhatWas(state: PageState): PageState {
  const { form, asked } = state;
  const parts = Object.keys({ ...form, ...asked }) as (keyof SearchQuestion)[];
  const isAsked = asked !== undefined && parts.every((part) => partsOfIndex.has(part) || form[part] === asked[part]);
  return isAsked ? state : { ...state, before: [], pasted: undefined };
}

/** Types whose words have the same meaning, so that the user's words stay when switching between them. */
const alike: readonly AskKind[] = ['words', 'match', 'phrase'];

/** The edit and the kept words for another query type: restores the words of that type, and keeps the form's. */
function switchWords({ form, words }: PageState, to: Partial<SearchQuestion>) {
  const { by } = to;
  if (by === undefined || by === form.by) return { to, words };
  const own = words[by];
  const isTakenOver = (own === undefined || own.text === '') && alike.includes(by) && alike.includes(form.by);
  return {
    to: { text: isTakenOver ? form.text : (own?.text ?? ''), upTo: own?.upTo ?? '', ...to },
    words: { ...words, [form.by]: { text: form.text, upTo: form.upTo } },
  };
}
