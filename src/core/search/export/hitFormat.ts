import type { TimeSlicer } from '../../base/async/timeSlicer';
import type { Job } from '../../base/worker/job';

/** How long work on hits is done without blocking anything. */
export interface ExportPacing {
  readonly slicer: TimeSlicer;
  /**
   * Does a job on a text of so many UTF-16 units: directly where it is short, so that a million hits are just a million calls,
   * otherwise in another thread.
   */
  run<Args extends readonly unknown[], Result>(
    job: Job<Args, Result>,
    args: Args,
    length: number,
  ): Result | Promise<Result>;
}

/** Writes hits down. Hits are JSON texts, as received. */
export interface HitFormat {
  /** The text before the first hit. @param hits the first ones, which are only looked at */
  begin(hits: readonly string[], working: ExportPacing): string | Promise<string>;
  /** Adds the pieces of a hit's text. */
  put(hit: string, pieces: string[], working: ExportPacing): void | Promise<void>;
  /** The text after the last hit. */
  end(): string;
  /** What is missing in the file: translated sentences. */
  notes(): readonly string[];
}
