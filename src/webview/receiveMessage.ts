import type { MessageToPage } from '../protocol/pageMessages';
import type { SearchQuestion } from '../protocol/question';
import { recountValues, showValues, takeValues } from './fieldRequests';
import {
  addFilter,
  askQuestion,
  cancelRequest,
  countAllHits,
  openHits,
  submitForm,
  toggleColumn,
  turnPage,
} from './pageRequests';
import { type PageState, type PageStep, placeInPage } from './pageState';
import { formAfterQuestion, isBlank, trimmedQuestion } from './questionForm';
import { timeBarAnswered } from './timeBarRequests';
import { timeBarAfterNothing, timeBarOf } from './timeBarState';

/** How many times Restore Previous Search can be pressed. */
const mostBefore = 20;

/** Applies a message of the host. Replies to any request but the last are stale and ignored. */
export function receive(state: PageState, message: MessageToPage, freshId: string): PageStep {
  switch (message.kind) {
    case 'init':
      return initialise(state, message, freshId);
    case 'endpoints':
      return { state: { ...state, endpoints: message.endpoints } };
    case 'page': {
      if (message.requestId !== state.busy?.requestId) return { state };
      const { requestId, question, page } = message;
      const shown = { requestId, question, page };
      const timeBar = state.busy.what === 'turn' ? state.timeBar : timeBarOf(state.timeBar, requestId);
      const next = { ...ended(state), shown, timeBar, resume: undefined, hits: new Map(), chosen: undefined };
      if (state.busy.what === 'search') return recountValues(next, freshId);
      return { state: page.around === undefined ? next : grownBy(next, state, page.around.added) };
    }
    case 'columns': {
      const { shown } = state;
      if (shown === undefined || message.requestId !== shown.requestId) return { state };
      const page = { ...shown.page, table: message.table };
      return { state: { ...state, shown: { ...shown, page }, chosen: undefined } };
    }
    case 'counted': {
      if (message.requestId !== state.busy?.requestId) return { state };
      const { shown } = state;
      const { range, total } = message;
      return {
        state: { ...ended(state), shown: shown && { ...shown, page: { ...shown.page, range, total } } },
      };
    }
    case 'progress': {
      const { busy } = state;
      if (message.requestId !== busy?.requestId) return { state };
      return { state: { ...state, busy: { ...busy, progress: message.text } } };
    }
    case 'failed': {
      if (message.requestId !== state.busy?.requestId) return { state };
      const { kind: _, requestId: __, ...failure } = message;
      return { state: { ...withoutResult(state), failure } };
    }
    case 'cancelled':
      return {
        state: message.requestId === state.busy?.requestId ? { ...withoutResult(state), isCancelled: true } : state,
      };
    case 'histogram':
      return { state: timeBarAnswered(state, message) };
    case 'completions':
      return { state: completed(state, message) };
    case 'hit': {
      if (message.requestId !== state.shown?.requestId) return { state };
      return { state: { ...state, hits: new Map([...state.hits, [message.row, message.hit ?? 'gone']]) } };
    }
    case 'ask':
      return beAsked(state, message.question, message.run, freshId);
    case 'fields': {
      const { allFields } = state;
      if (message.requestId !== allFields?.requestId) return { state };
      return { state: { ...state, allFields: { ...allFields, items: message.items } } };
    }
    case 'values':
      return { state: takeValues(state, message) };
    case 'showValues':
      return showValues(state, message.path, freshId);
    case 'toggleColumn':
      return toggleColumn(state, message.path, freshId);
    case 'addFilter':
      return addFilter(state, message.filter, freshId);
    case 'press':
      return press(state, message.button, freshId);
    case 'goTo':
      return turnPage(state, { offset: message.offset }, freshId);
    case 'act':
      return { state, posts: [{ kind: 'act', action: message.action, question: trimmedQuestion(state.form) }] };
    case 'hitSelected':
      return { state: { ...state, isHitSelected: true } };
    case 'said':
      return { state: { ...state, said: { text: message.text } } };
  }
}

/** Comes first, and again when VS Code recreated the page or another endpoint was chosen. */
function initialise(state: PageState, message: Extract<MessageToPage, { kind: 'init' }>, freshId: string): PageStep {
  const { panelId, endpointId, endpoints, question, shown, failure, busy } = message;
  // Of another endpoint's page only the form is kept.
  const isOther = state.endpointId !== undefined && state.endpointId !== endpointId;
  const { resume, place, ...own } = state;
  const resumed = resume?.endpointId === endpointId ? resume : undefined;
  // A search started before this message may not have reached the host yet; its reply will still come.
  const waiting =
    (isOther ? undefined : state.busy) ??
    (busy === undefined ? undefined : { requestId: busy, what: 'search' as const });
  const given = isBlank(state.form) ? (question ?? shown?.question ?? resumed?.question) : undefined;
  // What was typed before the first message stays; what the settings say of a new search holds for it, too.
  const isTypedBefore = given === undefined && state.panelId === undefined && question !== undefined;
  const form = isTypedBefore ? { ...state.form, size: question.size, highlight: question.highlight } : state.form;
  const next: PageState = {
    ...own,
    panelId,
    endpointId,
    endpoints,
    form: given ?? form,
    asked: given ?? state.asked,
    shown,
    failure,
    busy: waiting,
    isHitSelected: message.isHitSelected === true,
    isCancelled: false,
    resume: resumed,
    place: isOther ? undefined : place,
    hits: new Map(),
    timeBar: timeBarOf({ ...state.timeBar, ...(isOther && { histogram: undefined }) }, shown?.requestId),
    chosen: undefined,
    completing: undefined,
    completions: undefined,
    dates: undefined,
    allFields: undefined,
    values: isOther ? undefined : state.values,
  };
  const isNew = shown === undefined && failure === undefined && waiting === undefined;
  if (isNew && resumed !== undefined) return askQuestion(next, resumed.question, resumed.from, freshId);
  const counted = shown === undefined ? { state: next } : recountValues(next, freshId);
  const opened = openHits(counted.state, placeInPage(next)?.unfolded ?? []);
  return { ...opened, posts: [...(counted.posts ?? []), ...(opened.posts ?? [])] };
}

/** The page of the hits around a hit, with more of them: what was unfolded stays so, at its new row. */
function grownBy(next: PageState, before: PageState, added: number): PageState {
  const { shown } = next;
  if (shown === undefined) return next;
  const { unfolded = [], top = 0 } = placeInPage(before) ?? {};
  return {
    ...next,
    grown: { requestId: shown.requestId, added },
    place: { requestId: shown.requestId, unfolded: unfolded.map((row) => row + added), top },
    hits: new Map([...before.hits].map(([row, hit]) => [row + added, hit])),
  };
}

function ended(state: PageState): PageState {
  return { ...state, busy: undefined, failure: undefined, isCancelled: false };
}

function withoutResult(state: PageState): PageState {
  const timeBar = state.busy?.what === 'search' ? timeBarAfterNothing(state.timeBar) : state.timeBar;
  return { ...ended(state), timeBar };
}

function completed(state: PageState, { requestId, items }: Extract<MessageToPage, { kind: 'completions' }>): PageState {
  const { completing, dates } = state;
  if (requestId === completing?.requestId) {
    return { ...state, completing: undefined, completions: { of: completing.of, items } };
  }
  if (requestId === dates?.requestId) {
    return { ...state, dates: { ...dates, fields: items.map(({ value }) => value) } };
  }
  return state;
}

function beAsked(state: PageState, question: SearchQuestion, run: boolean, freshId: string): PageStep {
  const form = formAfterQuestion(state.form, question);
  const before = isLost(state, question) ? [...state.before, state.form].slice(-mostBefore) : state.before;
  const next = { ...state, form, asked: form, before, problems: {} };
  return run ? submitForm(next, 0, freshId) : { state: next };
}

/** Whether this question replaces something that a person typed. */
function isLost({ form, asked }: PageState, question: SearchQuestion): boolean {
  if (isBlank(form) || form === asked) return false;
  return question.body === undefined || question.index !== form.index;
}

function press(
  state: PageState,
  button: Extract<MessageToPage, { kind: 'press' }>['button'],
  freshId: string,
): PageStep {
  switch (button) {
    case 'cancel':
      return cancelRequest(state);
    case 'count':
      return countAllHits(state, freshId);
    case 'query':
      return { state: { ...state, focusAsked: {} } };
    default:
      return turnPage(state, button, freshId);
  }
}
