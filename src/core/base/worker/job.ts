/**
 * Something that is done with a text which may be too long to be gone through on the thread that all extensions share: a
 * function of what can be copied to another thread, and of nothing else. `core/jobs.ts` lists them all.
 */
export interface Job<Args extends readonly unknown[], Result> {
  /** What the threads call it by: unique among all jobs. */
  readonly name: string;
  /** The most UTF-16 units with which it takes some hundredths of a second at most, so that it is done at once. */
  readonly longestHere: number;
  readonly run: (...args: Args) => Result;
}

export function jobOf<Args extends readonly unknown[], Result>(
  name: string,
  longestHere: number,
  run: (...args: Args) => Result,
): Job<Args, Result> {
  return { name, longestHere, run };
}
