import { cancelled } from '../errors/failure';
import { nextTurn } from './nextTurn';

/** Milliseconds after which others are let have the event loop. */
const LONGEST_HOLD_MS = 12;
/** Steps between two looks at the clock. */
const SLICE = 200;

/** Keeps long work from holding up others, and from never coming to its end. */
export interface TimeSlicer {
  /**
   * Counts steps. Where the time of a slice is over, what it gives is to be awaited; that rejects where nobody wants the
   * result any longer.
   */
  step(count?: number): Promise<void> | undefined;
  /** Whether so many steps were counted that the rest is left undone. */
  readonly isSpent: boolean;
}

/** Nobody wants the result any longer. */
export class TimeSlicerGivenUp extends Error {}

/**
 * The pace of work that is left undone after so many steps. It ends with `GivenUp` where it is not wanted.
 *
 * @param most steps in all; one is about a microsecond
 */
export function timeSlicerWithin(most: number, isWanted: () => boolean): TimeSlicer {
  return openPace(most, () => {
    if (!isWanted()) throw new TimeSlicerGivenUp();
  });
}

/** The pace of work that comes to its end, however long it takes, or ends with the signal: as a `RequestFailure`, cancelled. */
export function timeSlicerUntil(signal: AbortSignal): TimeSlicer {
  return openPace(Number.POSITIVE_INFINITY, () => {
    if (signal.aborted) throw cancelled();
  });
}

/** The pace of work that comes to its end, however long it takes. */
export function endlessTimeSlicer(): TimeSlicer {
  return openPace(Number.POSITIVE_INFINITY, () => undefined);
}

/** The pace of work that ends with what `look` throws, which is called after each rest. */
export function timeSlicerWith(look: () => void): TimeSlicer {
  return openPace(Number.POSITIVE_INFINITY, look);
}

function openPace(most: number, look: () => void): TimeSlicer {
  let steps = 0;
  let looked = 0;
  let since = performance.now();
  const rest = async (): Promise<void> => {
    await nextTurn();
    look();
    since = performance.now();
  };
  return {
    step(count = 1) {
      steps += count;
      if (steps - looked < SLICE) return undefined;
      looked = steps;
      return performance.now() - since < LONGEST_HOLD_MS ? undefined : rest();
    },
    get isSpent() {
      return steps > most;
    },
  };
}
