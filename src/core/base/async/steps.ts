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

/** A value that is computed on first use, or in slices before that. */
export interface LazySteps<T> {
  get(): T;
  steps(): Steps<T>;
}

/** @param work starts the work; may be called twice, if a caller cannot wait for the slices */
export function lazySteps<T>(work: () => Steps<T>): LazySteps<T> {
  let made: { readonly value: T } | undefined;
  return {
    get() {
      made ??= { value: runSteps(work()) };
      return made.value;
    },
    *steps() {
      if (made !== undefined) return made.value;
      const value = yield* work();
      made ??= { value };
      return made.value;
    },
  };
}

/** Items that are sorted at once. With a collator, this takes some milliseconds. */
const stepsPerRun = 512;
/** Comparisons between two yields, and the steps of one comparison. */
const comparisonsPerStep = 64;
const stepsOfComparison = 0.1;

/** Sorts a copy, like `toSorted`: equal items keep their order. */
export function* sortSteps<T>(items: readonly T[], compare: (a: T, b: T) => number): Steps<T[]> {
  let runs: T[][] = [];
  for (let at = 0; at < items.length; at += stepsPerRun) {
    runs.push(items.slice(at, at + stepsPerRun).sort(compare));
    yield stepsPerRun * 9 * stepsOfComparison;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      const [one = [], other] = [runs[at], runs[at + 1]];
      merged.push(other === undefined ? one : yield* mergeSteps(one, other, compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergeSteps<T>(one: readonly T[], other: readonly T[], compare: (a: T, b: T) => number): Steps<T[]> {
  const merged: T[] = [];
  let [a, b] = [0, 0];
  while (a < one.length && b < other.length) {
    // Safe: both indices are within their lists.
    const [left, right] = [one[a] as T, other[b] as T];
    if (compare(left, right) <= 0) {
      merged.push(left);
      a++;
    } else {
      merged.push(right);
      b++;
    }
    if (merged.length % comparisonsPerStep === 0) yield comparisonsPerStep * stepsOfComparison;
  }
  for (; a < one.length; a++) merged.push(one[a] as T);
  for (; b < other.length; b++) merged.push(other[b] as T);
  return merged;
}
