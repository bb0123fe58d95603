import { csvFormat } from './csvFormat';
import { jsonLine } from './record';

/** JSON: one array. NDJSON: one hit a line. CSV: one hit a line below the names of the columns. */
export type ExportFormat = 'json' | 'ndjson' | 'csv';

/** Writes hits down. Hits are JSON texts, as received. */
export interface Format {
  /** What stands before the first hit. @param hits the first ones: they are not written by this, but looked at */
  begin(hits: readonly string[]): string;
  lines(hits: readonly string[]): string;
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
        lines: (hits) => (hits.length === 0 ? '' : `${hits.map(jsonLine).join('\n')}\n`),
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
  const line = (hit: string): string => {
    const text = `${before}${jsonLine(hit)}`;
    before = ',\n';
    return text;
  };
  return {
    begin: () => '[',
    lines: (hits) => hits.map(line).join(''),
    end: () => '\n]\n',
    notes: () => [],
  };
}
