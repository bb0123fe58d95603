import type { WorkerProgram } from './program';

/**
 * Work on a text that may be too long for the thread that all extensions share: a pure function of arguments that can be
 * copied to another thread. `core/jobs.ts` and `core/config/files/configJobs.ts` list all jobs.
 */
export interface Job<Args extends readonly unknown[], Result> {
  /** Its name for the threads: unique among all jobs. */
  readonly name: string;
  /** The most UTF-16 units for doing it at once: some hundredths of a second. */
  readonly longestHere: number;
  readonly run: (...args: Args) => Result;
  /** The program that has the job; undefined for the one of all jobs on texts of servers. */
  readonly program?: (() => Promise<WorkerProgram>) | undefined;
}

export function jobOf<Args extends readonly unknown[], Result>(
  name: string,
  longestHere: number,
  run: (...args: Args) => Result,
  program?: Job<Args, Result>['program'],
): Job<Args, Result> {
  return { name, longestHere, run, program };
}
