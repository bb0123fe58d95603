import type { HitRow } from '../protocol/resultPage';
import type { ArrivedHits } from './pageState';
import { renumberRow } from './rowView';
import type { TableHeading } from './tableLayout';

/**
 * The rows of a page to which hits were added. Rows that were drawn move to their new place, so that focus, selection,
 * and marks in them stay, and a long page takes no longer than the added hits.
 *
 * @param drawn the rows of the page before
 * @param all the hits of the page
 * @param made draws a row
 */
export function grownRows(
  drawn: readonly HTMLElement[],
  all: readonly HitRow[],
  headings: readonly TableHeading[],
  { fresh, areNew }: ArrivedHits,
  made: (row: HitRow, at: number) => HTMLElement,
): HTMLElement[] {
  const came = new Set(fresh);
  let kept = 0;
  return all.map((row, at) => {
    const before = came.has(at) ? undefined : drawn[kept++];
    if (before === undefined) {
      const line = made(row, at);
      if (areNew) line.classList.add('fresh');
      return line;
    }
    renumberRow(before, row, at, all.length, headings);
    return before;
  });
}

/** Puts rows after the headings in this order, and removes all others. Does not touch rows that are in order. */
export function putInOrder(headings: HTMLElement, rows: readonly HTMLElement[]): void {
  let last = headings;
  for (const row of rows) {
    if (last.nextElementSibling !== row) last.after(row);
    last = row;
  }
  while (last.nextElementSibling !== null) last.nextElementSibling.remove();
}
