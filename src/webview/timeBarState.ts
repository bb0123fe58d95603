import type { Histogram } from '../protocol/histogram';
import type { SavedState } from '../protocol/savedState';

/** A range of time that the user chose on the time bar, and the range that it replaced: no range is any time. */
export type TimeNarrowing = NonNullable<NonNullable<SavedState['timeBar']>['narrowed']>[number];

/** The state of the bars above the hits. */
export interface TimeBarState {
  readonly isFolded: boolean;
  /** The field by which the user divides the bars; empty: by none; undefined: by the usual one. */
  readonly stack: string | undefined;
  /** The current search, by the request id of its first page; turning pages does not change it. */
  readonly of: string | undefined;
  /** The last request to the host. */
  readonly asked: { readonly requestId: string; readonly of: string; readonly stack: string | undefined } | undefined;
  readonly isAwaited: boolean;
  /** The latest bars. */
  readonly histogram: Histogram | undefined;
  /** The index for which there were none: no room is kept for its bars. */
  readonly lacking: string | undefined;
  readonly narrowed: readonly TimeNarrowing[];
}

/** The most ranges that the user can go back through. */
export const mostNarrowings = 20;

export function initialTimeBar(saved: SavedState | undefined): TimeBarState {
  return {
    isFolded: saved?.timeBar?.isFolded ?? false,
    stack: saved?.timeBar?.stack,
    of: undefined,
    asked: undefined,
    isAwaited: false,
    histogram: undefined,
    lacking: undefined,
    narrowed: saved?.timeBar?.narrowed ?? [],
  };
}

export function savedTimeBar({ isFolded, stack, narrowed }: TimeBarState): NonNullable<SavedState['timeBar']> {
  return { isFolded, ...(stack !== undefined && { stack }), narrowed: narrowed.slice(-mostNarrowings) };
}

/** The state for a new search, or for none. The bars of the search before stay until the new ones arrive. */
export function timeBarOf(timeBar: TimeBarState, of: string | undefined): TimeBarState {
  return { ...timeBar, of, asked: undefined, isAwaited: false };
}

/** The state after a search without success: the host no longer requests the bars of the current hits. */
export function timeBarAfterNothing(timeBar: TimeBarState): TimeBarState {
  return timeBar.isAwaited ? { ...timeBar, asked: undefined, isAwaited: false } : timeBar;
}
