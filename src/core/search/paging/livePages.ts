import { canceledFailure } from '../../base/errors/failure';
import { withMembers } from '../query/bodyText';
import type { SearchAnswer } from '../wire/searchAnswer';
import { assemblePage, goesOn } from './assemblePage';
import { changedNote, type PagingStop, shiftingNote, stopFailure } from './pageNotes';
import type { SearchPage } from './pager';
import { hasNoPointInTime } from './pointInTime';
import type { ResultState } from './resultState';
import type { PageOptions } from './sendSearch';

/** A page by `from` and `size`, shortened if paging ends at the window. */
export async function livePage(
  state: ResultState,
  from: number,
  options: PageOptions,
  notes: readonly string[] = [],
): Promise<SearchPage> {
  const { place, window, requests, search } = state;
  const isCut = place.kind === 'stopped' && window.isKnown;
  const size = isCut ? Math.max(0, Math.min(search.size, window.limit - from)) : search.size;
  const text = withMembers(requests.body(), { from: String(from), size: String(size) });
  const answered = await requests.send(text, options.signal);
  window.reached(from + size);
  const isLastInWindow = from + size + search.size > window.limit;
  if (isLastInWindow && goesOn(answered.answer, from, size)) await probeBehindWindow(state, options.signal);
  const changed = await changeNotes(state, answered.answer, from, options.signal);
  return assemblePage(state, [answered], { from, size, asked: 'from/size', notes: [...notes, ...changed] });
}

/** Notes once that the index changed, if the number of hits did. An explicit sort has its own note. */
async function changeNotes(
  state: ResultState,
  { total, partial }: SearchAnswer,
  from: number,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (state.isSorted || total?.relation !== 'eq' || partial.length > 0) return [];
  const { live, traits, place } = state;
  if (live.total === undefined) state.live = { total: total.value };
  else if (live.changedAt === undefined && live.total !== total.value) state.live = { ...live, changedAt: from };
  if (state.live.changedAt !== from) return [];
  const isLive = place.kind === 'live' && traits.onlyFromSize === undefined;
  return [changedNote(isLive && !hasNoPointInTime(await state.client.engine(signal)))];
}

/** On the last page of the window: ends paging there if a point in time is known to be impossible. */
async function probeBehindWindow(state: ResultState, signal: AbortSignal): Promise<void> {
  const { place, traits, client } = state;
  if (place.kind !== 'live') return;
  if (traits.onlyFromSize !== undefined) await stopPaging(state, { member: traits.onlyFromSize }, signal);
  else if (hasNoPointInTime(await client.engine(signal))) await stopPaging(state, 'unavailable', signal);
  if (signal.aborted) throw canceledFailure();
}

/** From now on, the result ends at the window. */
async function stopPaging(state: ResultState, stop: PagingStop, signal: AbortSignal): Promise<void> {
  await state.window.ask(signal);
  state.place = { kind: 'stopped', stop };
}

/** A page that needs a point in time if none can be opened: from now on, the result ends at the window. */
export async function stopAt(
  state: ResultState,
  from: number,
  options: PageOptions,
  stop: PagingStop,
): Promise<SearchPage> {
  await stopPaging(state, stop, options.signal);
  return stoppedPage(state, from, options, stop);
}

/** @throws RequestFailure (`rejected`) beyond the window */
export async function stoppedPage(
  state: ResultState,
  from: number,
  options: PageOptions,
  stop: PagingStop,
): Promise<SearchPage> {
  const { window, isSorted } = state;
  if (window.isKnown && from >= window.limit) throw stopFailure(window.limit, stop);
  return livePage(state, from, options, isSorted ? [shiftingNote(stop)] : []);
}
