import type { Histogram } from '../../../protocol/histogram';
import type { SearchQuestion, TimeRange } from '../../../protocol/question';
import { narrowForm } from './formSteps';
import type { RequestWithoutId } from './numberedRequests';
import { dateFields } from './pageFields';
import {
  isEndpointRemoved,
  mostNarrowings,
  type PageState,
  type PageStep,
  type Received,
  type TimeNarrowing,
} from './pageState';

export function timeBarAnswered(state: PageState, { histogram }: Received<'histogram'>): PageState {
  const { timeBar, shown } = state;
  if (timeBar.asked === undefined) return state;
  const lacking = histogram === undefined ? shown?.question.index : undefined;
  return { ...state, timeBar: { ...timeBar, isAwaited: false, histogram, lacking } };
}

/** The field with the time of the current hits. */
function timeFieldOf({ shown }: PageState): string | undefined {
  if (shown === undefined) return undefined;
  const { question, page } = shown;
  // The hits around a hit are all from its time.
  if (page.around !== undefined) return undefined;
  const asked = question.body === undefined ? question.time?.field.trim() : undefined;
  return asked === undefined || asked === '' ? page.table.time?.path : asked;
}

/** The bars of the current hits, or of the search before while those of a search of the same kind are awaited. */
export function barsShown({ timeBar, shown }: PageState): Histogram | undefined {
  const { asked, of, histogram, isAwaited, lacking } = timeBar;
  const areOwn = asked !== undefined && asked.of === of;
  return areOwn || (isAwaited && lacking !== shown?.question.index) ? histogram : undefined;
}

/** Whether there is room for bars: hits with times may have some, and without hits nothing moves into their place. */
export function hasRoomForBars(state: PageState): boolean {
  const { timeBar, shown } = state;
  if (shown === undefined || timeBar.isFolded || timeBar.lacking === shown.question.index) return false;
  const { question, page } = shown;
  if (page.around !== undefined) return false;
  const areWithoutHits = page.table.rows.length === 0 && question.body === undefined;
  return timeFieldOf(state) !== undefined || (areWithoutHits && dateFields(state).length > 0);
}

/** Folds the bars, or divides them by a field; empty: by none. */
export function changeBars(state: PageState, to: { readonly isFolded?: boolean; readonly stack?: string }): PageStep {
  return { state: { ...state, timeBar: { ...state.timeBar, ...to } } };
}

/** Requests the bars of the current hits, once, unless they are folded. */
export function withTimeBar(step: PageStep): PageStep {
  const { timeBar, shown, busy } = step.state;
  const { of, asked, stack, isFolded } = timeBar;
  const field = timeFieldOf(step.state);
  if (isEndpointRemoved(step.state)) return step;
  if (isFolded || busy !== undefined || shown === undefined || of === undefined || field === undefined) return step;
  if (asked?.of === of && asked.stack === stack) return step;
  const message: RequestWithoutId = {
    kind: 'histogram',
    pageId: shown.pageId,
    field,
    zone: step.state.zone,
    ...(stack !== undefined && { stack }),
  };
  const state = { ...step.state, timeBar: { ...timeBar, asked: { of, stack }, isAwaited: true } };
  return { state, posts: [...(step.posts ?? []), message] };
}

/** Whether the user can search in a range of the bars: a handwritten body has its own conditions. */
export function canNarrow({ form, shown, timeBar }: PageState): boolean {
  return form.body === undefined && shown?.question.body === undefined && timeBar.histogram !== undefined;
}

/** Searches in a range of the bars: [from, to), in milliseconds since 1970. */
export function narrowToBars(state: PageState, from: number, to: number): PageStep {
  const { histogram, narrowed } = state.timeBar;
  if (!canNarrow(state) || histogram === undefined) return { state };
  const iso = (millis: number) => new Date(millis).toISOString();
  const column = state.shown?.page.table.fields.find(({ path }) => path === histogram.field);
  // The last millisecond to its last nanosecond.
  const last = column?.type?.includes('date_nanos') === true ? iso(to - 1).replace('Z', '999999Z') : iso(to - 1);
  const time: TimeRange = { field: histogram.field, span: 'own', from: iso(from), to: last };
  const next = [...narrowed, { to: time, before: state.form.time }].slice(-mostNarrowings);
  return narrowForm({ ...state, timeBar: { ...state.timeBar, narrowed: next } }, { time });
}

/** The range that the user chose on the bars last, if the form still has it. */
function lastNarrowing({ form, timeBar }: Pick<PageState, 'form' | 'timeBar'>): TimeNarrowing | undefined {
  const last = timeBar.narrowed.at(-1);
  return last !== undefined && form.body === undefined && areSame(last.to, form.time) ? last : undefined;
}

function areSame(one: TimeRange, other: SearchQuestion['time']): boolean {
  return one.field === other?.field && one.span === other.span && one.from === other.from && one.to === other.to;
}

export function canWiden(state: PageState): boolean {
  return state.shown !== undefined && lastNarrowing(state) !== undefined;
}

export function widenTime(state: PageState): PageStep {
  const last = lastNarrowing(state);
  if (last === undefined) return { state };
  const timeBar = { ...state.timeBar, narrowed: state.timeBar.narrowed.slice(0, -1) };
  return narrowForm({ ...state, timeBar }, { time: last.before });
}
