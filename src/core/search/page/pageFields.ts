import { documentColumn, hitMembers, mostPageFields } from '../../../protocol/resultPage';
import type { PageState } from './pageState';

/** The columns that were chosen, even if the panel has not replied yet; empty: the usual ones. */
export function chosenColumns({ chosen, shown }: PageState): readonly string[] {
  return chosen ?? shown?.page.table.chosen ?? [];
}

/** The visible columns: the chosen ones, or else the usual ones. */
export function columnPaths(state: PageState): readonly string[] {
  const chosen = chosenColumns(state);
  return chosen.length > 0 ? chosen : (state.shown?.page.table.columns ?? []);
}

/**
 * The visible columns with one more, or without it. The time stays first and the document last, so that a new column
 * does not move either out of the window.
 */
export function toggledColumn(state: PageState, column: string): string[] {
  const columns = columnPaths(state);
  if (columns.includes(column)) return columns.filter((other) => other !== column);
  if (column === state.shown?.page.table.time?.path) return [column, ...columns];
  const end = columns.at(-1) === documentColumn ? columns.length - 1 : columns.length;
  return columns.toSpliced(end, 0, column);
}

/**
 * The `onlyFields` for these columns; none, for the whole document, if that is a column. For members of the hit beside
 * its document, there is nothing to fetch.
 */
export function fieldsToFetch(columns: readonly string[]): string[] {
  return columns.includes(documentColumn) ? [] : columns.filter((column) => !hitMembers.includes(column));
}

/** The chosen columns without the document, for fetching only these; empty if nothing could be fetched. */
export function columnsToFetch(state: PageState): readonly string[] {
  const columns = chosenColumns(state).filter((column) => column !== documentColumn);
  return fieldsToFetch(columns).length > 0 ? columns : [];
}

/** Whether the page lists only some of the fields, and the others were not requested yet. */
export function wantsAllFields({ shown, allFields }: PageState): boolean {
  return (
    shown !== undefined && shown.page.table.fields.length >= mostPageFields && allFields?.index !== shown.question.index
  );
}

/** Whether the date fields of the form's index still have to be requested. */
export function wantsDates({ endpointId, form, dates }: PageState): boolean {
  const index = form.index.trim();
  return endpointId !== undefined && index !== '' && dates?.index !== index;
}

/** The known date fields of the form's index, and the one used by the form's time range. */
export function dateFields({ form, dates }: PageState): readonly string[] {
  const known = dates?.index === form.index.trim() ? (dates.reply ?? []) : [];
  return form.time === undefined || known.includes(form.time.field) ? known : [form.time.field, ...known];
}
