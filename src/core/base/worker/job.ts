/**
 * Work on a text that may be too long for the thread that all extensions share: a pure function of arguments that can be
 * copied to another thread. `core/jobs.ts` lists all jobs.
 */
export interface Job<Args extends readonly unknown[], Result> {
  /** Its name for the threads: unique among all jobs. */
  readonly name: string;
  /** The most UTF-16 units for doing it at once: some hundredths of a second. */
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
