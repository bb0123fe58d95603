import type { Translation } from '../../../l10n/language';

/** The data that a worker thread is started with. */
export interface WorkerData {
  /** The language of the texts that jobs return. */
  readonly translation: Translation | undefined;
}

/** Messages to a worker thread for a job: first its long texts in pieces, then the job itself. */
export type WorkerMessage = Piece | WorkerRequest;

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

/** The outcome of a job. */
export type WorkerResult = { readonly result: unknown } | { readonly error: unknown };
