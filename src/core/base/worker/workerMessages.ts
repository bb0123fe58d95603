import type { Translation } from '../../../l10n/language';
import type { ThreadPart } from './threadParts';

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
