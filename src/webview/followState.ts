import type { FollowedState } from '../protocol/pageMessages';

/** The state of following a search. */
export interface FollowState extends Pick<FollowedState, 'came' | 'replacesPage'> {
  /** The request that started it; undefined while the search to follow is in progress. */
  readonly requestId: string | undefined;
  readonly state: FollowedState['state'] | 'starting';
  /** The reason why it is paused, or off. May contain server text. */
  readonly why: string | undefined;
  /** The request for new hits. */
  readonly taking: string | undefined;
}

/** The page follows the hits once they arrive. */
export const awaitedFollow: FollowState = {
  requestId: undefined,
  state: 'starting',
  why: undefined,
  came: 0,
  replacesPage: false,
  taking: undefined,
};

/** The state for another search in progress: it is followed as the one before. */
export function followNext(follow: FollowState | undefined): FollowState | undefined {
  return follow?.state === 'following' || follow?.state === 'starting' ? awaitedFollow : undefined;
}

/** The state of a search that a page shows again, as the host follows it. */
export function followOf(told: FollowedState | undefined): FollowState | undefined {
  if (told === undefined) return undefined;
  const { requestId, state, why, came, replacesPage } = told;
  return { requestId, state, why, came, replacesPage, taking: undefined };
}
