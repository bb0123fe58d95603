/**
 * The focused cell of the hits: `column` -1 is the whole row, and `row` -1 the headings. The number of a hit, column 0,
 * belongs to the row and is never focused by itself.
 */
export interface GridCell {
  readonly row: number;
  readonly column: number;
}

const rowsPerPageKey = 10;

/**
 * Where a key moves to in a table of `rows` hits and `columns` columns. Left from the first column goes back to the
 * whole row. Home and End stay in the row when the focus is on one of its values, unless Control is held.
 *
 * @returns undefined for a key that does not move
 */
export function gridCellAfter(
  { row, column }: GridCell,
  key: string,
  withControl: boolean,
  rows: number,
  columns: number,
): GridCell | undefined {
  const inRow = (to: number): GridCell => ({ row: Math.min(rows - 1, Math.max(0, to)), column });
  const isCell = column > 0;
  switch (key) {
    case 'ArrowDown':
      return inRow(row + 1);
    case 'ArrowUp':
      return row <= 0 && isCell ? { row: -1, column } : inRow(row - 1);
    case 'PageDown':
      return inRow(row + rowsPerPageKey);
    case 'PageUp':
      return inRow(row - rowsPerPageKey);
    case 'Home':
      return isCell && !withControl ? { row, column: 1 } : inRow(0);
    case 'End':
      return isCell && !withControl ? { row, column: columns - 1 } : inRow(rows - 1);
    case 'ArrowRight':
      return { row, column: isCell ? Math.min(columns - 1, column + 1) : 1 };
    case 'ArrowLeft':
      return column > 1 ? { row, column: column - 1 } : row < 0 ? { row, column } : { row, column: -1 };
    default:
      return undefined;
  }
}
