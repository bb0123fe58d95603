import type { Translation } from '../../../l10n/language';

/** What a worker thread is started with. */
export interface WorkerData {
  /** What the jobs say is said in this language. */
  readonly translation: Translation | undefined;
}

/** What a worker thread is sent for a job: its long texts piece by piece, and then the job itself. */
export type WorkerMessage = Piece | WorkerRequest;

/** The next piece of the job's argument number `of`. */
interface Piece {
  readonly of: number;
  readonly piece: string;
}

export interface WorkerRequest {
  /** Of the job. */
  readonly name: string;
  /** Those that were sent in pieces are undefined here. */
  readonly args: readonly unknown[];
}

/** What came of it. */
export type WorkerResult = { readonly result: unknown } | { readonly error: unknown };
