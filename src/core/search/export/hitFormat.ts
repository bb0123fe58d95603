import { documentColumn, hitMembers } from '../../../protocol/resultPage';
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

/**
 * The columns of a file, from the visible ones. Leaves out the document beside columns of fields, which it would
 * repeat: for whole documents, there is JSON. If the only other column is the time, the file has all fields: then the
 * result is empty, as for no columns.
 *
 * @param seen the columns of the table; empty if none were chosen
 * @param time the column of the time, if known
 */
export function exportedColumns(seen: readonly string[], time: string | undefined): readonly string[] {
  if (!seen.includes(documentColumn)) return seen;
  const others = seen.filter((column) => column !== documentColumn);
  return others.every((column) => column === time || hitMembers.includes(column)) ? [] : others;
}
