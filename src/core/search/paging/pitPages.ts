import { canceledFailure, isRequestFailure } from '../../base/errors/failure';
import { assemblePage } from './assemblePage';
import type { SearchCursor } from './cursors';
import { livePage, stopAt } from './livePages';
import { boundaryNote, type PagingStop, reopenedNote, shiftingNote } from './pageNotes';
import type { SearchPage } from './pager';
import { openPitResult, type PitResult } from './pitResult';
import type { PointInTime } from './pointInTime';
import type { ResultState } from './resultState';
import type { PageOptions } from './sendSearch';

/** A page of a result that is already in a point in time. */
export async function frozenPage(
  state: ResultState,
  pit: PitResult,
  from: number,
  options: PageOptions,
  notes: readonly string[] = [],
): Promise<SearchPage> {
  const { size } = state.search;
  const parts = await pit.page(from, size, options);
  if (options.signal.aborted) throw canceledFailure();
  return assemblePage(state, parts, { from, size, asked: 'point in time', notes });
}

/** The first page that needs a point in time. */
export async function freezeAt(state: ResultState, from: number, options: PageOptions): Promise<SearchPage> {
  const opened = await openOrStayLive(state, from, options.signal);
  if (opened.kind === 'live') return livePage(state, from, options, [shiftingNote(undefined)]);
  if (opened.kind === 'none') return stopAt(state, from, options, opened.why);
  const { search, window } = state;
  const notes =
    search.isDefaultOrder === true && from > 0 ? [boundaryNote(Math.min(from, window.limit), undefined, [])] : [];
  return firstFrozenPage(state, enter(state, opened), from, options, notes);
}

/** Continues in another point in time after the engine has lost the previous one. */
export async function reopenAt(
  state: ResultState,
  lost: PitResult,
  from: number,
  options: PageOptions,
): Promise<SearchPage> {
  const start = lost.placeFor(from);
  const opened = await open(state, options.signal);
  state.recent.clear();
  if (opened.kind === 'none') return stopAt(state, from, options, opened.why);
  return firstFrozenPage(state, enter(state, opened, start), from, options, [reopenedNote()]);
}

interface NoWayOn {
  readonly kind: 'none';
  readonly why: PagingStop;
}

/** Opens a point in time in place of the current one, or finds the reason why there is none. */
async function open({ traits, held, requests }: ResultState, signal: AbortSignal): Promise<PointInTime | NoWayOn> {
  if (traits.onlyFromSize !== undefined) return { kind: 'none', why: { member: traits.onlyFromSize } };
  return held.open(requests.preference, signal);
}

/** `live`: none now, but this page can be requested by `from` and `size`. */
async function openOrStayLive(
  state: ResultState,
  from: number,
  signal: AbortSignal,
): Promise<PointInTime | NoWayOn | { readonly kind: 'live' }> {
  const isWithin = from + state.search.size <= state.window.limit;
  try {
    const opened = await open(state, signal);
    return opened.kind === 'none' && opened.why === 'empty' && isWithin ? { kind: 'live' } : opened;
  } catch (error) {
    const isRefused = isRequestFailure(error) && error.failure.status !== undefined;
    if (isWithin && isRefused && !signal.aborted) return { kind: 'live' };
    throw error;
  }
}

/** @param start the place to continue at, besides the beginning */
function enter(
  state: ResultState,
  pointInTime: PointInTime,
  start?: readonly [offset: number, cursor: SearchCursor],
): PitResult {
  const { client, traits, timeoutMs, window, requests, counted } = state;
  const pit = openPitResult(
    { client, pointInTime, traits, timeoutMs, window, body: () => requests.body(), isCounted: counted !== undefined },
    start === undefined ? [] : [start],
  );
  state.place = { kind: 'frozen', pointInTime, pit };
  return pit;
}

async function firstFrozenPage(
  state: ResultState,
  pit: PitResult,
  from: number,
  options: PageOptions,
  notes: readonly string[],
): Promise<SearchPage> {
  // With a sort and a tie-break, the place is found from the beginning, independent of earlier pages.
  if (state.traits.sort.length > 0) return frozenPage(state, pit, from, options, notes);
  const note = await beginAfterPages(state, pit, from, options.signal);
  return frozenPage(state, pit, from, options, from === 0 ? notes : [...notes, note]);
}

/**
 * Makes the point in time begin after the pages by `from` and `size`.
 *
 * @returns the note about it for the page after them
 */
async function beginAfterPages(
  { window, requests, recent }: ResultState,
  pit: PitResult,
  from: number,
  signal: AbortSignal,
): Promise<string> {
  const boundary = Math.min(from, window.limit);
  // Pages by cursor may exclude hits that were shown before the boundary, so they cannot provide the summary.
  if (requests.lacksSummary()) requests.takeSummary((await pit.withoutHits(signal)).answer);
  await pit.beginAt(boundary, signal);
  const before = [...recent.all].find(
    (page) => page.asked === 'from/size' && page.from + page.hits.length === boundary,
  );
  const inside = before === undefined ? [] : await pit.unsorted(before.from, before.hits.length, signal);
  return boundaryNote(boundary, before?.hits, inside);
}
