import type { Translation } from '../../../l10n/language';
import type { ThreadPart } from './threadParts';

/**
 * A program of worker threads, by the name of its file: `worker` for texts of servers, `config-worker` for configuration
 * files, whose parsers no other job needs. esbuild.js puts both beside the program that starts them.
 */
export type WorkerProgram = 'worker' | 'config-worker';

/**
 * Work on a text that may be too long for the extension host's thread: a pure function of arguments that can be copied
 * to another thread. `core/jobs.ts` and `core/config/files/configJobs.ts` list all jobs.
 */
export interface Job<Args extends readonly unknown[], Result> {
  /** Names the job to the threads; unique among all jobs. */
  readonly name: string;
  /** The most UTF-16 units for running it at once, which takes some hundredths of a second. */
  readonly longestHere: number;
  readonly run: (...args: Args) => Result;
  /** The program of the threads that do the job. */
  readonly program: WorkerProgram;
}

export function jobOf<Args extends readonly unknown[], Result>(
  name: string,
  longestHere: number,
  run: (...args: Args) => Result,
  program: WorkerProgram = 'worker',
): Job<Args, Result> {
  return { name, longestHere, run, program };
}

export interface WorkerData {
  /** The language of the texts that jobs return. */
  readonly translation: Translation | undefined;
}

/**
 * Messages to a worker thread for a job: the job, the parts of its arguments, then requests for parts of its result.
 */
export type WorkerMessage = WorkerRequest | { readonly part: ThreadPart } | { readonly wants: 'part' };

interface WorkerRequest {
  readonly name: string;
  /** Without the values that follow in parts. */
  readonly args: readonly unknown[];
  /** The number of parts that follow. */
  readonly parts: number;
}

/** Messages of a worker thread about a job: its result in a list of its own, then one part for each request. */
export type WorkerResult =
  | { readonly result: readonly unknown[]; readonly parts: number }
  | { readonly part: ThreadPart }
  | { readonly error: unknown };
