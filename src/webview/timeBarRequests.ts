import type { MessageFromPage } from '../protocol/pageMessages';
import type { SearchQuestion, TimeRange } from '../protocol/question';
import {
  isEndpointRemoved,
  mostNarrowings,
  type PageState,
  type PageStep,
  type Received,
  type TimeNarrowing,
} from './pageState';
import { narrowToTime } from './pageSteps';

export function timeBarAnswered(state: PageState, { requestId, histogram }: Received<'histogram'>): PageState {
  const { timeBar, shown } = state;
  if (requestId !== timeBar.asked?.requestId) return state;
  const lacking = histogram === undefined ? shown?.question.index : undefined;
  return { ...state, timeBar: { ...timeBar, isAwaited: false, histogram, lacking } };
}

/** The field with the time of the current hits. */
export function timeFieldOf({ shown }: PageState): string | undefined {
  if (shown === undefined) return undefined;
  const { question, page } = shown;
  // The hits around a hit are all from its time.
  if (page.around !== undefined) return undefined;
  const asked = question.body === undefined ? question.time?.field.trim() : undefined;
  return asked === undefined || asked === '' ? page.table.time?.path : asked;
}

/** Whether the last bars belong to the current hits, or to a search of the same kind in progress. */
export function hasBars({ timeBar }: PageState): boolean {
  const { asked, of, histogram } = timeBar;
  return histogram !== undefined && asked !== undefined && asked.of === of;
}

/** Requests the bars of the current hits, once, unless they are folded. */
export function withTimeBar(step: PageStep, freshId: string, zone: string): PageStep {
  const { timeBar, shown, busy } = step.state;
  const { of, asked, stack, isFolded } = timeBar;
  const field = timeFieldOf(step.state);
  if (isEndpointRemoved(step.state)) return step;
  if (isFolded || busy !== undefined || shown === undefined || of === undefined || field === undefined) return step;
  if (asked?.of === of && asked.stack === stack) return step;
  const requestId = `${freshId}-bars`;
  const message: MessageFromPage = {
    kind: 'histogram',
    requestId,
    of: shown.requestId,
    field,
    zone,
    ...(stack !== undefined && { stack }),
  };
  const state = { ...step.state, timeBar: { ...timeBar, asked: { requestId, of, stack }, isAwaited: true } };
  return { state, posts: [...(step.posts ?? []), message] };
}

/** Whether the user can search in a range of the bars: a handwritten body has its own conditions. */
export function canNarrow({ form, shown, timeBar }: PageState): boolean {
  return form.body === undefined && shown?.question.body === undefined && timeBar.histogram !== undefined;
}

/** Searches in a range of the bars: [from, to), in milliseconds since 1970. */
export function narrowToBars(state: PageState, from: number, to: number, freshId: string): PageStep {
  const { histogram, narrowed } = state.timeBar;
  if (!canNarrow(state) || histogram === undefined) return { state };
  const iso = (millis: number) => new Date(millis).toISOString();
  const column = state.shown?.page.table.fields.find(({ path }) => path === histogram.field);
  // The last millisecond to its last nanosecond.
  const last = column?.type?.includes('date_nanos') === true ? iso(to - 1).replace('Z', '999999Z') : iso(to - 1);
  const time: TimeRange = { field: histogram.field, span: 'own', from: iso(from), to: last };
  const before = state.form.time;
  const next = [...narrowed, { to: time, ...(before !== undefined && { before }) }].slice(-mostNarrowings);
  return narrowToTime({ ...state, timeBar: { ...state.timeBar, narrowed: next } }, { time }, freshId);
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

export function widenTime(state: PageState, freshId: string): PageStep {
  const last = lastNarrowing(state);
  if (last === undefined) return { state };
  const timeBar = { ...state.timeBar, narrowed: state.timeBar.narrowed.slice(0, -1) };
  return narrowToTime({ ...state, timeBar }, { time: last.before }, freshId);
}
