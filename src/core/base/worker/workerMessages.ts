import type { Translation } from '../../../l10n/language';
import type { ResultPart } from './resultParts';

/** The data that a worker thread is started with. */
export interface WorkerData {
  /** The language of the texts that jobs return. */
  readonly translation: Translation | undefined;
}

/**
 * Messages to a worker thread for a job: first its long texts in pieces, then the job itself, and where its result comes in
 * parts, the wish for each.
 */
export type WorkerMessage = Piece | WorkerRequest | { readonly wants: 'part' };

/** The next piece of the job's argument number `of`. */
interface Piece {
  readonly of: number;
  readonly piece: string;
}

export interface WorkerRequest {
  /** The name of the job. */
  readonly name: string;
  /** Arguments that were sent in pieces are undefined here. */
  readonly args: readonly unknown[];
}

/** The outcome of a job: its result without what comes in parts, and then one part for each wish. */
export type WorkerResult =
  | { readonly result: unknown; readonly parts: number }
  | { readonly part: ResultPart }
  | { readonly error: unknown };
