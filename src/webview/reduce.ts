import { readGoTo } from '../protocol/goTo';
import type { FromPage } from '../protocol/pageMessages';
import type { Question } from '../protocol/question';
import { trimmed } from './form';
import { receive } from './receive';
import { arrange, cancel, count, edited, narrow, openHits, submit, turn } from './requests';
import { type Action, type PlaceInPage, placeOf, type State, type Step, usualDates, wantsDates } from './state';

/**
 * @param freshId a request id never used before, for a request this action may start
 */
export function reduce(state: State, action: Action, freshId: string): Step {
  switch (action.kind) {
    case 'received':
      return receive(state, action.message, freshId);
    case 'edited':
      return { state: edited(state, ofIndex(state, action.to)) };
    case 'narrowed':
      return narrow(state, action.to, freshId);
    case 'submitted':
      return submit(state.form === state.asked ? state : { ...state, before: [] }, 0, freshId);
    case 'arranged':
      return arrange(state, action.to, freshId);
    case 'turned':
      return turn(state, action.to, freshId);
    case 'wentTo':
      return goTo(state, action.text, freshId);
    case 'countPressed':
      return count(state, freshId);
    case 'cancelPressed':
      return cancel(state);
    case 'completionWanted':
      return {
        state: { ...state, completing: { requestId: freshId, of: action.of } },
        posts: [
          { kind: 'complete', requestId: freshId, of: action.of, index: state.form.index.trim(), text: action.text },
        ],
      };
    case 'completionClosed':
      return { state: { ...state, completing: undefined, completions: undefined } };
    case 'datesWanted': {
      if (!wantsDates(state)) return { state };
      const index = state.form.index.trim();
      return {
        state: { ...state, dates: { index, requestId: freshId, fields: undefined } },
        posts: [{ kind: 'complete', requestId: freshId, of: 'dateField', index, text: '' }],
      };
    }
    case 'endpointChosen':
      return action.endpointId === state.endpointId
        ? { state }
        : { state, posts: [{ kind: 'chooseEndpoint', endpointId: action.endpointId }] };
    case 'columnsChosen':
      return chooseColumns(state, action.paths, freshId);
    case 'backToTyped': {
      const form = state.before.at(-1);
      if (form === undefined) return { state };
      return { state: { ...state, form, asked: form, before: state.before.slice(0, -1), problems: {} } };
    }
    case 'backToForm': {
      const { body: _, ...form } = state.form;
      return { state: { ...state, form, problems: {} } };
    }
    case 'acted':
      return { state, posts: [{ kind: 'act', action: action.action, question: trimmed(state.form) }] };
    case 'placed':
      return place(state, action);
    case 'toggled':
      return toggle(state, action.row, action.isUnfolded);
    case 'hitViewChosen':
      return { state: { ...state, hitView: action.view } };
    case 'widthChosen': {
      const others = [...state.widths].filter(([title]) => title !== action.title);
      const own = action.px === undefined ? [] : [[action.title, action.px] as const];
      return { state: { ...state, widths: new Map([...others, ...own]) } };
    }
    case 'requestToggled':
      return { state: { ...state, isRequestShown: !state.isRequestShown } };
    case 'scrolled':
      return { state: moved(state, { top: action.top }) };
  }
}

/** Another index hardly has the fields that the one before was sorted and cut by, but for the usual dates. */
function ofIndex({ form, dates }: State, to: Partial<Question>): Partial<Question> {
  if (to.index === undefined || to.index.trim() === form.index.trim()) return to;
  const kept = [...usualDates, ...(dates?.fields ?? [])];
  return { ...to, sort: form.sort.filter(({ field }) => kept.includes(field)), onlyFields: [] };
}

/** Without a result to go through, a search begins there. */
function goTo(state: State, text: string, freshId: string): Step {
  const { shown, form } = state;
  const total = shown?.page.total;
  const hits = total?.isExact === true ? Number(total.text.replace(/\D/g, '')) : undefined;
  const to = readGoTo(text, { size: shown?.page.size ?? form.size, hits });
  if ('problem' in to) return { state: { ...state, problems: { ...state.problems, goTo: to.problem } } };
  const next = { ...state, problems: { ...state.problems, goTo: undefined } };
  return shown === undefined ? submit(next, to.offset, freshId) : turn(next, to, freshId);
}

/** Where only the columns are fetched, others mean another search. */
function chooseColumns(state: State, paths: readonly string[], freshId: string): Step {
  const { shown } = state;
  if (shown === undefined) return { state };
  const posts: readonly FromPage[] = [{ kind: 'chooseColumns', requestId: shown.requestId, paths: [...paths] }];
  const next = { ...state, chosen: paths };
  if (shown.question.onlyFields.length === 0) return { state: next, posts };
  const step = arrange(next, { onlyFields: [...paths] }, freshId);
  return { ...step, posts: [...posts, ...(step.posts ?? [])] };
}

function place(state: State, { action, row, path }: Extract<Action, { kind: 'placed' }>): Step {
  const { shown } = state;
  if (shown === undefined || row >= shown.page.table.rows.length) return { state };
  const at = { requestId: shown.requestId, row, ...(path !== undefined && { path }) };
  return { state, posts: [{ kind: 'place', action, place: at }] };
}

/** A hit is asked for in full when it is unfolded the first time. */
function toggle(state: State, row: number, isUnfolded: boolean): Step {
  const { shown } = state;
  if (shown === undefined || row >= shown.page.table.rows.length) return { state };
  const others = placeOf(state)?.unfolded.filter((other) => other !== row) ?? [];
  const next = moved(state, { unfolded: isUnfolded ? [...others, row] : others });
  return isUnfolded ? openHits(next, [row]) : { state: next };
}

function moved(state: State, to: Partial<PlaceInPage>): State {
  if (state.shown === undefined) return state;
  const from = placeOf(state) ?? { requestId: state.shown.requestId, unfolded: [], top: 0 };
  return { ...state, place: { ...from, ...to } };
}
