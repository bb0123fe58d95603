import { rowAfterArrivals } from '../../../protocol/pageView';
import type { FollowInterval } from '../../../protocol/savedState';
import { submitForm } from './formSteps';
import {
  awaitedFollow,
  isEndpointRemoved,
  type PageState,
  type PageStep,
  placeInPage,
  type Received,
  rowKeys,
  timeBarOf,
} from './pageState';
import { openHits, recountValues } from './pageSteps';

/** Pixels that a view may be scrolled by accident. */
const hardlyScrolled = 4;

/** Whether new hits would move the rows that the user reads: then they wait. */
function isViewHeld(state: PageState): boolean {
  const place = placeInPage(state);
  return place !== undefined && (place.unfolded.length > 0 || place.top > hardlyScrolled);
}

/** Follows the current search, resumes it, or ends it. Without hits, searches with the form first. */
export function pressFollow(state: PageState): PageStep {
  const { follow, shown, busy } = state;
  if (follow?.state === 'paused') return { state, posts: [{ kind: 'steerFollow', to: 'resume' }] };
  if (follow !== undefined && follow.state !== 'off') return endFollow(state);
  if (isEndpointRemoved(state)) return { state };
  if (shown === undefined && busy === undefined) {
    const step = submitForm(state, 0);
    return step.state.busy === undefined ? step : { ...step, state: { ...step.state, follow: awaitedFollow } };
  }
  if (busy?.what === 'search' || busy?.what === 'turn') return { state: { ...state, follow: awaitedFollow } };
  return beginFollow(state);
}

function beginFollow(state: PageState): PageStep {
  const { shown, followEvery: seconds } = state;
  if (shown === undefined) return { state: { ...state, follow: undefined } };
  return {
    state: { ...state, follow: { ...awaitedFollow, isAsked: true } },
    posts: [{ kind: 'follow', pageId: shown.pageId, seconds }],
  };
}

/** Follows the hits of a search that has succeeded, if the page awaits them. */
export function followShown(step: PageStep): PageStep {
  const { follow } = step.state;
  if (follow?.state !== 'starting' || follow.isAsked === true) return step;
  const begun = beginFollow(step.state);
  return { state: begun.state, posts: [...(step.posts ?? []), ...(begun.posts ?? [])] };
}

function endFollow(state: PageState): PageStep {
  const { follow } = state;
  const posts = follow?.isAsked === true ? [{ kind: 'steerFollow', to: 'end' } as const] : [];
  return { state: { ...state, follow: undefined }, posts };
}

export function followEvery(state: PageState, seconds: FollowInterval): PageStep {
  return { state: { ...state, followEvery: seconds }, posts: [{ kind: 'followEvery', seconds }] };
}

export function takeFollowStatus(state: PageState, message: Received<'followed'>): PageStep {
  const { follow } = state;
  if (follow === undefined) return { state };
  const { kind: _, ...status } = message;
  return takeUnlessHeld({ ...state, follow: { ...follow, why: undefined, ...status } });
}

export function takeUnlessHeld(state: PageState): PageStep {
  return state.follow?.replacesPage !== true && isViewHeld(state) ? { state } : takeNewHits(state);
}

/** Requests the new hits, once. */
export function takeNewHits(state: PageState): PageStep {
  const { follow } = state;
  if (follow === undefined || follow.came === 0 || follow.isTaking === true) return { state };
  return { state: { ...state, follow: { ...follow, isTaking: true } }, posts: [{ kind: 'takeNewHits' }] };
}

/** Applies a reply with new hits: expanded rows stay expanded, at their new places. */
export function takeArrivals(state: PageState, message: Received<'newHits'>): PageStep {
  const { follow, timeBar } = state;
  const { kind: _, fresh, areBarsOld, ...shown } = message;
  if (follow === undefined) return { state };
  const next: PageState = {
    ...state,
    shown,
    follow: { ...follow, came: 0, replacesPage: false, isTaking: false },
    timeBar: areBarsOld ? timeBarOf(timeBar, shown.pageId) : timeBar,
    chosen: undefined,
  };
  const grown: PageStep =
    fresh === undefined
      ? { state: { ...next, hits: new Map(), grown: undefined } }
      : withArrivals(next, state, fresh, true);
  if (!areBarsOld) return grown;
  const counting = recountValues(grown.state);
  return { state: counting.state, posts: [...(grown.posts ?? []), ...(counting.posts ?? [])] };
}

/**
 * The page after hits were added: expanded rows stay expanded, at their new places. Their documents that did not come
 * before the page are requested again.
 *
 * @param fresh the rows of the added hits, from the top down
 * @param areNew whether they are marked as new, and the view scrolls to the top
 */
export function withArrivals(next: PageState, before: PageState, fresh: readonly number[], areNew: boolean): PageStep {
  const { shown } = next;
  if (shown === undefined) return { state: next };
  const { unfolded = [], top = 0 } = placeInPage(before) ?? {};
  const rows = shown.page.table.rows.length;
  const rowAfter = (row: number): number => rowAfterArrivals(row, fresh);
  const isThere = (row: number): boolean => row < rows;
  const still = unfolded.map(rowAfter).filter(isThere);
  const came = [...before.hits].flatMap(([row, hit]) =>
    typeof hit === 'object' ? [[rowAfter(row), hit] as const] : [],
  );
  const grown: PageState = {
    ...next,
    grown: { pageId: shown.pageId, fresh, keys: grownKeys(rowKeys(before), rows, fresh), areNew },
    place: { pageId: shown.pageId, unfolded: still, top: areNew ? 0 : top },
    hits: new Map(came.filter(([row]) => isThere(row))),
  };
  return openHits(grown, still);
}

/** The keys of the rows of a grown page: those of the page before, and new ones for the added hits. */
function grownKeys(before: readonly number[], rows: number, fresh: readonly number[]): readonly number[] {
  const added = new Set(fresh);
  let unused = before.reduce((most, key) => Math.max(most, key + 1), 0);
  let kept = 0;
  return Array.from({ length: rows }, (_, row) => {
    const key = added.has(row) ? undefined : before[kept++];
    return key ?? unused++;
  });
}
