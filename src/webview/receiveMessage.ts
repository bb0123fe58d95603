import * as l10n from '@vscode/l10n';
import type { SearchQuestion } from '../protocol/question';
import type { HitPage } from '../protocol/resultPage';
import type { SavedState } from '../protocol/savedState';
import { followShown, pressFollow, takeArrivals, takeFollowStatus, withArrivals } from './followRequests';
import { addFilter, narrowForm, submitForm } from './formSteps';
import { openHits } from './hitSteps';
import type { HostMessage } from './hostRequests';
import {
  chosenLayout,
  initialState,
  isWithoutHits,
  type PageState,
  type PageStep,
  placeInPage,
  type Received,
  timeBarOf,
  withReply,
} from './pageState';
import {
  askQuestion,
  cancelRequest,
  chooseLayout,
  countAllHits,
  countValues,
  recountValues,
  toggleColumn,
  turnPage,
} from './pageSteps';
import { formAfterQuestion, isBlank, looksLikeQueryString, namesFieldInSyntax } from './questionForm';
import { timeBarAnswered } from './timeBarRequests';

const mostBefore = 20;

/** Applies a message of the host. */
export function receiveMessage(state: PageState, message: HostMessage): PageStep {
  switch (message.kind) {
    case 'init':
      return initialize(state, message);
    case 'endpoints':
      return { state: { ...state, endpoints: message.endpoints } };
    case 'page': {
      if (state.busy === undefined) return { state };
      const { kind: _, ...shown } = message;
      const { pageId, page } = shown;
      const timeBar = state.busy.what === 'turn' ? state.timeBar : timeBarOf(state.timeBar, pageId);
      const next = { ...ended(state), shown, timeBar, resume: undefined, hits: new Map(), chosen: undefined };
      if (state.busy.what === 'search') return searchInSyntax(followShown(recountValues(next)));
      if (page.around === undefined) return followShown({ state: next });
      return { state: withArrivals(next, state, arrivedAround(state, page), false) };
    }
    case 'followed':
      return takeFollowStatus(state, message);
    case 'newHits':
      return takeArrivals(state, message);
    case 'columns': {
      const { shown } = state;
      if (shown === undefined || message.pageId !== shown.pageId) return { state };
      const page = { ...shown.page, table: message.table };
      // The host may reply to an earlier choice, or to none: later choices still count.
      const isReply = JSON.stringify(state.chosen) === JSON.stringify(message.table.chosen);
      return { state: { ...state, shown: { ...shown, page }, chosen: isReply ? undefined : state.chosen } };
    }
    case 'counted': {
      const { shown } = state;
      const { pageId, range, total, isReply } = message;
      const next = isReply ? ended(state) : state;
      if (shown?.pageId !== pageId) return { state: next };
      return { state: { ...next, shown: { ...shown, page: { ...shown.page, range, total } } } };
    }
    case 'progress':
      if (state.busy === undefined) return { state };
      return { state: { ...state, busy: { ...state.busy, progress: message.text } } };
    case 'failed': {
      const { kind: _, ...failure } = message;
      return { state: { ...withoutResult(state), failure, failed: state.busy } };
    }
    case 'canceled':
      return { state: { ...withoutResult(state), isCanceled: true } };
    case 'newest': {
      const { pageId, at } = message;
      return { state: pageId === state.shown?.pageId ? { ...state, newest: { pageId, at } } : state };
    }
    case 'histogram':
      return { state: timeBarAnswered(state, message) };
    case 'completions':
      return { state: completed(state, message) };
    case 'hit':
      if (message.pageId !== state.shown?.pageId) return { state };
      return { state: { ...state, hits: new Map([...state.hits, [message.row, message.hit ?? 'gone']]) } };
    case 'ask':
      return receiveQuestion(state, message.question, true);
    case 'address':
      return takeAddress(state, message);
    case 'filterEdit':
      return { state: { ...state, editing: withReply(state.editing, message) } };
    case 'fields':
      return { state: { ...state, allFields: withReply(state.allFields, message.items) } };
    case 'values':
      return { state: { ...state, values: withReply(state.values, message.values) } };
    case 'showValues':
      return countValues({ ...state, areFieldsShown: true, focusAsked: { on: 'values' } }, message.path);
    case 'toggleColumn':
      return toggleColumn(state, message.path);
    case 'addFilter':
      return addFilter(state, message.filter);
    case 'press':
      return press(state, message.button);
    case 'goTo':
      return state.shown === undefined
        ? submitForm(state, message.offset)
        : turnPage(state, { offset: message.offset });
    case 'hitSelected':
      return { state: { ...state, isHitSelected: true } };
    case 'announce':
      return { state: { ...state, announcement: { text: message.text } } };
  }
}

/** Comes first, and again when VS Code created the page again or the user chose another endpoint. */
function initialize(page: PageState, message: Received<'init'>): PageStep {
  const state = page.panelId === undefined ? restored(page, message.saved) : page;
  const { panelId, endpointId, endpoints, question, shown, failure, busy, follow } = message;
  // From another endpoint's page only the form is kept.
  const isOther = state.endpointId !== undefined && state.endpointId !== endpointId;
  const { resume, place, ...own } = state;
  const resumed = resume?.endpointId === endpointId ? resume : undefined;
  // A search started before this message may not have reached the host yet; its reply will still come.
  const waiting = (isOther ? undefined : state.busy) ?? (busy === undefined ? undefined : { what: 'search' as const });
  const given = isBlank(state.form) ? (question ?? shown?.question ?? resumed?.question) : undefined;
  // Input before the first message stays, and the settings for a new search apply to it.
  const isTypedBefore = given === undefined && state.panelId === undefined && question !== undefined;
  const form = isTypedBefore ? { ...state.form, size: question.size, highlight: question.highlight } : state.form;
  const next: PageState = {
    ...own,
    panelId,
    endpointId,
    endpoints,
    moving: undefined,
    form: given ?? form,
    asked: given ?? state.asked,
    shown,
    failure,
    busy: waiting,
    layout: state.panelId === undefined ? (message.layout ?? state.layout) : state.layout,
    isHitSelected: message.isHitSelected === true,
    isCanceled: false,
    resume: resumed,
    place: isOther ? undefined : place,
    hits: new Map(),
    follow: follow && { ...follow, isAsked: true },
    timeBar: timeBarOf({ ...state.timeBar, ...(isOther && { histogram: undefined }) }, shown?.pageId),
    chosen: undefined,
    completing: undefined,
    completions: undefined,
    dates: undefined,
    allFields: undefined,
    values: isOther ? undefined : state.values,
  };
  const isNew = shown === undefined && failure === undefined && waiting === undefined;
  if (isNew && resumed !== undefined) return askQuestion(next, resumed.question, resumed.from);
  if (state.moving?.endpointId === endpointId && state.moving.isSearchWanted) return submitForm(next, 0);
  const counted = shown === undefined ? { state: next } : recountValues(next);
  const opened = openHits(counted.state, placeInPage(next)?.unfolded ?? []);
  return { ...opened, posts: [...(counted.posts ?? []), ...(opened.posts ?? [])] };
}

/**
 * Words that no document has, and that name a field of the index as the engine's syntax does, are searched for in that
 * syntax, unless the user has typed something else meanwhile.
 */
function searchInSyntax(step: PageStep): PageStep {
  const { shown, form } = step.state;
  if (shown === undefined || !isWithoutHits(step.state) || shown.page.from > 0) return step;
  const { index, by, text, body } = shown.question;
  const isTyped = form.index.trim() !== index || form.by !== by || form.text !== text || form.body !== body;
  if (isTyped || body !== undefined || !looksLikeQueryString(shown.question)) return step;
  if (!namesFieldInSyntax(text, shown.page.table.fields)) return step;
  const announcement = { text: l10n.t('No document has these words. Searched as a query string.') };
  const asked = narrowForm({ ...step.state, announcement }, { by: 'queryString' });
  return { state: asked.state, posts: [...(step.posts ?? []), ...(asked.posts ?? [])] };
}

/** The page as it was saved; what was typed before the host has said anything stays. */
function restored(state: PageState, saved: SavedState | undefined): PageState {
  if (saved === undefined) return state;
  const before = initialState(saved);
  return isBlank(state.form) ? before : { ...before, form: state.form };
}

/** The rows that were added to the hits around a hit: above them, or else below. */
function arrivedAround({ shown }: PageState, { around, table: { rows } }: HitPage): readonly number[] {
  const above = around?.added ?? 0;
  const before = shown?.page.table.rows.length ?? 0;
  const [start, count] = above > 0 ? [0, above] : [before, Math.max(0, rows.length - before)];
  return Array.from({ length: count }, (_, at) => start + at);
}

function ended(state: PageState): PageState {
  return { ...state, busy: undefined, failure: undefined, failed: undefined, isCanceled: false };
}

function withoutResult(state: PageState): PageState {
  // With a new search, the host no longer requests the bars of the current hits.
  const areBarsLost = state.busy?.what === 'search' && state.timeBar.isAwaited;
  const timeBar = areBarsLost ? timeBarOf(state.timeBar, state.timeBar.of) : state.timeBar;
  // The hits to follow did not arrive.
  const follow = state.follow?.isAsked === true ? state.follow : undefined;
  return { ...ended(state), timeBar, follow };
}

function completed(state: PageState, { of, items }: Received<'completions'>): PageState {
  const { completing, completions, dates } = state;
  if (of === 'dateField') {
    const names = items.map(({ value }) => value);
    return { ...state, dates: withReply(dates, names) };
  }
  if (completing !== undefined) return { ...state, completing: undefined, completions: { of, reply: items } };
  // A second reply has more details of the current suggestions.
  return { ...state, completions: withReply(completions, items) };
}

function receiveQuestion(state: PageState, question: SearchQuestion, run: boolean): PageStep {
  const form = formAfterQuestion(state.form, question);
  const before = isLost(state, question) ? [...state.before, state.form].slice(-mostBefore) : state.before;
  const next = { ...state, form, asked: form, before, pasted: undefined, problems: {} };
  return run ? submitForm(next, 0) : { state: next };
}

/** For an address without a search, the page shows only the note. */
function takeAddress(state: PageState, { question, notes, whyIndex }: Received<'address'>): PageStep {
  const pasted = notes.length === 0 ? undefined : { isRead: question !== undefined, notes: [...notes] };
  if (question === undefined) return { state: { ...state, pasted } };
  const step = receiveQuestion(state, question, whyIndex === undefined);
  const asking = whyIndex === undefined ? {} : { problems: { index: whyIndex }, focusAsked: { on: 'index' } as const };
  return { ...step, state: { ...step.state, pasted, ...asking } };
}

function isLost({ form, asked }: PageState, question: SearchQuestion): boolean {
  if (isBlank(form) || form === asked) return false;
  return question.body === undefined || question.index !== form.index;
}

function press(state: PageState, button: Received<'press'>['button']): PageStep {
  switch (button) {
    case 'cancel':
      return cancelRequest(state);
    case 'count':
      return countAllHits(state);
    case 'query':
      return { state: { ...state, focusAsked: { on: 'text' } } };
    case 'follow':
      return pressFollow(state);
    case 'wrap':
      return chosenLayout(state).kind === 'lines'
        ? chooseLayout(state, { isWrapped: !state.layout.isWrapped })
        : { state };
    default:
      return turnPage(state, button);
  }
}
