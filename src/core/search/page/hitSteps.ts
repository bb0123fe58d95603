import type { HitAction } from '../../../protocol/actions';
import type { HitPlace } from '../../../protocol/hitPlace';
import { takeUnlessHeld } from './followRequests';
import { type PageState, type PageStep, type PlaceInPage, placeInPage } from './pageState';
import { openHits } from './pageSteps';

/** An action of a command on a hit, or on a value of it. */
export function actOnHit(state: PageState, action: HitAction, place: HitPlace): PageStep {
  return { state, posts: [{ kind: 'place', action, place }] };
}

/** Expands or folds a hit, unless the page has other hits by now. */
export function toggleHit(state: PageState, { pageId, row }: Pick<HitPlace, 'pageId' | 'row'>): PageStep {
  const { shown } = state;
  if (shown?.pageId !== pageId || row >= shown.page.table.rows.length) return { state };
  const before = placeInPage(state)?.unfolded ?? [];
  const others = before.filter((other) => other !== row);
  return others.length < before.length
    ? takeUnlessHeld(moved(state, { unfolded: others }))
    : openHits(moved(state, { unfolded: [...others, row] }), [row]);
}

export function scrollTo(state: PageState, { pageId, top }: Pick<PlaceInPage, 'pageId' | 'top'>): PageStep {
  return state.shown?.pageId === pageId ? takeUnlessHeld(moved(state, { top })) : { state };
}

function moved(state: PageState, to: Partial<PlaceInPage>): PageState {
  if (state.shown === undefined) return state;
  const from = placeInPage(state) ?? { pageId: state.shown.pageId, unfolded: [], top: 0 };
  return { ...state, place: { ...from, ...to } };
}
