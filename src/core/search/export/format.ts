import type { Pace } from '../../pace';
import { type Jobs, longestHere } from '../../worker/jobs';
import { csvFormat } from './csvFormat';
import { putLine } from './record';

/** JSON: one array. NDJSON: one hit a line. CSV: one hit a line below the names of the columns. */
export type ExportFormat = 'json' | 'ndjson' | 'csv';

/** How long work on hits is done so that it holds nobody up. */
export interface Working {
  readonly pace: Pace;
  /**
   * Does a job on a text of so many UTF-16 units: at once where it is short, so that a million hits are a million calls and no
   * more, else in another thread.
   */
  run<Name extends keyof Jobs>(
    name: Name,
    args: Parameters<Jobs[Name]>,
    length: number,
  ): ReturnType<Jobs[Name]> | Promise<ReturnType<Jobs[Name]>>;
}

/** Writes hits down. Hits are JSON texts, as received. */
export interface Format {
  /** What stands before the first hit. @param hits the first ones: they are not written by this, but looked at */
  begin(hits: readonly string[], working: Working): string | Promise<string>;
  /** Adds the pieces of a hit's text. */
  put(hit: string, pieces: string[], working: Working): void | Promise<void>;
  /** What stands behind the last hit. */
  end(): string;
  /** What is not in the file, in words. */
  notes(): readonly string[];
}

/** @param columns the fields that a CSV file has; empty: those of the first page */
export function formatOf(format: ExportFormat, columns: readonly string[]): Format {
  switch (format) {
    case 'json':
      return jsonFormat();
    case 'ndjson':
      return {
        begin: () => '',
        async put(hit, pieces, working) {
          if (isShort(hit)) putLine(hit, pieces);
          else pieces.push(await working.run('lineOf', [hit], hit.length));
          pieces.push('\n');
        },
        end: () => '',
        notes: () => [],
      };
    case 'csv':
      return csvFormat(columns);
  }
}

/** An array with one hit a line, so that two files can be compared. */
function jsonFormat(): Format {
  let before = '\n';
  return {
    begin: () => '[',
    async put(hit, pieces, working) {
      pieces.push(before);
      before = ',\n';
      if (isShort(hit)) putLine(hit, pieces);
      else pieces.push(await working.run('lineOf', [hit], hit.length));
    },
    end: () => '\n]\n',
    notes: () => [],
  };
}

/** A short one is written in the pieces that it has in its answer. */
function isShort(hit: string): boolean {
  return hit.length <= longestHere.lineOf;
}
