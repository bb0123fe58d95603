import { csvFormat } from './csvFormat';
import { lineOfJob, putLine } from './exportedHit';
import type { ExportPacing, HitFormat } from './hitFormat';

/** JSON: one array. NDJSON: one hit per line. CSV: one hit per line below the names of the columns. */
export type ExportFormat = 'json' | 'ndjson' | 'csv';

/** @param columns the fields of a CSV file; empty: those of the first page */
export function formatOf(format: ExportFormat, columns: readonly string[]): HitFormat {
  switch (format) {
    case 'json':
      return jsonFormat();
    case 'ndjson':
      return {
        begin: () => '',
        put: (hit, pieces, working) => putAnyLine(hit, pieces, working, '\n'),
        end: () => '',
        notes: () => [],
      };
    case 'csv':
      return csvFormat(columns);
  }
}

/** An array with one hit per line, so that the user can compare two files. */
function jsonFormat(): HitFormat {
  let before = '\n';
  return {
    begin: () => '[',
    put(hit, pieces, working) {
      pieces.push(before);
      before = ',\n';
      return putAnyLine(hit, pieces, working);
    },
    end: () => '\n]\n',
    notes: () => [],
  };
}

/** Adds a line and the text after it: a short one in its pieces, and at once. */
function putAnyLine(hit: string, pieces: string[], working: ExportPacing, behind = ''): void | Promise<void> {
  if (hit.length > lineOfJob.longestHere) return putLongLine(hit, pieces, working, behind);
  putLine(hit, pieces);
  pieces.push(behind);
}

async function putLongLine(hit: string, pieces: string[], working: ExportPacing, behind: string): Promise<void> {
  pieces.push(await working.run(lineOfJob, [hit], hit.length), behind);
}
