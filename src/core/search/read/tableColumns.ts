import * as l10n from '@vscode/l10n';
import {
  documentColumn,
  type HitCell,
  type NamedCell,
  type RowCell,
  type TableHeading,
} from '../../../protocol/resultPage';
import { absentCell, type ReadCell } from './hitCell';
import { withEscapes } from './readable';
import type { ReadRow, ReadTable } from './readTable';

/** A heading with what each hit has below it. */
export interface TableColumn {
  readonly heading: TableHeading;
  readonly cells: readonly RowCell[];
}

/** Writes a value for the page. */
export type CellWriter = (cell: ReadCell, path?: string) => RowCell;

/** By default, a table shows the time and the first fields in one line, with index and score only if they tell anything. */
export function defaultColumns({ rows, time }: ReadTable): readonly string[] {
  return [
    ...(time === undefined ? [] : [time.path]),
    ...(new Set(rows.map(({ index }) => index)).size > 1 ? ['_index'] : []),
    // Without words to score, each hit has one of these.
    ...(rows.some(({ score }) => score !== undefined && !['0', '1'].includes(String(Number(score)))) ? ['_score'] : []),
    documentColumn,
  ];
}

/**
 * The columns of a table. Their widths come from their longest texts, so that the page has to measure no row.
 *
 * @param paths the chosen columns, or the default ones
 */
export function tableColumns(table: ReadTable, paths: readonly string[], write: CellWriter): readonly TableColumn[] {
  const { rows, columns, time } = table;
  const isScored = rows.some(({ score }) => score !== undefined);
  const isDefault = columns.length === 0;
  const seen = paths.filter((path) => path !== '_score' || isScored);
  return seen.map((path, place): TableColumn => {
    const title = columnTitle(path);
    if (path === documentColumn) {
      const width = isDefault ? 'minmax(0px, 1fr)' : 'minmax(20ch, 1fr)';
      const parts = rows.map((row) => ({ ...absentCell, parts: summaryOf(row, seen, write) }));
      return { heading: { kind: 'summary', title, width, column: path }, cells: parts };
    }
    if (isDefault && path === time?.path) {
      const cells = rows.map(({ summary }) => summary.find((part) => part.path === path)?.cell ?? absentCell);
      const dated = write(cells.find(({ kind }) => kind !== absentCell.kind) ?? absentCell).text;
      const { type, sortField } = time;
      return {
        heading: { kind: 'time', title, width: widthOf(title, [dated], false), column: path, type, sortField },
        cells: cells.map((cell) => write(cell, path)),
      };
    }
    if (isDefault) {
      const [kind, member] = path === '_index' ? (['index', 'index'] as const) : (['score', 'score'] as const);
      const texts = rows.map((row) => row[member] ?? '');
      const width = kind === 'score' ? '11ch' : widthOf(title, texts, false);
      return { heading: { kind, title, width, column: path }, cells: texts.map(memberCell) };
    }
    const at = paths.indexOf(path);
    const { path: _, ...facts } = columns[at] ?? { path };
    const cells = rows.map((row) => write(row.cells[at] ?? absentCell, path));
    return {
      heading: {
        kind: 'value',
        title,
        width: widthOf(
          title,
          cells.map(({ text }) => text),
          place === seen.length - 1,
        ),
        column: path,
        isNumber: cells.some(({ kind }) => kind === 'number') && cells.every(({ kind }) => numeric.has(kind)),
        ...facts,
      },
      cells,
    };
  });
}

const numeric: ReadonlySet<HitCell['kind']> = new Set(['number', 'null', 'absent']);

function memberCell(text: string): RowCell {
  return { kind: 'text', text, ...(text !== '' && { stored: text }) };
}

function columnTitle(path: string): string {
  if (path === documentColumn) return l10n.t('Document');
  return path === '_index' ? l10n.t('Index') : withEscapes(path);
}

const narrowest = 6;
const widest = 32;
/** Room next to a title for the sort arrow. */
const roomForOrder = '   ';
const gap = 2;

/** The width of a column in characters. */
export function longestOf(texts: readonly string[], most: number): number {
  const length = texts.reduce((longest, text) => Math.max(longest, text.length), 0);
  return Math.min(most, Math.max(narrowest, length)) + gap;
}

function widthOf(title: string, texts: readonly string[], isLast: boolean): string {
  const width = `${longestOf([`${title}${roomForOrder}`, ...texts], widest)}ch`;
  return isLast ? `minmax(${width}, 1fr)` : width;
}

/** Longer lines end outside any window. */
const longestLine = 400;

/** The first fields of a hit, as many as are visible, without those that have their own columns. */
function summaryOf({ summary }: ReadRow, own: readonly string[], write: CellWriter): readonly NamedCell[] {
  let length = 0;
  const seen = summary.filter(({ path, cell }) => {
    const isSeen = !own.includes(path) && length < longestLine;
    if (isSeen) length += path.length + cell.text.length;
    return isSeen;
  });
  return seen.map(({ path, cell }) => ({ ...write(cell), path }));
}
