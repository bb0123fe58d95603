import * as l10n from '@vscode/l10n';
import { numberText } from '../l10n/numbers';
import type { SortKey } from '../protocol/question';
import type { HitCell, HitRow } from '../protocol/resultPage';
import { cellParts, fieldParts, messageParts, partsAroundMatch, valueContext } from './cellView';
import { element, icon } from './dom';
import { dayLength } from './linesLayout';
import type { ArrivedHits } from './pageState';
import { hitSummary, orderUnder, pathUnder, type TableHeading, valueUnder } from './tableLayout';
import { cellText, cellTitle, pathText, relativeTime } from './valueFormat';

const orders = { asc: 'ascending', desc: 'descending' } as const;

export function rowContext(row: HitRow, at: number): string {
  return JSON.stringify({
    webviewSection: 'hit',
    row: at,
    hasRouter: row.hasRouter === true,
    hasRequest: row.hasRequest === true,
    hasTrace: row.hasTrace === true,
  });
}

/**
 * The headings, which are buttons for sorting if possible, and show the sort.
 *
 * @param canSort whether headings can change it
 */
export function headingLine(headings: readonly TableHeading[], sort: readonly SortKey[], canSort: boolean) {
  const cells = headings.map((heading) => headingCell(heading, sort, canSort));
  return element('div', { class: 'headings', role: 'row' }, ...cells);
}

function headingCell(heading: TableHeading, sort: readonly SortKey[], isFree: boolean): HTMLElement {
  const { kind, title, type, sortField, column } = heading;
  const canSort = sortField !== undefined && isFree;
  const order = orderUnder(heading, sort);
  const hint = [
    type === undefined ? title : `${title}: ${type}`,
    ...(canSort ? [l10n.t('Click to sort. Shift+click to add to the sort order.')] : []),
  ].join('\n');
  const classes = ['cell', ...kindsOf(heading)];
  if (heading.isNumber === true) classes.push('number');
  if (canSort) classes.push('sortable');
  const made = element(
    'div',
    {
      class: classes.join(' '),
      role: 'columnheader',
      tabindex: '-1',
      ...(kind !== 'rank' && { title: hint }),
      ...(column !== undefined && {
        'data-vscode-context': JSON.stringify({ webviewSection: 'heading', path: column }),
      }),
      ...((canSort || order !== undefined) && { 'aria-sort': order === undefined ? 'none' : orders[order] }),
    },
    element('span', { class: 'title' }, title),
  );
  if (order !== undefined) made.append(icon(order === 'asc' ? 'arrow-up' : 'arrow-down'));
  if (kind !== 'rank' && kind !== 'summary') made.append(element('span', { class: 'grip', 'aria-hidden': 'true' }));
  return made;
}

function kindsOf({ kind, part, isSecondary = false }: TableHeading): readonly string[] {
  return [kind, ...(part === undefined ? [] : [part]), ...(isSecondary ? ['secondary'] : [])];
}

/** The most values in the name of a row. Further values are in the names of its cells. */
const mostSpoken = 6;
const longestSpoken = 60;

/** The name of a row: `Hit 3 of 1,074, status 502, host h36`, or `Hit 3, Status: 502` if titles are ours. */
function rowName(row: HitRow, { headings, total }: RowOptions): string {
  const rank = numberText(row.rank);
  const values = headings.flatMap((heading): (readonly [title: string, text: string])[] => {
    if (heading.kind === 'rank') return [];
    if (heading.kind === 'summary') {
      return hitSummary(row, headings).map(({ path, cell }) => [pathText(path), cellText(cell)]);
    }
    if (heading.part === 'message') {
      return messageParts(row).map(({ kind, path = '', cell }) => [
        kind === 'message' ? heading.title : pathText(path),
        cellText(cell),
      ]);
    }
    const value = valueUnder(heading, row);
    return [[heading.title, value === undefined ? textUnder(heading, row) : cellText(value)]];
  });
  const areOurs = headings.some(({ kind }) => kind === 'part');
  const cutText = (text: string): string => (text.length > longestSpoken ? `${text.slice(0, longestSpoken)}…` : text);
  return [
    total === undefined ? l10n.t('Hit {0}', rank) : l10n.t('Hit {0} of {1}', rank, numberText(total)),
    ...values
      .filter(([, text]) => text !== '')
      .slice(0, mostSpoken)
      .map(([title, text]) => `${title}${areOurs ? ':' : ''} ${cutText(text)}`),
  ].join(', ');
}

interface RowOptions {
  readonly headings: readonly TableHeading[];
  readonly rows: number;
  /** The number of all hits, if known. */
  readonly total: number | undefined;
  /** The row of the hit of a search around a hit. */
  readonly anchor: number | undefined;
  /** The field whose times are shown relative to now; undefined for none. */
  readonly relativeTo: string | undefined;
  readonly isWrapped: boolean;
}

export function hitRow(row: HitRow, at: number, look: RowOptions): HTMLElement {
  return element(
    'div',
    {
      class: at === look.anchor ? 'hit anchor' : 'hit',
      role: 'row',
      tabindex: '-1',
      'data-id': row.id ?? '',
      'aria-level': '1',
      ...placeAttributes(row, at, look),
    },
    ...look.headings.map((heading) => cellView(heading, row, look)),
  );
}

/** Moves a drawn row to its new place, after hits were added above it. */
function renumberRow(line: HTMLElement, row: HitRow, at: number, look: RowOptions): void {
  const attributes = placeAttributes(row, at, { ...look, total: undefined });
  for (const [name, value] of Object.entries(attributes)) line.setAttribute(name, value);
  line.querySelector('.cell.rank')?.replaceChildren(...rankParts(row));
}

function placeAttributes(row: HitRow, at: number, look: RowOptions): Readonly<Record<string, string>> {
  const name = rowName(row, look);
  return {
    'aria-label': at === look.anchor ? l10n.t('{0}. Its surroundings are shown.', name) : name,
    'data-row': String(at),
    'data-rank': String(row.rank),
    'data-vscode-context': rowContext(row, at),
    'aria-posinset': String(at + 1),
    'aria-setsize': String(look.rows),
    'aria-expanded': 'false',
  };
}

const rankParts = ({ rank }: HitRow): readonly Node[] => [
  icon('chevron-right'),
  element('span', { class: 'number' }, numberText(rank)),
];

function cellView(heading: TableHeading, row: HitRow, look: RowOptions): HTMLElement {
  const value = valueUnder(heading, row);
  if (value !== undefined) return valueCell(heading, row, value, look);
  const name = textUnder(heading, row);
  return element(
    'div',
    {
      class: ['cell', ...kindsOf(heading)].join(' '),
      role: 'gridcell',
      tabindex: '-1',
      ...(name !== '' && { title: name }),
    },
    ...ownParts(heading, row, look),
  );
}

function valueCell(heading: TableHeading, row: HitRow, value: HitCell, look: RowOptions): HTMLElement {
  const path = pathUnder(heading, row);
  // A line may lack parts that other lines have.
  const title = heading.kind === 'part' && value.kind === 'absent' ? undefined : cellTitle(value);
  const { at, tone } = value;
  const isRelative = at !== undefined && path !== undefined && path === look.relativeTo;
  const around = look.isWrapped ? undefined : partsAroundMatch(value);
  const classes = ['cell', ...kindsOf(heading), value.kind];
  if (heading.isNumber === true) classes.push('right');
  if (tone !== undefined) classes.push(`text-${tone}`);
  if (around !== undefined) classes.push('around');
  const hint = isRelative && title !== undefined ? `${cellText(value)}\n${title}` : title;
  return element(
    'div',
    {
      class: classes.join(' '),
      role: 'gridcell',
      tabindex: '-1',
      ...(path !== undefined && { 'data-vscode-context': valueContext(path, value) }),
      ...(hint !== undefined && { title: hint }),
      ...(isRelative && { 'data-at': String(at) }),
    },
    ...(isRelative
      ? [relativeTime(at, Date.now())]
      : (around ?? (heading.part === 'time' ? timeParts(value) : cellParts(value)))),
  );
}

/** A moment whose day a narrow window can leave out. */
function timeParts(value: HitCell): readonly (Node | string)[] {
  if (value.at === undefined) return cellParts(value);
  const text = cellText(value);
  return [element('span', { class: 'day' }, text.slice(0, dayLength)), text.slice(dayLength)];
}

/** The text of a column that every hit has. */
function textUnder({ kind }: TableHeading, row: HitRow): string {
  return (kind === 'index' || kind === 'id' || kind === 'score' ? row[kind] : undefined) ?? '';
}

function ownParts(heading: TableHeading, row: HitRow, look: RowOptions): readonly (Node | string)[] {
  switch (heading.kind) {
    case 'rank':
      return rankParts(row);
    case 'index':
    case 'id':
    case 'score':
      return [textUnder(heading, row)];
    case 'part':
      return fieldParts(messageParts(row), look.isWrapped);
    default: {
      const parts = hitSummary(row, look.headings);
      if (parts.length === 0) return [element('span', { class: 'none' }, l10n.t('No fields'))];
      return fieldParts(parts, false);
    }
  }
}

/**
 * The rows of a page to which hits were added. Rows that were drawn move to their new place, so that focus, selection,
 * and marks in them stay, and a long page takes no longer than the added hits.
 *
 * @param drawn the rows of the page before
 * @param all the hits of the page
 */
export function grownRows(
  drawn: readonly HTMLElement[],
  all: readonly HitRow[],
  { fresh, areNew }: ArrivedHits,
  look: RowOptions,
): HTMLElement[] {
  const came = new Set(fresh);
  let kept = 0;
  return all.map((row, at) => {
    const before = came.has(at) ? undefined : drawn[kept++];
    if (before === undefined) {
      const line = hitRow(row, at, look);
      if (areNew) line.classList.add('fresh');
      return line;
    }
    renumberRow(before, row, at, look);
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
