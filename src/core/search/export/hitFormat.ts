import type { TimeSlicer } from '../../base/async/timeSlicer';
import type { Job } from '../../base/worker/job';

/** How long work on hits is done so that it holds nobody up. */
export interface ExportPacing {
  readonly slicer: TimeSlicer;
  /**
   * Does a job on a text of so many UTF-16 units: at once where it is short, so that a million hits are a million calls and no
   * more, else in another thread.
   */
  run<Args extends readonly unknown[], Result>(
    job: Job<Args, Result>,
    args: Args,
    length: number,
  ): Result | Promise<Result>;
}

/** Writes hits down. Hits are JSON texts, as received. */
export interface HitFormat {
  /** What stands before the first hit. @param hits the first ones: they are not written by this, but looked at */
  begin(hits: readonly string[], working: ExportPacing): string | Promise<string>;
  /** Adds the pieces of a hit's text. */
  put(hit: string, pieces: string[], working: ExportPacing): void | Promise<void>;
  /** What stands behind the last hit. */
  end(): string;
  /** What is not in the file, in words. */
  notes(): readonly string[];
}
