import * as l10n from '@vscode/l10n';
import { numberText } from '../l10n/numbers';
import type { SortKey } from '../protocol/question';
import type { HitCell, HitRow, HitTable } from '../protocol/resultPage';
import { cellText, pathText } from './valueFormat';

/** A column as it is drawn: a chosen one, or one of the default columns. */
export interface TableHeading {
  readonly kind: 'rank' | 'index' | 'id' | 'score' | 'time' | 'summary' | 'value';
  readonly title: string;
  /** A track size of a CSS grid. */
  readonly width: string;
  /** For `time` and `value`: the field shown. */
  readonly path?: string;
  readonly type?: string;
  readonly sortField?: string;
  readonly isNumber?: boolean;
  /** For `value`: its index in the row's cells. */
  readonly at?: number;
}

/** A hit's place in the whole result, formatted like the range above the hits. */
export function rankText(rank: number): string {
  return numberText(rank);
}

const narrowest = 6;
const widest = 32;
/** Room next to a title for the sort arrow. */
const roomForOrder = '   ';
/** The gap to the next column. */
const gap = 2;

/**
 * How the hits are laid out. Widths come from the longest text, so that no row has to be measured. If no columns are chosen,
 * the first date of the hits and then their first fields in one line are shown, with index and score only if they differ.
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
      title: l10n.t('Index'),
      width: widthOf(
        l10n.t('Index'),
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
  headings.push({ kind: 'summary', title: l10n.t('Document'), width: 'minmax(0, 1fr)' });
  return headings;
}

const isNumeric = new Set<HitCell['kind']>(['number', 'null', 'absent']);

function longest(texts: readonly string[], most: number): number {
  const length = texts.reduce((most, text) => Math.max(most, text.length), 0);
  return Math.min(most, Math.max(narrowest, length)) + gap;
}

/** The last column takes the remaining width, unless it is right-aligned: its numbers would be far from the others. */
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

/** The value of a hit in a column; undefined in a column that shows no single value. */
export function valueUnder({ kind, path, at }: TableHeading, row: HitRow): HitCell | undefined {
  if (kind === 'value') return row.cells[at ?? 0] ?? nothing;
  return kind === 'time' && path !== undefined ? partOf(row, path) : undefined;
}

/** Longer lines end outside any window. */
const longestLine = 400;

/** The first fields of a hit, as many as can be seen, without the one that has its own column. */
export function hitSummary(row: HitRow, headings: readonly TableHeading[]): HitRow['summary'] {
  const own = headings.find(({ kind }) => kind === 'time')?.path;
  let length = 0;
  return row.summary.filter(({ path, cell }) => {
    const isSeen = path !== own && length < longestLine;
    if (isSeen) length += path.length + cell.text.length;
    return isSeen;
  });
}

/** The sort direction of a heading's field. */
export function orderUnder({ sortField }: TableHeading, sort: readonly SortKey[]): SortKey['order'] | undefined {
  return sort.find(({ field }) => field === sortField)?.order;
}
