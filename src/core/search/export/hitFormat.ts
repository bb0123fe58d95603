import type { Pauses } from '../../base/async/pauses';
import type { Job } from '../../base/worker/job';

/** How to do long work on hits without blocking the event loop. */
export interface ExportPacing {
  readonly pause: Pauses;
  /** Runs a job on a text of this many UTF-16 units: directly if it is short, otherwise in another thread. */
  run<Args extends readonly unknown[], Result>(
    job: Job<Args, Result>,
    args: Args,
    length: number,
  ): Result | Promise<Result>;
}

/** Formats hits, which are JSON texts as received. */
export interface HitFormat {
  /** The text before the first hit. @param hits the first ones, which are not written yet */
  begin(hits: readonly string[], working: ExportPacing): string | Promise<string>;
  /** Adds the pieces of a hit's text. */
  put(hit: string, pieces: string[], working: ExportPacing): void | Promise<void>;
  /** The text after the last hit. */
  end(): string;
  /** Sentences about missing content of the file, translated. */
  notes(): readonly string[];
}
