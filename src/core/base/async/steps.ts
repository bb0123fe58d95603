import type { TimeSlicer } from './timeSlicer';

/**
 * Work that can be done at once or in slices: it yields how many steps, of about a microsecond each, it has done since it
 * yielded last, and returns its result.
 */
export type Steps<T> = Generator<number, T, undefined>;

/** Does all of it now. */
export function runSteps<T>(work: Steps<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Does it in slices that let others have the event loop. Rejects as the pace does where it is not wanted any longer. */
export async function runStepsInSlices<T>(work: Steps<T>, slicer: TimeSlicer): Promise<T> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    const rest = slicer.step(value);
    if (rest !== undefined) await rest;
  }
}

/** Something that is worked out when it is first asked for, or before that in slices. */
export interface LazySteps<T> {
  get(): T;
  /** The same as part of other work. */
  steps(): Steps<T>;
}

/** @param work begins the work; it may be begun twice, where somebody cannot wait for the slices */
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

/** Items that are sorted at once: some milliseconds, where names are compared as people read them. */
const RUN = 512;
/** Comparisons between two yields, and how many steps one of them is. */
const COMPARISONS = 64;
const STEPS_OF_COMPARISON = 0.1;

/** Sorts a copy, as `toSorted` does: those that compare as equal keep their order. */
export function* sortSteps<T>(items: readonly T[], compare: (a: T, b: T) => number): Steps<T[]> {
  let runs: T[][] = [];
  for (let at = 0; at < items.length; at += RUN) {
    runs.push(items.slice(at, at + RUN).sort(compare));
    yield RUN * 9 * STEPS_OF_COMPARISON;
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
    // Safe: both are within their lists.
    const [left, right] = [one[a] as T, other[b] as T];
    if (compare(left, right) <= 0) {
      merged.push(left);
      a++;
    } else {
      merged.push(right);
      b++;
    }
    if (merged.length % COMPARISONS === 0) yield COMPARISONS * STEPS_OF_COMPARISON;
  }
  for (; a < one.length; a++) merged.push(one[a] as T);
  for (; b < other.length; b++) merged.push(other[b] as T);
  return merged;
}
