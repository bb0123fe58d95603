import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import type { SearchAction } from '../../../protocol/actions';
import type { PageTarget } from '../../../protocol/hitPlace';
import type { ShownPage } from '../../../protocol/pageView';
import type { SearchQuestion } from '../../../protocol/question';
import type { HitLayout } from '../../../protocol/savedState';
import type { RequestWithoutId } from './numberedRequests';
import { columnsToFetch, fieldsToFetch, toggledColumn, wantsAllFields } from './pageFields';
import {
  announced,
  chosenLayout,
  focused,
  followNext,
  isEndpointRemoved,
  type PageState,
  type PageStep,
} from './pageState';
import { sortedBy } from './questionForm';

/** Sends a question; from now on only its reply counts. Sends nothing to a removed endpoint. */
export function askQuestion(state: PageState, question: SearchQuestion, from: number): PageStep {
  const { shown } = state;
  if (isEndpointRemoved(state)) return { state };
  const isOfOtherHits = shown !== undefined && !areSameHits(question, shown.question);
  return {
    state: {
      ...state,
      busy: { what: 'search', isOfOtherHits, asked: { question, from } },
      isCanceled: false,
      follow: followNext(state.follow),
    },
    posts: [{ kind: 'search', question, from }],
  };
}

/** Members in one order: a time range that was added by hand is the last one of the form. */
function inOrderOfNames(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function areSameHits(one: SearchQuestion, other: SearchQuestion): boolean {
  const { sort, size, highlight, onlyFields } = other;
  const text = (question: SearchQuestion) => JSON.stringify(question, inOrderOfNames);
  return text({ ...one, sort, size, highlight, onlyFields }) === text(other);
}

/**
 * Requests the current result, or the one that is awaited, in another order or page size, independent of later typing.
 * Another size stays at the current hits; any other change starts at the first hit.
 */
export function changeQuestion(state: PageState, to: Partial<SearchQuestion>): PageStep {
  const { shown, busy } = state;
  // A followed search has the newest hits first.
  const follow = to.sort === undefined ? state.follow : undefined;
  const next = { ...state, form: { ...state.form, ...to }, follow };
  const awaited = busy?.what === 'search' ? busy.asked : undefined;
  const asked = awaited ?? (shown && { question: shown.question, from: shown.page.from });
  if (asked === undefined) return { state: next };
  const from = to.size === undefined ? 0 : Math.floor(asked.from / to.size) * to.size;
  return askQuestion(next, { ...asked.question, ...to }, from);
}

/** Sorts by a heading's field, in the next direction. */
export function sortBy(
  state: PageState,
  { field, isAdded }: { readonly field: string; readonly isAdded: boolean },
): PageStep {
  const { shown } = state;
  if (shown === undefined) return { state };
  const isDefault = shown.question.sort.length === 0;
  return changeQuestion(state, { sort: sortedBy(shown.page.sort, field, { isAdded, isDefault }) });
}

/** If only the columns are fetched, other columns need another search. */
export function chooseColumns(state: PageState, paths: readonly string[]): PageStep {
  const { shown } = state;
  if (shown === undefined) return { state };
  if (shown.question.onlyFields.length > 0) return fetchOnly(state, paths);
  return { state: { ...state, chosen: paths }, posts: [columnsMessage(shown, paths)] };
}

/** Chooses columns, and fetches only these unless the document is among them. */
function fetchOnly(state: PageState, paths: readonly string[]): PageStep {
  const { shown } = state;
  if (shown === undefined) return { state };
  const step = changeQuestion({ ...state, chosen: paths }, { onlyFields: fieldsToFetch(paths) });
  return { ...step, posts: [columnsMessage(shown, paths), ...(step.posts ?? [])] };
}

/** Fetches only the visible columns, or whole documents again. */
export function toggleFetch(state: PageState): PageStep {
  return state.form.onlyFields.length > 0
    ? changeQuestion(state, { onlyFields: [] })
    : fetchOnly(state, columnsToFetch(state));
}

function columnsMessage({ pageId }: ShownPage, paths: readonly string[]): RequestWithoutId {
  return { kind: 'chooseColumns', pageId, paths: [...paths] };
}

export function toggleColumn(state: PageState, column: string): PageStep {
  const step = chooseColumns(state, toggledColumn(state, column));
  if (chosenLayout(state).kind === 'table') return step;
  // The view would otherwise show no effect.
  return { ...step, state: announced(step.state, l10n.t('Columns changed. Lines do not show them.')) };
}

/**
 * Each press of Next while waiting goes one page further; one in the other direction cancels. Not during a new search.
 */
export function turnPage(state: PageState, to: PageTarget): PageStep {
  const { shown, busy } = state;
  if (shown === undefined || busy?.what === 'search' || isEndpointRemoved(state)) return { state };
  const opposite = to === 'next' ? 'previous' : to === 'previous' ? 'next' : undefined;
  if (busy?.what === 'turn' && opposite !== undefined && busy.to === opposite) return cancelRequest(state);
  if (to === 'next' && !shown.page.hasNext) return { state };
  if ((to === 'previous' || to === 'first') && !shown.page.hasPrevious) return { state };
  return {
    state: { ...state, busy: { what: 'turn', to }, isCanceled: false, follow: undefined },
    posts: [{ kind: 'turnPage', to }],
  };
}

/**
 * Reads a target: `5` or `p5` is the fifth page, `#1,234` the page that starts with that hit, its digits grouped as in
 * the language of the user.
 *
 * @param size hits per page, from 1 up
 * @param hits hits of the whole result; undefined if they were not all counted
 * @returns the number of hits before that page, or what to enter instead
 */
export function readGoTo(
  text: string,
  { size, hits }: { readonly size: number; readonly hits: number | undefined },
): { readonly offset: number } | { readonly problem: string } {
  const [, sign, digits] = /^([p#]?)\s*(\d{1,3}(?:[,.'’\s_]?\d{3})*|\d+)$/i.exec(text.trim()) ?? [];
  const number = Number(digits?.replace(/\D/g, ''));
  const offset = sign === '#' ? number - 1 : (number - 1) * size;
  if (digits === undefined || !Number.isSafeInteger(offset) || offset < 0) {
    return { problem: l10n.t('Enter a page number such as 5, or # and a hit number such as #1234.') };
  }
  if (hits === undefined || offset < hits || offset === 0) return { offset };
  if (hits === 0) return { problem: l10n.t('The result has no hits.') };
  const pages = numberText(Math.ceil(hits / size));
  return { problem: l10n.t('The last hit is {0}, on page {1}.', numberText(hits), pages) };
}

/** Counts all hits, if the total is only a lower bound and no other request is under way. */
export function countAllHits(state: PageState): PageStep {
  const { shown, busy } = state;
  if (shown === undefined || busy !== undefined || shown.page.total?.isExact === true) return { state };
  if (isEndpointRemoved(state)) return { state };
  return { state: { ...state, busy: { what: 'count' }, isCanceled: false }, posts: [{ kind: 'count' }] };
}

/** Requests the full documents of those hits that were not requested yet. */
export function openHits(state: PageState, rows: readonly number[]): PageStep {
  const { shown } = state;
  const missing = rows.filter((row) => !state.hits.has(row));
  if (shown === undefined || missing.length === 0) return { state };
  return {
    state: { ...state, hits: new Map([...state.hits, ...missing.map((row) => [row, 'asked'] as const)]) },
    posts: missing.map((row) => ({ kind: 'openHit', pageId: shown.pageId, row })),
  };
}

/** Requests again what failed. */
export function retry(state: PageState): PageStep {
  const { failed } = state;
  if (failed?.what === 'count') return countAllHits(state);
  if (failed?.asked !== undefined) return askQuestion(state, failed.asked.question, failed.asked.from);
  return failed?.to === undefined ? { state } : turnPage(state, failed.to);
}

/** Requests to cancel. The reply to the canceled request shows how it ended. */
export function cancelRequest(state: PageState): PageStep {
  const { busy } = state;
  return busy === undefined ? { state } : { state, posts: [{ kind: 'cancel' }] };
}

/** Shows or hides the fields beside the hits. Values from before they were hidden may be of an earlier search. */
export function showFields(state: PageState, areFieldsShown: boolean): PageStep {
  const next = { ...state, areFieldsShown };
  return areFieldsShown && state.values !== undefined ? countValues(next, state.values.path) : { state: next };
}

/** Requests the fields that the page does not list, once for each index. */
export function listAllFields(state: PageState): PageStep {
  if (!wantsAllFields(state) || state.shown === undefined) return { state };
  const { index } = state.shown.question;
  return { state: { ...state, allFields: { index } }, posts: [{ kind: 'listFields' }] };
}

export function toggleValues(state: PageState, path: string): PageStep {
  return state.values?.path === path ? { state: { ...state, values: undefined } } : countValues(state, path);
}

/** Shows the fields, and the values of this one. */
export function showValues(state: PageState, path: string): PageStep {
  return countValues(focused({ ...state, areFieldsShown: true }, 'values'), path);
}

/** Counts the values of a field in all hits of the current search. The panel cancels an earlier count. */
export function countValues(state: PageState, path: string): PageStep {
  if (state.shown === undefined || isEndpointRemoved(state)) return { state };
  return { state: { ...state, values: { path } }, posts: [{ kind: 'countValues', path }] };
}

/** A new search has other values, so the page requests the current field again. */
export function recountValues(state: PageState): PageStep {
  const { values, areFieldsShown } = state;
  return values === undefined || areFieldsShown === false ? { state } : countValues(state, values.path);
}

/** Changes the layout of hits, and sends it to the panel, which remembers it and describes lines if needed. */
export function chooseLayout(state: PageState, to: Partial<HitLayout>): PageStep {
  const layout = { ...state.layout, ...to };
  return { state: { ...state, layout }, posts: [{ kind: 'chooseLayout', layout }] };
}

/** Wraps lines, or no longer. A table has none. */
export function toggleWrap(state: PageState): PageStep {
  const { kind, isWrapped } = chosenLayout(state);
  return kind === 'lines' ? chooseLayout(state, { isWrapped: !isWrapped }) : { state };
}

/** @param px without it, the column gets its default width again */
export function setWidth(state: PageState, title: string, px?: number): PageStep {
  const others = [...state.widths].filter(([other]) => other !== title);
  return { state: { ...state, widths: new Map([...others, ...(px === undefined ? [] : [[title, px] as const])]) } };
}

/** An action of a command on the search in the form. */
export function actOnSearch(state: PageState, action: SearchAction): PageStep {
  return { state, posts: [{ kind: 'act', action }] };
}
