import { numberText } from '../l10n/numbers';
import type { SortKey } from '../protocol/question';
import type { HitCell, HitRow, HitTable } from '../protocol/resultPage';
import { cellText, pathText } from './valueFormat';

/** A column as it is drawn: one that was chosen, or one of the few that stand there when none is. */
export interface TableHeading {
  readonly kind: 'rank' | 'index' | 'id' | 'score' | 'time' | 'summary' | 'value';
  readonly title: string;
  /** A width of CSS grids. */
  readonly width: string;
  /** The field shown, of `time` and `value`. */
  readonly path?: string;
  readonly type?: string;
  readonly sortField?: string;
  readonly isNumber?: boolean;
  /** Of `value`: its place in the row's cells. */
  readonly at?: number;
}

/** A hit's place in the whole result, as the range above the hits writes it. */
export function rankText(rank: number): string {
  return numberText(rank);
}

const narrowest = 6;
const widest = 32;
/** Beside a title: the arrow of a sorted column. */
const roomForOrder = '   ';
/** Beside the longest text: the gap to the next column. */
const gap = 2;

/**
 * How the hits are laid out. Widths come from the longest text, so that no row has to be measured. Where no columns are
 * chosen: the first date of the hits and then their leading fields in one line, with index and score only where they tell
 * anything.
 */
export function headingsOf({ columns, rows, fields }: HitTable, withScores: boolean): readonly TableHeading[] {
  const lastRank = rankText(rows.at(-1)?.rank ?? 1);
  const rank: TableHeading = { kind: 'rank', title: '#', width: `${lastRank.length + 5}ch` };
  if (columns.length > 0) {
    return [
      rank,
      ...columns.map(({ path, type, sortField }, at): TableHeading => {
        const cells = rows.flatMap(({ cells }) => cells[at] ?? []);
        const isNumber = cells.some(({ kind }) => kind === 'number') && cells.every(({ kind }) => isNumeric.has(kind));
        return {
          kind: 'value',
          title: pathText(path),
          width: widthOf(pathText(path), cells.map(cellText), at === columns.length - 1 && !isNumber),
          path,
          at,
          isNumber,
          ...(type !== undefined && { type }),
          ...(sortField !== undefined && { sortField }),
        };
      }),
    ];
  }
  const headings: TableHeading[] = [rank];
  const date = firstDate(rows);
  if (date !== undefined) {
    const field = fields.find(({ path }) => path === date);
    headings.push({
      kind: 'time',
      title: pathText(date),
      width: widthOf(pathText(date), [cellText(datedCell(rows, date))], false),
      path: date,
      ...(field?.type !== undefined && { type: field.type }),
      ...(field?.sortField !== undefined && { sortField: field.sortField }),
    });
  }
  if (new Set(rows.map(({ index }) => index)).size > 1) {
    headings.push({
      kind: 'index',
      title: 'Index',
      width: widthOf(
        'Index',
        rows.map(({ index }) => index ?? ''),
        false,
      ),
    });
  }
  if (rows.some(({ id }) => id !== undefined)) {
    headings.push({
      kind: 'id',
      title: '_id',
      width: `minmax(6ch, ${longest(
        rows.map(({ id }) => id ?? ''),
        22,
      )}ch)`,
    });
  }
  if (withScores && rows.some(({ score }) => score !== undefined)) {
    headings.push({ kind: 'score', title: '_score', width: '11ch' });
  }
  headings.push({ kind: 'summary', title: 'Document', width: 'minmax(0, 1fr)' });
  return headings;
}

const isNumeric = new Set<HitCell['kind']>(['number', 'null', 'absent']);

function longest(texts: readonly string[], most: number): number {
  const length = texts.reduce((most, text) => Math.max(most, text.length), 0);
  return Math.min(most, Math.max(narrowest, length)) + gap;
}

/** The last column takes what is left, unless it is one of numbers, which would stand far from the others. */
function widthOf(title: string, texts: readonly string[], isLast: boolean): string {
  const width = `${longest([`${title}${roomForOrder}`, ...texts], widest)}ch`;
  return isLast ? `minmax(${width}, 1fr)` : width;
}

function firstDate(rows: readonly HitRow[]): string | undefined {
  for (const { summary } of rows) {
    const found = summary.find(({ cell }) => cell.kind === 'date');
    if (found !== undefined) return found.path;
  }
  return undefined;
}

const nothing: HitCell = { kind: 'absent', text: '' };

function datedCell(rows: readonly HitRow[], path: string): HitCell {
  const row = rows.find(({ summary }) => summary.some((part) => part.path === path));
  return row === undefined ? nothing : partOf(row, path);
}

function partOf({ summary }: HitRow, path: string): HitCell {
  return summary.find((part) => part.path === path)?.cell ?? nothing;
}

/** The value of a hit under a heading; undefined under one that shows no single value. */
export function valueUnder({ kind, path, at }: TableHeading, row: HitRow): HitCell | undefined {
  if (kind === 'value') return row.cells[at ?? 0] ?? nothing;
  return kind === 'time' && path !== undefined ? partOf(row, path) : undefined;
}

/** A line of more characters ends outside any window. */
const longestLine = 400;

/** The leading fields of a hit, as many as can be seen, but for the one that stands under a heading of its own. */
export function hitSummary(row: HitRow, headings: readonly TableHeading[]): HitRow['summary'] {
  const own = headings.find(({ kind }) => kind === 'time')?.path;
  let length = 0;
  return row.summary.filter(({ path, cell }) => {
    const isSeen = path !== own && length < longestLine;
    if (isSeen) length += path.length + cell.text.length;
    return isSeen;
  });
}

/** How a heading's field orders the hits. */
export function orderUnder({ sortField }: TableHeading, sort: readonly SortKey[]): SortKey['order'] | undefined {
  return sort.find(({ field }) => field === sortField)?.order;
}
