import {
  awaitedFollow,
  isEndpointRemoved,
  type PageState,
  type PageStep,
  placeInPage,
  type Received,
  rowAfterArrivals,
  timeBarOf,
} from './pageState';
import { submitForm } from './pageSteps';

/** Pixels that a view may be scrolled by accident. */
const hardlyScrolled = 4;

/** Whether new hits would move the rows that the user reads: then they wait. */
export function isViewHeld(state: PageState): boolean {
  const place = placeInPage(state);
  return place !== undefined && (place.unfolded.length > 0 || place.top > hardlyScrolled);
}

/** Follows the current search, resumes it, or ends it. Without hits, searches with the form first. */
export function pressFollow(state: PageState, freshId: string): PageStep {
  const { follow, shown, busy } = state;
  if (follow?.state === 'paused') return { state, posts: [{ kind: 'steerFollow', to: 'resume' }] };
  if (follow !== undefined && follow.state !== 'off') return endFollow(state);
  if (isEndpointRemoved(state)) return { state };
  if (shown === undefined && busy === undefined) {
    const step = submitForm(state, 0, freshId);
    return step.state.busy === undefined ? step : { ...step, state: { ...step.state, follow: awaitedFollow } };
  }
  if (busy?.what === 'search' || busy?.what === 'turn') return { state: { ...state, follow: awaitedFollow } };
  return beginFollow(state, freshId);
}

function beginFollow(state: PageState, requestId: string): PageStep {
  const { shown, followEvery: seconds } = state;
  if (shown === undefined) return { state: { ...state, follow: undefined } };
  return {
    state: { ...state, follow: { ...awaitedFollow, requestId } },
    posts: [{ kind: 'follow', requestId, of: shown.requestId, seconds }],
  };
}

/** Follows the hits of a search that has succeeded, if the page awaits them. */
export function followShown(step: PageStep, freshId: string): PageStep {
  const { follow } = step.state;
  if (follow?.state !== 'starting' || follow.requestId !== undefined) return step;
  const begun = beginFollow(step.state, `${freshId}-follow`);
  return { state: begun.state, posts: [...(step.posts ?? []), ...(begun.posts ?? [])] };
}

export function endFollow(state: PageState): PageStep {
  const { follow } = state;
  const posts = follow?.requestId === undefined ? [] : [{ kind: 'steerFollow', to: 'end' } as const];
  return { state: { ...state, follow: undefined }, posts };
}

export function takeFollowStatus(state: PageState, message: Received<'followed'>, freshId: string): PageStep {
  const { follow } = state;
  if (follow === undefined || message.requestId !== follow.requestId) return { state };
  const { kind: _, ...status } = message;
  return takeUnlessHeld({ ...state, follow: { ...status, taking: follow.taking } }, freshId);
}

export function takeUnlessHeld(state: PageState, freshId: string): PageStep {
  return state.follow?.replacesPage !== true && isViewHeld(state) ? { state } : takeNewHits(state, freshId);
}

/** Requests the new hits, once. */
export function takeNewHits(state: PageState, freshId: string): PageStep {
  const { follow } = state;
  if (follow === undefined || follow.came === 0 || follow.taking !== undefined) return { state };
  const taking = `${freshId}-new`;
  return {
    state: { ...state, follow: { ...follow, taking } },
    posts: [{ kind: 'takeNewHits', requestId: taking }],
  };
}

/** Applies a reply with new hits: expanded rows stay expanded, at their new places. */
export function takeArrivals(state: PageState, message: Received<'newHits'>): PageState {
  const { follow, timeBar } = state;
  const { kind: _, fresh, areBarsOld, ...shown } = message;
  const { requestId } = shown;
  if (follow === undefined || requestId !== follow.taking) return state;
  const next: PageState = {
    ...state,
    shown,
    follow: { ...follow, came: 0, replacesPage: false, taking: undefined },
    timeBar: areBarsOld ? timeBarOf(timeBar, requestId) : timeBar,
    chosen: undefined,
  };
  if (fresh === undefined) return { ...next, hits: new Map(), grown: undefined };
  return withArrivals(next, state, fresh, true);
}

/**
 * The page after hits were added: expanded rows stay expanded, at their new places.
 *
 * @param fresh the rows of the added hits, from the top down
 * @param areNew whether they are marked as new, and the view scrolls to the top
 */
export function withArrivals(next: PageState, before: PageState, fresh: readonly number[], areNew: boolean): PageState {
  const { shown } = next;
  if (shown === undefined) return next;
  const { unfolded = [], top = 0 } = placeInPage(before) ?? {};
  const rows = shown.page.table.rows.length;
  const rowAfter = (row: number): number => rowAfterArrivals(row, fresh);
  return {
    ...next,
    grown: { requestId: shown.requestId, fresh, areNew },
    place: {
      requestId: shown.requestId,
      unfolded: unfolded.map(rowAfter).filter((row) => row < rows),
      top: areNew ? 0 : top,
    },
    hits: new Map([...before.hits].map(([row, hit]) => [rowAfter(row), hit] as const).filter(([row]) => row < rows)),
  };
}
