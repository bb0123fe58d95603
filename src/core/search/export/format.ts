import { csvFormat } from './csvFormat';
import { putLine } from './record';

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
        lines: (hits) => linesOf(hits, { first: '', between: '\n', last: '\n' }),
        end: () => '',
        notes: () => [],
      };
    case 'csv':
      return csvFormat(columns);
  }
}

/** An array with one hit a line, so that two files can be compared. */
function jsonFormat(): Format {
  let first = '\n';
  return {
    begin: () => '[',
    lines(hits) {
      const text = linesOf(hits, { first, between: ',\n', last: '' });
      if (hits.length > 0) first = ',\n';
      return text;
    },
    end: () => '\n]\n',
    notes: () => [],
  };
}

interface Around {
  readonly first: string;
  readonly between: string;
  readonly last: string;
}

/** The lines of hits, joined only once: their pieces are places in the answer. */
function linesOf(hits: readonly string[], { first, between, last }: Around): string {
  if (hits.length === 0) return '';
  const pieces = [first];
  for (const [index, hit] of hits.entries()) {
    if (index > 0) pieces.push(between);
    putLine(hit, pieces);
  }
  pieces.push(last);
  return pieces.join('');
}
