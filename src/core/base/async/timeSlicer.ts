import { canceledFailure } from '../errors/failure';
import { nextTurn } from './nextTurn';

/** Milliseconds after which the event loop is freed. */
const longestHoldMs = 12;
/** Steps between two reads of the clock. */
const stepsPerSlice = 200;

/** Keeps long work from blocking others, and from running without an end. */
export interface TimeSlicer {
  /**
   * Counts steps. At the end of a slice it returns a promise to await, which rejects if the result is no longer wanted.
   */
  step(count?: number): Promise<void> | undefined;
  /** Whether the limit of steps is reached, so that the rest is left out. */
  readonly isSpent: boolean;
}

/** The result is no longer wanted. */
export class TimeSlicerGivenUp extends Error {}

/**
 * For work that stops after a number of steps. Ends with `TimeSlicerGivenUp` if the result is no longer wanted.
 *
 * @param most steps in total; one is about a microsecond
 */
export function timeSlicerWithin(most: number, isWanted: () => boolean): TimeSlicer {
  return openTimeSlicer(most, () => {
    if (!isWanted()) throw new TimeSlicerGivenUp();
  });
}

/** For work that runs to its end, unless the signal aborts: it then ends with a `RequestFailure`, canceled. */
export function timeSlicerUntil(signal: AbortSignal): TimeSlicer {
  return openTimeSlicer(Number.POSITIVE_INFINITY, () => {
    if (signal.aborted) throw canceledFailure();
  });
}

/** For work that runs to its end, however long it takes. */
export function endlessTimeSlicer(): TimeSlicer {
  return openTimeSlicer(Number.POSITIVE_INFINITY, () => undefined);
}

/** For work that ends with what `check` throws, which is called after each slice. */
export function timeSlicerWith(check: () => void): TimeSlicer {
  return openTimeSlicer(Number.POSITIVE_INFINITY, check);
}

function openTimeSlicer(most: number, check: () => void): TimeSlicer {
  let steps = 0;
  let checkedAt = 0;
  let since = performance.now();
  const rest = async (): Promise<void> => {
    await nextTurn();
    check();
    since = performance.now();
  };
  return {
    step(count = 1) {
      steps += count;
      if (steps - checkedAt < stepsPerSlice) return undefined;
      checkedAt = steps;
      return performance.now() - since < longestHoldMs ? undefined : rest();
    },
    get isSpent() {
      return steps > most;
    },
  };
}
