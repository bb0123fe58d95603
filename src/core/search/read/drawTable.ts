import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import { localTime } from '../../../protocol/localTime';
import type { HitCell, HitTable, RowCell } from '../../../protocol/resultPage';
import type { HitLayout } from '../../../protocol/savedState';
import { jobOf } from '../../base/worker/job';
import { describeTable, type TableDescriptionOptions } from './describeTable';
import { absentCell } from './hitCell';
import { lineColumns } from './lineColumns';
import { withEscapes } from './readable';
import type { ReadRow, ReadTable } from './readTable';
import { shownCell } from './shownCell';
import { type CellWriter, defaultColumns, longestOf, type TableColumn, tableColumns } from './tableColumns';

/** How a person wants to see the hits. */
export interface TableLook {
  readonly layout?: Pick<HitLayout, 'areTimesRelative' | 'areRanksShown'> | undefined;
  /** The person's time zone; by default the computer's own. */
  readonly zone?: string | undefined;
}

export interface DrawnTableOptions extends TableDescriptionOptions, TableLook {}

/** Lays out hits that were read: the headings, whose widths come from the longest texts, and the texts below them. */
export function drawTable(table: ReadTable, look: TableLook): HitTable {
  const { rows, columns, areUsual = false, fields, time } = table;
  const paths = columns.length > 0 ? columns.map(({ path }) => path) : defaultColumns(table);
  const areLines = rows.length > 0 && rows.every(({ line }) => line !== undefined);
  const write = writerOf(table, look);
  const drawn = areLines ? lineColumns(table.rows, time, write) : tableColumns(table, paths, write);
  const named = rows.map((_, row) => rowName(drawn, row, areLines));
  const all = [rankColumn(rows, look), ...drawn.map((column) => withoutToday(column, look))];
  return {
    headings: all.map(({ heading }) => heading),
    rows: rows.map(({ rank, id, hasRouter, hasRequest, hasTrace }, at) => ({
      rank,
      ...(id !== undefined && { id }),
      ...(hasRouter === true && { hasRouter }),
      ...(hasRequest === true && { hasRequest }),
      ...(hasTrace === true && { hasTrace }),
      name: named[at] ?? '',
      cells: all.map(({ cells }) => cells[at] ?? absentCell),
    })),
    areLines,
    hasMarks: drawn.some(({ cells }) => cells.some(hasMarks)),
    chosen: areUsual ? [] : columns.map(({ path }) => path),
    columns: paths,
    fields,
    ...(time !== undefined && { time }),
  };
}

/** Reads the hits of a page, and lays them out. */
function drawnTable(page: Parameters<typeof describeTable>[0], options: DrawnTableOptions): HitTable {
  return drawTable(describeTable(page, options), options);
}

export const drawnTableJob = jobOf('drawnTable', 2 ** 18, drawnTable);

function writerOf({ time }: ReadTable, { layout, zone }: TableLook): CellWriter {
  return (cell, path) => {
    const shown = { ...shownCell(cell, zone), ...(path !== undefined && { path }) };
    const isRelative = layout?.areTimesRelative === true && path !== undefined && path === time?.path;
    return isRelative && cell.at !== undefined ? { ...shown, at: cell.at, stored: withMore(shown) } : shown;
  };
}

/** All that a cell says if its text is not shown. */
function withMore({ text, stored }: HitCell): string {
  return stored === undefined ? text : `${text}\n${stored}`;
}

function hasMarks({ marks, parts = [] }: RowCell): boolean {
  return marks !== undefined || parts.some((part) => part.marks !== undefined);
}

/** The column of the row's arrow, and of its place in the result if that is shown. */
function rankColumn(rows: readonly ReadRow[], { layout }: TableLook): TableColumn {
  const areShown = layout?.areRanksShown === true;
  const last = numberText(rows.at(-1)?.rank ?? 1);
  return {
    heading: { kind: 'rank', title: '#', width: areShown ? `${last.length + 5}ch` : '22px' },
    cells: rows.map(({ rank }) => ({ kind: 'text', text: areShown ? numberText(rank) : '' })),
  };
}

/** The length of the day in a moment, with the space after it: `2026-11-20 ` */
const dayLength = 11;
const longestTime = 32;

/** The times of lines without their day, if all are of today. */
function withoutToday(column: TableColumn, { layout, zone }: TableLook): TableColumn {
  const { heading, cells } = column;
  const dated = cells.filter(({ text }) => text !== '');
  const today = localTime(Date.now(), zone)?.slice(0, dayLength) ?? '';
  const isCut = heading.part === 'time' && layout?.areTimesRelative !== true && dated.length > 0;
  if (!isCut || !dated.every(({ kind, text }) => kind === 'date' && text.startsWith(today))) return column;
  const texts = dated.map(({ text }) => text.slice(dayLength));
  return {
    heading: { ...heading, width: `${longestOf(texts, longestTime)}ch` },
    cells: cells.map((cell) =>
      cell.text === '' ? cell : { ...cell, text: cell.text.slice(dayLength), stored: withMore(cell) },
    ),
  };
}

/** The most values in the name of a row. Further values are in the names of its cells. */
const mostSpoken = 6;
const longestSpoken = 60;

/** The values of a hit in words: `status 502, host h36`, or `Status: 502` if titles are ours. */
function rowName(columns: readonly TableColumn[], row: number, areLines: boolean): string {
  const said: string[] = [];
  const say = (title: string, text: string): void => {
    if (text === '' || said.length === mostSpoken) return;
    const cut = text.length > longestSpoken ? `${text.slice(0, longestSpoken)}…` : text;
    said.push(`${title}${areLines ? ':' : ''} ${cut}`);
  };
  for (const { heading, cells } of columns) {
    const { text, parts = [] }: RowCell = cells[row] ?? absentCell;
    say(heading.title, text);
    for (const part of parts) say(part.isMessage === true ? l10n.t('Message') : withEscapes(part.path), part.text);
    if (said.length === mostSpoken) break;
  }
  return said.join(', ');
}
