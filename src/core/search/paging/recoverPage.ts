import { windowLimit } from '../wire/failure';
import { refusesHighlight } from '../wire/highlight';
import { EngineRefusal, OthersAnswer, type Way } from './ask';
import { freezeAt, frozenPage, reopenAt } from './frozenPages';
import { livePage, stoppedPage } from './livePages';
import { lostFailure, notReopenedNote } from './notes';
import type { SearchPage } from './pager';
import { isLost, isWithoutShards } from './pointInTime';
import type { ResultState } from './resultState';

/**
 * A page from where the result stands. Goes another way once for each thing that the engine says no to and that there is
 * another way for.
 */
export async function askPage(state: ResultState, from: number, way: Way): Promise<SearchPage> {
  const { door, requests } = state;
  try {
    const page = await pageByPlace(state, from, way);
    if (page.hasLostContexts === true) return await afterLoss(state, page, from, way);
    if (!page.partial.some(refusesHighlight) || !requests.leaveOutHighlight()) return page;
    return await askPage(state, from, way);
  } catch (error) {
    if (way.signal.aborted) throw error;
    if (error instanceof OthersAnswer && door.suspectCache()) return askPage(state, from, way);
    if (!(error instanceof EngineRefusal)) throw error;
    if (learnsFrom(state, error)) return askPage(state, from, way);
    if (way.isAhead === true) throw error;
    return afterRefusal(state, error, from, way);
  }
}

function pageByPlace(state: ResultState, from: number, way: Way): Promise<SearchPage> {
  const { place, isSorted, search, window } = state;
  if (place.kind === 'frozen') return frozenPage(state, place.frozen, from, way);
  if (place.kind === 'stopped') return stoppedPage(state, from, way, place.stop);
  if (search.size === 0 || (!isSorted && from + search.size <= window.limit)) return livePage(state, from, way);
  return freezeAt(state, from, way);
}

/** Whether a refusal tells something that makes the same page worth asking for again. */
function learnsFrom({ window, requests }: ResultState, { error, failure }: EngineRefusal): boolean {
  const limit = windowLimit(failure);
  if (limit !== undefined && window.learn(limit)) return true;
  return refusesHighlight(error.reason) && requests.leaveOutHighlight();
}

/** The page from another point in time, where the engine refuses to search in this one. */
async function afterRefusal(state: ResultState, refusal: EngineRefusal, from: number, way: Way): Promise<SearchPage> {
  const { place } = state;
  if (place.kind !== 'frozen') throw refusal;
  if (isLost(refusal.error)) return reopenAt(state, place.frozen, from, way);
  if (!isWithoutShards(refusal.error, refusal.failure.status)) throw refusal;
  return reopenAt(state, place.frozen, from, way).catch((again) => {
    throw way.signal.aborted ? again : refusal;
  });
}

/**
 * The page from another point in time, where some shards no longer hold this one: those that came back answer there. Where
 * that cannot be had, the page as it came.
 */
async function afterLoss(state: ResultState, page: SearchPage, from: number, way: Way): Promise<SearchPage> {
  const { place } = state;
  if (place.kind !== 'frozen') return page;
  if (way.isAhead === true) throw lostFailure();
  try {
    return await reopenAt(state, place.frozen, from, way);
  } catch (error) {
    if (way.signal.aborted) throw error;
    return { ...page, notes: [...page.notes, notReopenedNote] };
  }
}
