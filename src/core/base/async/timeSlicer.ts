import { nextTurn } from './nextTurn';

/** Milliseconds after which the slicer frees the event loop. */
const longestHoldMs = 12;
/** Steps between two reads of the clock. */
const stepsPerSlice = 200;

/** Keeps long work from holding the event loop and from running without end. */
export interface TimeSlicer {
  /** Counts steps. At the end of a slice, returns a promise to await, which rejects if the result is not wanted. */
  step(count?: number): Promise<void> | undefined;
  /** Whether the limit of steps is reached, so that the caller leaves out the rest. */
  readonly isSpent: boolean;
}

/** The caller no longer wants the result. */
class TimeSlicerGivenUp extends Error {}

/**
 * A slicer for work that stops after a number of steps. `step` rejects with `TimeSlicerGivenUp` once `isWanted` returns
 * false.
 *
 * @param most steps in total; one is about a microsecond
 */
export function timeSlicerWithin(most: number, isWanted: () => boolean): TimeSlicer {
  return openTimeSlicer(most, () => {
    if (!isWanted()) throw new TimeSlicerGivenUp();
  });
}

/** A slicer for work that runs to its end, however long it takes. */
export function endlessTimeSlicer(): TimeSlicer {
  return openTimeSlicer(Number.POSITIVE_INFINITY, () => undefined);
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
