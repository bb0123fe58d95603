import type { Cell } from '../protocol/panel';
import { element } from './dom';
import { cellText, stretches } from './format';

/** A value's text, with the stretches that matched marked. */
export function cellParts(cell: Cell): readonly (Node | string)[] {
  const text = cellText(cell);
  if (cell.marks === undefined || cell.marks.length === 0) return text === '' ? [] : [text];
  return stretches(text, cell.marks).map((part) => (part.isMarked ? element('mark', {}, part.text) : part.text));
}

/** What VS Code's context menu is told of a value; the rest of the place stands at its row and at the table. */
export function valueContext(path: string, { noFilter }: Pick<Cell, 'noFilter'>): string {
  return JSON.stringify({ webviewSection: 'cell', path, ...(noFilter === true && { noFilter }) });
}
