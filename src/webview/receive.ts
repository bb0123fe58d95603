import type { ToPage } from '../protocol/pageMessages';
import type { Filter, Question } from '../protocol/question';
import { asAsked, isBlank, trimmed, withFilter } from './form';
import { ask, cancel, count, edited, openHits, submit, turn } from './requests';
import { placeOf, type State, type Step } from './state';

/** How often "Back to What You Typed" can be pressed. */
const mostBefore = 20;

/** What a message of the host changes. Replies to any request but the last are stale and change nothing. */
export function receive(state: State, message: ToPage, freshId: string): Step {
  switch (message.kind) {
    case 'init':
      return initialise(state, message, freshId);
    case 'endpoints':
      return { state: { ...state, endpoints: message.endpoints } };
    case 'page': {
      if (message.requestId !== state.busy?.requestId) return { state };
      const { requestId, question, page } = message;
      const shown = { requestId, question, page };
      return { state: { ...ended(state), shown, resume: undefined, hits: new Map(), chosen: undefined } };
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
      const { sentence, nextStep, detail } = message;
      return { state: { ...ended(state), failure: { sentence, nextStep, ...(detail !== undefined && { detail }) } } };
    }
    case 'cancelled':
      return { state: message.requestId === state.busy?.requestId ? { ...ended(state), isCancelled: true } : state };
    case 'completions':
      return { state: completed(state, message) };
    case 'hit': {
      if (message.requestId !== state.shown?.requestId) return { state };
      return { state: { ...state, hits: new Map([...state.hits, [message.row, message.hit ?? 'gone']]) } };
    }
    case 'ask':
      return beAsked(state, message.question, message.run, freshId);
    case 'addFilter':
      return addFilter(state, message.filter, freshId);
    case 'press':
      return press(state, message.button, freshId);
    case 'goTo':
      return turn(state, { offset: message.offset }, freshId);
    case 'act':
      return { state, posts: [{ kind: 'act', action: message.action, question: trimmed(state.form) }] };
    case 'hitSelected':
      return { state: { ...state, isHitSelected: true } };
    case 'said':
      return { state: { ...state, said: { text: message.text } } };
  }
}

/** Comes first of all, when VS Code made the page anew, and when another endpoint was chosen. */
function initialise(state: State, message: Extract<ToPage, { kind: 'init' }>, freshId: string): Step {
  const { panelId, endpointId, endpoints, question, shown, failure, busy } = message;
  // What was there of another endpoint is none of this one's, but for the form.
  const isOther = state.endpointId !== undefined && state.endpointId !== endpointId;
  const { resume, place, ...own } = state;
  const resumed = resume?.endpointId === endpointId ? resume : undefined;
  // A search that a person was quick to start may not have reached the host yet; its reply will still come.
  const waiting =
    (isOther ? undefined : state.busy) ??
    (busy === undefined ? undefined : { requestId: busy, what: 'search' as const });
  const given = isBlank(state.form) ? (question ?? shown?.question ?? resumed?.question) : undefined;
  const next: State = {
    ...own,
    panelId,
    endpointId,
    endpoints,
    form: given ?? state.form,
    asked: given ?? state.asked,
    shown,
    failure,
    busy: waiting,
    isHitSelected: message.isHitSelected === true,
    isCancelled: false,
    resume: resumed,
    place: isOther ? undefined : place,
    hits: new Map(),
    chosen: undefined,
    completing: undefined,
    completions: undefined,
    dates: undefined,
  };
  const isNew = shown === undefined && failure === undefined && waiting === undefined;
  if (isNew && resumed !== undefined) return ask(next, resumed.question, resumed.from, freshId);
  return openHits(next, placeOf(next)?.unfolded ?? []);
}

function ended(state: State): State {
  return { ...state, busy: undefined, failure: undefined, isCancelled: false };
}

function completed(state: State, { requestId, items }: Extract<ToPage, { kind: 'completions' }>): State {
  const { completing, dates } = state;
  if (requestId === completing?.requestId) {
    return { ...state, completing: undefined, completions: { of: completing.of, items } };
  }
  if (requestId === dates?.requestId) {
    return { ...state, dates: { ...dates, fields: items.map(({ value }) => value) } };
  }
  return state;
}

function beAsked(state: State, question: Question, run: boolean, freshId: string): Step {
  const form = asAsked(state.form, question);
  const before = isLost(state, question) ? [...state.before, state.form].slice(-mostBefore) : state.before;
  const next = { ...state, form, asked: form, before, problems: {} };
  return run ? submit(next, 0, freshId) : { state: next };
}

/** Whether a person typed what stands in the form, and this question takes its place. */
function isLost({ form, asked }: State, question: Question): boolean {
  if (isBlank(form) || form === asked) return false;
  return question.body === undefined || question.index !== form.index;
}

/** Beside a body of one's own a filter would count for nothing. */
function addFilter(state: State, filter: Filter, freshId: string): Step {
  if (state.form.body !== undefined) {
    const text = 'The body is written in an editor: add the condition there.';
    return { state: { ...state, said: { text } } };
  }
  return submit(edited(state, { filters: withFilter(state.form.filters, filter) }), 0, freshId);
}

function press(state: State, button: Extract<ToPage, { kind: 'press' }>['button'], freshId: string): Step {
  switch (button) {
    case 'cancel':
      return cancel(state);
    case 'count':
      return count(state, freshId);
    case 'query':
      return { state: { ...state, focusAsked: {} } };
    default:
      return turn(state, button, freshId);
  }
}
