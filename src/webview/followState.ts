import type { FollowedState } from '../protocol/follow';

/** How a search is followed. */
export interface FollowState extends Pick<FollowedState, 'came' | 'replacesPage'> {
  /** The request that began it; undefined while a search whose hits are to be followed is under way. */
  readonly requestId: string | undefined;
  readonly state: FollowedState['state'] | 'starting';
  /** Why it is paused, or off. May hold server text. */
  readonly why: string | undefined;
  /** The request for the hits that came. */
  readonly taking: string | undefined;
}

/** Hits are to be followed once they are there. */
export const awaitedFollow: FollowState = {
  requestId: undefined,
  state: 'starting',
  why: undefined,
  came: 0,
  replacesPage: false,
  taking: undefined,
};

/** Another search is under way: it is followed as the one before it was. */
export function followNext(follow: FollowState | undefined): FollowState | undefined {
  return follow?.state === 'following' || follow?.state === 'starting' ? awaitedFollow : undefined;
}

/** How the host follows a search that a page shows again. */
export function followOf(told: FollowedState | undefined): FollowState | undefined {
  if (told === undefined) return undefined;
  const { requestId, state, why, came, replacesPage } = told;
  return { requestId, state, why, came, replacesPage, taking: undefined };
}
