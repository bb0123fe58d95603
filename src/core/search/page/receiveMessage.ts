import * as l10n from '@vscode/l10n';
import type { HitPage } from '../../../protocol/resultPage';
import { followShown, takeArrivals, takeFollowStatus, withArrivals } from './followRequests';
import { narrowForm, submitForm, takeQuestion } from './formSteps';
import type { CurrentReply } from './numberedRequests';
import {
  announced,
  focused,
  isWithoutHits,
  type PageState,
  type PageStep,
  type Received,
  timeBarOf,
  withReply,
} from './pageState';
import { askQuestion, recountValues } from './pageSteps';
import { isBlank, looksLikeQueryString, namesFieldInSyntax } from './questionForm';
import { timeBarAnswered } from './timeBarRequests';

/** Applies a reply of the panel. */
export function receiveMessage(state: PageState, message: CurrentReply): PageStep {
  switch (message.kind) {
    case 'init':
      return initialize(state, message);
    case 'page': {
      if (state.busy === undefined) return { state };
      const { kind: _, ...shown } = message;
      const { pageId, page } = shown;
      const timeBar = state.busy.what === 'turn' ? state.timeBar : timeBarOf(state.timeBar, pageId);
      const next = { ...ended(state), shown, timeBar, resume: undefined, hits: new Map(), chosen: undefined };
      // They could not be read before, or there were none.
      if (state.dates?.reply?.length === 0) next.dates = undefined;
      if (state.busy.what === 'search') return searchInSyntax(followShown(recountValues(next)));
      if (page.around === undefined) return followShown({ state: next });
      return withArrivals(next, state, arrivedAround(state, page), false);
    }
    case 'followed':
      return takeFollowStatus(state, message);
    case 'newHits':
      return takeArrivals(state, message);
    case 'columns': {
      const { shown } = state;
      if (shown === undefined || message.pageId !== shown.pageId) return { state };
      const page = { ...shown.page, table: message.table };
      // The panel may reply to an earlier choice, or to none: later choices still count.
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
    case 'address':
      return takeAddress(state, message);
    case 'filterEdit':
      return { state: { ...state, editing: withReply(state.editing, message) } };
    case 'fields':
      return { state: { ...state, allFields: withReply(state.allFields, message.items) } };
    case 'values':
      return { state: { ...state, values: withReply(state.values, message.values) } };
    case 'announce':
      return { state: announced(state, message.text) };
  }
}

/** Comes first, and again when VS Code created the page again or the user chose another endpoint. */
function initialize(state: PageState, message: Received<'init'>): PageStep {
  const { endpointId, endpoints, shown } = message;
  const isHitSelected = message.isHitSelected === true;
  const isSearchWanted = state.moving?.endpointId === endpointId && state.moving.isSearchWanted;
  const known = { ...state, endpoints, isHitSelected, moving: undefined };
  if (state.endpointId !== endpointId) return beginAt(known, message, isSearchWanted);
  // All else is known, but perhaps another look of the hits.
  const isSame = shown !== undefined && shown.pageId === state.shown?.pageId;
  const next = isSame ? { ...known, shown } : known;
  return isSearchWanted ? submitForm(next, 0) : { state: next };
}

/** The first endpoint, or another one: from that of before only the form is kept. */
function beginAt(state: PageState, message: Received<'init'>, isSearchWanted: boolean): PageStep {
  const { panelId, endpointId, question, shown, failure, searched } = message;
  const isOther = state.endpointId !== undefined;
  const { resume, place: _, ...own } = state;
  const resumed = resume?.endpointId === endpointId ? resume : undefined;
  const search = { what: 'search' as const, ...(searched && { asked: { question: searched, from: 0 } }) };
  // A search started before this message may not have reached the panel yet; its reply will still come.
  const waiting = (isOther ? undefined : state.busy) ?? (message.busy === undefined ? undefined : search);
  const given = isBlank(state.form) ? (question ?? shown?.question ?? resumed?.question) : undefined;
  // Input before the first message stays, and the settings for a new search apply to it.
  const isTypedBefore = given === undefined && state.panelId === undefined && question !== undefined;
  const form = isTypedBefore ? { ...state.form, size: question.size, highlight: question.highlight } : state.form;
  const next: PageState = {
    ...own,
    place: undefined,
    panelId,
    endpointId,
    form: given ?? form,
    asked: given ?? state.asked,
    shown,
    failure,
    failed: failure && search,
    busy: waiting,
    layout: state.panelId === undefined ? (message.layout ?? state.layout) : state.layout,
    isCanceled: false,
    resume: resumed,
    hits: new Map(),
    follow: isOther ? undefined : state.follow,
    timeBar: timeBarOf({ ...state.timeBar, ...(isOther && { histogram: undefined }) }, shown?.pageId),
    chosen: undefined,
    completing: undefined,
    completions: undefined,
    dates: undefined,
    allFields: undefined,
    values: undefined,
  };
  const isNew = shown === undefined && failure === undefined && waiting === undefined;
  if (isNew && resumed !== undefined) return askQuestion(next, resumed.question, resumed.from);
  return isSearchWanted ? submitForm(next, 0) : { state: next };
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
  const told = announced(step.state, l10n.t('No document has these words. Searched as a query string.'));
  const asked = narrowForm(told, { by: 'queryString' });
  return { state: asked.state, posts: [...(step.posts ?? []), ...(asked.posts ?? [])] };
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
  // With a new search, the panel no longer requests the bars of the current hits.
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

/** For an address without a search, the page shows only the note. */
function takeAddress(state: PageState, { question, notes, whyIndex }: Received<'address'>): PageStep {
  const pasted = notes.length === 0 ? undefined : { isRead: question !== undefined, notes: [...notes] };
  if (question === undefined) return { state: { ...state, pasted } };
  const step = takeQuestion(state, question, whyIndex === undefined);
  const next = { ...step.state, pasted };
  return {
    ...step,
    state: whyIndex === undefined ? next : focused({ ...next, problems: { index: whyIndex } }, 'index'),
  };
}
