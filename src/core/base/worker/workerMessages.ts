import type { Translation } from '../../../l10n/language';
import type { ThreadPart } from './threadParts';

/** The data that a worker thread is started with. */
export interface WorkerData {
  /** The language of the texts that jobs return. */
  readonly translation: Translation | undefined;
}

/**
 * Messages to a worker thread for a job: the job, then the parts of its arguments; and where its result comes in parts, the wish
 * for each.
 */
export type WorkerMessage = WorkerRequest | { readonly part: ThreadPart } | { readonly wants: 'part' };

interface WorkerRequest {
  /** The name of the job. */
  readonly name: string;
  /** Without what comes in parts. */
  readonly args: readonly unknown[];
  /** How many parts of them follow. */
  readonly parts: number;
}

/** What a worker thread says of a job: its result, in a list of its own and without what comes in parts, then a part for each wish. */
export type WorkerResult =
  | { readonly result: readonly unknown[]; readonly parts: number }
  | { readonly part: ThreadPart }
  | { readonly error: unknown };
