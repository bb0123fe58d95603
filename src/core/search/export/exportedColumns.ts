import { documentColumn } from '../../../protocol/resultPage';

/** What every hit has besides its document. */
const ownColumns: ReadonlySet<string> = new Set(['_index', '_id', '_score']);

/**
 * The columns of a file, from those that are seen. The document is left out beside columns of fields: as one cell it would
 * repeat them, and JSON is there for whole documents. With the document and nothing of it but the time, the file has all
 * fields, as for no columns: then the result is empty.
 *
 * @param seen the columns of the table; empty where none were chosen
 * @param time the column of the time, if known
 */
export function exportedColumns(seen: readonly string[], time: string | undefined): readonly string[] {
  if (!seen.includes(documentColumn)) return seen;
  const others = seen.filter((column) => column !== documentColumn);
  return others.every((column) => column === time || ownColumns.has(column)) ? [] : others;
}
