import { refusesHighlight } from '../wire/highlight';
import { windowLimit } from '../wire/searchFailure';
import { livePage, stoppedPage } from './livePages';
import { lostFailure, notReopenedNote } from './pageNotes';
import type { SearchPage } from './pager';
import { freezeAt, frozenPage, reopenAt } from './pitPages';
import { isLost, isWithoutShards } from './pointInTime';
import type { ResultState } from './resultState';
import { EngineRefusal, ForeignAnswer, type PageOptions } from './sendSearch';

/** Requests a page. If the engine refuses an avoidable part, tries again without it, once for each such refusal. */
export async function askPage(state: ResultState, from: number, options: PageOptions): Promise<SearchPage> {
  const { client, requests } = state;
  try {
    const page = await pageByPlace(state, from, options);
    if (page.hasLostContexts === true) return await afterLoss(state, page, from, options);
    if (page.refusedWindow !== undefined && state.window.learn(page.refusedWindow))
      return await askPage(state, from, options);
    if (page.isHighlightRefused !== true || !requests.leaveOutHighlight()) return page;
    return await askPage(state, from, options);
  } catch (error) {
    if (options.signal.aborted) throw error;
    if (error instanceof ForeignAnswer && client.suspectCache()) return askPage(state, from, options);
    if (!(error instanceof EngineRefusal)) throw error;
    if (learnsFrom(state, error)) return askPage(state, from, options);
    if (options.isAhead === true) throw error;
    return afterRefusal(state, error, from, options);
  }
}

function pageByPlace(state: ResultState, from: number, options: PageOptions): Promise<SearchPage> {
  const { place, isSorted, search, window } = state;
  if (place.kind === 'frozen') return frozenPage(state, place.pit, from, options);
  if (place.kind === 'stopped') return stoppedPage(state, from, options, place.stop);
  if (search.size === 0 || (!isSorted && from + search.size <= window.limit)) return livePage(state, from, options);
  return freezeAt(state, from, options);
}

/** Whether a refusal contains a fact that makes a retry of the same page useful. */
function learnsFrom({ window, requests }: ResultState, { error, failure }: EngineRefusal): boolean {
  const limit = windowLimit(failure);
  if (limit !== undefined && window.learn(limit)) return true;
  return refusesHighlight(error.reason) && requests.leaveOutHighlight();
}

/** The page from another point in time if the engine refuses to search in this one. */
async function afterRefusal(
  state: ResultState,
  refusal: EngineRefusal,
  from: number,
  options: PageOptions,
): Promise<SearchPage> {
  const { place } = state;
  if (place.kind !== 'frozen') throw refusal;
  if (isLost(refusal.error)) return reopenAt(state, place.pit, from, options);
  if (!isWithoutShards(refusal.error, refusal.failure.status)) throw refusal;
  return reopenAt(state, place.pit, from, options).catch((again) => {
    throw options.signal.aborted ? again : refusal;
  });
}

/** The page from another point in time, if shards lost this one and may respond again; else the page as received. */
async function afterLoss(
  state: ResultState,
  page: SearchPage,
  from: number,
  options: PageOptions,
): Promise<SearchPage> {
  const { place } = state;
  if (place.kind !== 'frozen') return page;
  if (options.isAhead === true) throw lostFailure();
  try {
    return await reopenAt(state, place.pit, from, options);
  } catch (error) {
    if (options.signal.aborted) throw error;
    return { ...page, notes: [...page.notes, notReopenedNote()] };
  }
}
