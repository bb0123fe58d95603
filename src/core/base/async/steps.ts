import type { TimeSlicer } from './timeSlicer';

/** Work in steps of about a microsecond each: yields their number since the last yield, and returns its result. */
export type Steps<T> = Generator<number, T, undefined>;

/** Does all of the work now. */
export function runSteps<T>(work: Steps<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Does the work in slices that free the event loop. Rejects like the slicer once its result is not wanted. */
export async function runStepsInSlices<T>(work: Steps<T>, slicer: TimeSlicer): Promise<T> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    const rest = slicer.step(value);
    if (rest !== undefined) await rest;
  }
}
