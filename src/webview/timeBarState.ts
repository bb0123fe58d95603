import type { Histogram } from '../protocol/histogram';
import type { SavedState } from '../protocol/savedState';

/** A range of time that was chosen on the time bar, and what it replaced: no range is any time. */
export type TimeNarrowing = NonNullable<NonNullable<SavedState['timeBar']>['narrowed']>[number];

/** When the hits are, above them. */
export interface TimeBarState {
  readonly isFolded: boolean;
  /** The field that a person chose to divide the bars by; empty: by none; undefined: by what is usual. */
  readonly stack: string | undefined;
  /** The search that is shown, by the request id of the page that came first; turning pages does not change it. */
  readonly of: string | undefined;
  /** What the host was asked last. */
  readonly asked: { readonly requestId: string; readonly of: string; readonly stack: string | undefined } | undefined;
  readonly isAwaited: boolean;
  /** The bars that came last. */
  readonly histogram: Histogram | undefined;
  /** The index for which there was none: no place is kept for its bars. */
  readonly lacking: string | undefined;
  readonly narrowed: readonly TimeNarrowing[];
}

/** The most ranges that one can go back through. */
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

/** A new search is shown, or none any more. The bars of the one before stay until the new ones come. */
export function timeBarOf(timeBar: TimeBarState, of: string | undefined): TimeBarState {
  return { ...timeBar, of, asked: undefined, isAwaited: false };
}

/** A search did not come to hits: the host has stopped asking for the bars of those that are still shown. */
export function timeBarAfterNothing(timeBar: TimeBarState): TimeBarState {
  return timeBar.isAwaited ? { ...timeBar, asked: undefined, isAwaited: false } : timeBar;
}
