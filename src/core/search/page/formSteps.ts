import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import { discoverAddressIn, longestAddress } from '../../../protocol/discoverAddress';
import type { EditedFilter } from '../../../protocol/pageView';
import {
  type AskKind,
  isAboutWords,
  type QuestionFilter,
  type SearchQuestion,
  usualDates,
} from '../../../protocol/question';
import { wantsDates } from './pageFields';
import { announced, focused, type PageState, type PageStep } from './pageState';
import { askQuestion, turnPage } from './pageSteps';
import { formAfterQuestion, formProblems, isBlank, trimmedQuestion, withFilter } from './questionForm';

/** The form after an edit, which may have solved problems of it. */
function editedForm(state: PageState, to: Partial<SearchQuestion>): PageState {
  const { index, field, text, time } = state.problems;
  const problems = {
    index: 'index' in to ? undefined : index,
    field: 'field' in to || 'by' in to ? undefined : field,
    text: 'text' in to || 'upTo' in to || 'by' in to ? undefined : text,
    time: 'time' in to ? undefined : time,
  };
  return { ...state, form: { ...state.form, ...to }, problems };
}

/** The user edited the form; used when it is submitted. */
export function editForm(state: PageState, edit: Partial<SearchQuestion>): PageStep {
  const { to, words } = switchWords(state, edit);
  return { state: editedForm({ ...state, words }, ofIndex(state, to)) };
}

/**
 * Changes the filters, the time range, or the order. A page that has hits, or searches, searches at once, unless an input
 * is missing.
 */
export function narrowForm(state: PageState, to: Partial<SearchQuestion>): PageStep {
  const next = editedForm(state, to);
  const isAsked = state.shown !== undefined || state.busy?.what === 'search';
  return isAsked ? submitIfComplete(next) : { state: next };
}

/** Searches with one more filter. With a request body of its own, the search would ignore it. */
export function addFilter(state: PageState, filter: QuestionFilter): PageStep {
  if (state.form.body !== undefined) {
    const text = l10n.t('The request body is edited as JSON. Add the filter there.');
    return { state: announced(state, text) };
  }
  return submitForm(editedForm(state, { filters: withFilter(state.form.filters, filter) }), 0);
}

/** Requests what can be edited in a filter, or with `texts` for its inputs the edited filter. */
export function editFilter(state: PageState, editing: EditedFilter, texts?: string[]): PageStep {
  return {
    state: { ...state, editing },
    posts: [{ kind: 'editFilter', filter: editing.filter, ...(texts && { texts }) }],
  };
}

/** Searches with the form, starting at hit `from`, or shows why it cannot. */
export function submitForm(state: PageState, from: number): PageStep {
  const { moving } = state;
  const problems = formProblems(state.form);
  if (Object.keys(problems).length > 0) return { state: focused({ ...state, problems }, 'problem') };
  // Sent now, the search would go to the previous endpoint.
  if (moving !== undefined) return { state: { ...state, problems: {}, moving: { ...moving, isSearchWanted: true } } };
  return askQuestion({ ...state, problems: {} }, trimmedQuestion(state.form), from);
}

/** Searches with the form, unless an input is missing, without showing which one. */
function submitIfComplete(state: PageState): PageStep {
  return Object.keys(formProblems(state.form)).length === 0 ? submitForm(state, 0) : { state };
}

/** The user took a suggested index: the page searches at once if no input is missing. */
export function pickIndex(state: PageState): PageStep {
  return submitIfComplete(withoutWhatWas(state));
}

/** The user searches: reads an address of Discover that was dropped or typed into the words instead of pasted. */
export function pressSearch(state: PageState): PageStep {
  const { form } = state;
  if (form.body === undefined && isAboutWords(form.by)) {
    const address = discoverAddressIn(form.text);
    if (address !== undefined) return readAddress(state, address);
  }
  return submitForm(withoutWhatWas(state), 0);
}

/** Requests a search from an address of Discover: only the panel knows the parts of its index. */
export function readAddress(state: PageState, text: string): PageStep {
  if (text.length > longestAddress) {
    const note = l10n.t('It has more than {0} characters.', numberText(longestAddress));
    return { state: { ...state, pasted: { isRead: false, notes: [note] } } };
  }
  const { index, size, highlight } = trimmedQuestion(state.form);
  return { state, posts: [{ kind: 'readAddress', text, form: { index, size, highlight }, zone: state.zone }] };
}

const mostBefore = 20;

/** Puts a question into the form, and searches. The user can restore what was typed there. */
export function takeQuestion(state: PageState, question: SearchQuestion, isRun = true): PageStep {
  const form = formAfterQuestion(state.form, question);
  const before = isLost(state, question) ? [...state.before, state.form].slice(-mostBefore) : state.before;
  const next = { ...state, form, asked: form, before, pasted: undefined, problems: {} };
  return isRun ? submitForm(next, 0) : { state: next };
}

function isLost({ form, asked }: PageState, question: SearchQuestion): boolean {
  if (isBlank(form) || form === asked) return false;
  return question.body === undefined || question.index !== form.index;
}

/** Goes to the page that starts with that hit, from 0 up; searches from there if there is no page yet. */
export function goToOffset(state: PageState, offset: number): PageStep {
  return state.shown === undefined ? submitForm(state, offset) : turnPage(state, { offset });
}

/** Restores what the form was before another question replaced it. */
export function restoreForm(state: PageState): PageStep {
  const form = state.before.at(-1);
  if (form === undefined) return { state };
  return { state: { ...state, form, asked: form, before: state.before.slice(0, -1), pasted: undefined, problems: {} } };
}

/** From a request body back to the form. */
export function leaveBody(state: PageState): PageStep {
  const { body: _, ...form } = state.form;
  return { state: { ...state, form, problems: {} } };
}

export function switchEndpoint(state: PageState, endpointId: string): PageStep {
  if (endpointId === '' || endpointId === (state.moving?.endpointId ?? state.endpointId)) return { state };
  return {
    state: { ...state, moving: { endpointId, isSearchWanted: false } },
    posts: [{ kind: 'chooseEndpoint', endpointId }],
  };
}

/** Requests suggestions for an input. */
export function requestCompletions(state: PageState, of: 'index' | 'field', text: string): PageStep {
  const index = state.form.index.trim();
  return { state: { ...state, completing: { of } }, posts: [{ kind: 'complete', of, index, text }] };
}

export function closeCompletions(state: PageState): PageStep {
  return { state: { ...state, completing: undefined, completions: undefined } };
}

/** Requests the date fields of the form's index. */
export function requestDates(state: PageState): PageStep {
  if (!wantsDates(state)) return { state };
  const dates = { index: state.form.index.trim() };
  return { state: { ...state, dates }, posts: [{ kind: 'complete', ...dates, of: 'dateField', text: '' }] };
}

/** Another index rarely has the same fields to sort by and fetch, except for the usual dates. */
function ofIndex({ form, dates }: PageState, to: Partial<SearchQuestion>): Partial<SearchQuestion> {
  if (to.index === undefined || to.index.trim() === form.index.trim()) return to;
  const kept = [...usualDates, ...(dates?.reply ?? [])];
  const sort = form.sort.filter(({ field }) => kept.includes(field));
  return { ...to, sort, onlyFields: [], ...(form.around !== undefined && { around: undefined }) };
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
