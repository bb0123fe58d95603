import * as l10n from '@vscode/l10n';
import { numberText } from '../l10n/numbers';
import type { SortKey } from '../protocol/question';
import {
  documentColumn,
  type HitCell,
  type HitRow,
  type HitTable,
  type LinePart,
  type LinePartKind,
} from '../protocol/resultPage';
import { cellText, pathText } from './valueFormat';

/** A drawn column: a chosen one, or one of the default columns. */
export interface TableHeading {
  readonly kind: 'rank' | 'index' | 'id' | 'score' | 'time' | 'summary' | 'value' | 'part';
  readonly title: string;
  /** A track size of a CSS grid. */
  readonly width: string;
  /** For the path of a request: the characters for which columns that can shrink do so. */
  readonly chars?: number;
  /** The name by which the user chooses this column; absent for the rank, which is always there. */
  readonly column?: string;
  /** For `time` and `value`: the field shown. */
  readonly path?: string;
  readonly type?: string | undefined;
  readonly sortField?: string | undefined;
  readonly isNumber?: boolean;
  /** For `value`: its index in the row's cells. */
  readonly at?: number;
  readonly part?: LinePartKind;
  /** Whether a narrow window has no room for it. */
  readonly isSecondary?: boolean;
  /** For times that are all of today, which is left out. */
  readonly isOneDay?: boolean;
}

export function columnTitle(column: string): string {
  if (column === documentColumn) return l10n.t('Document');
  return column === '_index' ? l10n.t('Index') : pathText(column);
}

const narrowest = 6;
const widest = 32;
/** Room next to a title for the sort arrow. */
const roomForOrder = '   ';
const gap = 2;

/**
 * The headings of the hits. Widths come from the longest text, so that no row has to be measured. The last column takes
 * the rest of the window. By default, the columns are the time of the hits and their first fields in one line, with
 * index and score only if they differ.
 */
export function headingsOf(table: HitTable, withScores: boolean, withRanks = false): readonly TableHeading[] {
  return [
    rankHeading(table, withRanks),
    ...(table.columns.length > 0 ? chosenHeadings(table) : defaultHeadings(table, withScores)),
  ];
}

/** The column of the row's arrow, and of its place in the result if that is shown. */
export function rankHeading({ rows }: HitTable, withRanks = false): TableHeading {
  const last = numberText(rows.at(-1)?.rank ?? 1);
  return { kind: 'rank', title: '#', width: withRanks ? `${last.length + 5}ch` : '22px' };
}

function chosenHeadings({ columns, rows }: HitTable): TableHeading[] {
  const isScored = rows.some(({ score }) => score !== undefined);
  const drawn = columns.flatMap((column, at) => (column.path === '_score' && !isScored ? [] : [{ ...column, at }]));
  return drawn.map(({ path, type, sortField, at }, place): TableHeading => {
    const title = columnTitle(path);
    if (path === documentColumn) return { kind: 'summary', title, width: 'minmax(20ch, 1fr)', column: path };
    const cells = rows.flatMap(({ cells }) => cells[at] ?? []);
    const isNumber = cells.some(({ kind }) => kind === 'number') && cells.every(({ kind }) => isNumeric.has(kind));
    return {
      kind: 'value',
      title,
      width: widthOf(title, cells.map(cellText), place === drawn.length - 1),
      column: path,
      path,
      at,
      isNumber,
      type,
      sortField,
    };
  });
}

function defaultHeadings({ rows, time }: HitTable, withScores: boolean): TableHeading[] {
  const headings: TableHeading[] = [];
  if (time !== undefined) {
    const { path, type, sortField } = time;
    const title = columnTitle(path);
    const dated = rows.flatMap(({ summary }) => summary).find((part) => part.path === path)?.cell;
    const width = widthOf(title, [cellText(dated ?? nothing)], false);
    headings.push({ kind: 'time', title, width, column: path, path, type, sortField });
  }
  if (new Set(rows.map(({ index }) => index)).size > 1) {
    const title = columnTitle('_index');
    const texts = rows.map(({ index }) => index ?? '');
    headings.push({ kind: 'index', title, width: widthOf(title, texts, false), column: '_index' });
  }
  if (withScores && rows.some(({ score }) => score !== undefined)) {
    headings.push({ kind: 'score', title: '_score', width: '11ch', column: '_score' });
  }
  const title = columnTitle(documentColumn);
  headings.push({ kind: 'summary', title, width: 'minmax(0px, 1fr)', column: documentColumn });
  return headings;
}

/** Identifies a column when its index changes. */
export function columnKey(heading: TableHeading | undefined): string | undefined {
  return heading?.column ?? heading?.part;
}

/**
 * The columns with one more, or without it. The time stays first and the document last, so that a new column does not
 * move either out of the window.
 *
 * @param time the column of the time, if the hits have one
 */
export function toggledColumn(columns: readonly string[], column: string, time: string | undefined): string[] {
  if (columns.includes(column)) return columns.filter((other) => other !== column);
  if (column === time) return [column, ...columns];
  const end = columns.at(-1) === documentColumn ? columns.length - 1 : columns.length;
  return [...columns.slice(0, end), column, ...columns.slice(end)];
}

const isNumeric = new Set<HitCell['kind']>(['number', 'null', 'absent']);

export function longestOf(texts: readonly string[], most: number): number {
  const length = texts.reduce((most, text) => Math.max(most, text.length), 0);
  return Math.min(most, Math.max(narrowest, length)) + gap;
}

function widthOf(title: string, texts: readonly string[], isLast: boolean): string {
  const width = `${longestOf([`${title}${roomForOrder}`, ...texts], widest)}ch`;
  return isLast ? `minmax(${width}, 1fr)` : width;
}

const nothing: HitCell = { kind: 'absent', text: '' };

function partOf({ summary }: HitRow, path: string): HitCell {
  return summary.find((part) => part.path === path)?.cell ?? nothing;
}

function partUnder({ part }: TableHeading, { line = [] }: HitRow): LinePart | undefined {
  return line.find(({ kind }) => kind === part);
}

export function pathUnder(heading: TableHeading, row: HitRow): string | undefined {
  return heading.kind === 'part' ? partUnder(heading, row)?.path : heading.path;
}

/** The value of a hit in a column; undefined in a column that shows no single value. */
export function valueUnder(heading: TableHeading, row: HitRow): HitCell | undefined {
  const { kind, path, at, part } = heading;
  if (kind === 'part') return part === 'message' ? undefined : (partUnder(heading, row)?.cell ?? nothing);
  if (kind === 'value') return row.cells[at ?? 0] ?? nothing;
  return kind === 'time' && path !== undefined ? partOf(row, path) : undefined;
}

/** Longer lines end outside any window. */
const longestLine = 400;

/** The first fields of a hit, as many as are visible, without those that have their own columns. */
export function hitSummary(row: HitRow, headings: readonly TableHeading[]): HitRow['summary'] {
  const own = new Set(headings.map(({ path }) => path));
  let length = 0;
  return row.summary.filter(({ path, cell }) => {
    const isSeen = !own.has(path) && length < longestLine;
    if (isSeen) length += path.length + cell.text.length;
    return isSeen;
  });
}

export function orderUnder({ sortField, column }: TableHeading, sort: readonly SortKey[]) {
  return sort.find(({ field }) => field === sortField || field === column)?.order;
}
