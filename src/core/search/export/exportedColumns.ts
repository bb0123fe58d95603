import { documentColumn } from '../../../protocol/resultPage';

/** Members of every hit besides its document. */
const ownColumns: ReadonlySet<string> = new Set(['_index', '_id', '_score']);

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
  return others.every((column) => column === time || ownColumns.has(column)) ? [] : others;
}
