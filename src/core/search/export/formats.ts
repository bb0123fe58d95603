import { csvFormat } from './csvFormat';
import { lineOfJob, putLine } from './exportedHit';
import type { HitFormat } from './hitFormat';

/** JSON: one array. NDJSON: one hit a line. CSV: one hit a line below the names of the columns. */
export type ExportFormat = 'json' | 'ndjson' | 'csv';

/** @param columns the fields that a CSV file has; empty: those of the first page */
export function formatOf(format: ExportFormat, columns: readonly string[]): HitFormat {
  switch (format) {
    case 'json':
      return jsonFormat();
    case 'ndjson':
      return {
        begin: () => '',
        async put(hit, pieces, working) {
          if (isShort(hit)) putLine(hit, pieces);
          else pieces.push(await working.run(lineOfJob, [hit], hit.length));
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
function jsonFormat(): HitFormat {
  let before = '\n';
  return {
    begin: () => '[',
    async put(hit, pieces, working) {
      pieces.push(before);
      before = ',\n';
      if (isShort(hit)) putLine(hit, pieces);
      else pieces.push(await working.run(lineOfJob, [hit], hit.length));
    },
    end: () => '\n]\n',
    notes: () => [],
  };
}

/** A short one is written in the pieces that it has in its answer. */
function isShort(hit: string): boolean {
  return hit.length <= lineOfJob.longestHere;
}
