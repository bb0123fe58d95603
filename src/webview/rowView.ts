import * as l10n from '@vscode/l10n';
import { numberText } from '../l10n/numbers';
import type { SortKey } from '../protocol/question';
import type { HitCell, HitRow } from '../protocol/resultPage';
import { element, icon } from './dom';
import { hitSummary, orderUnder, rankText, type TableHeading, valueUnder } from './tableLayout';
import { cellText, cellTitle, markedStretches, pathText } from './valueFormat';

const orders = { asc: 'ascending', desc: 'descending' } as const;

/** What VS Code's context menu gets for a hit. */
export function rowContext(row: HitRow, at: number): string {
  return JSON.stringify({
    webviewSection: 'hit',
    row: at,
    hasRouter: row.hasRouter === true,
    hasTrace: row.hasTrace === true,
  });
}

/**
 * The headings, which sort if they can, and show how the hits are sorted.
 *
 * @param sort how that is
 * @param canSort whether a heading could sort otherwise
 */
export function headingLine(
  headings: readonly TableHeading[],
  sort: readonly SortKey[],
  canSort: boolean,
): HTMLElement {
  return element(
    'div',
    { class: 'headings', role: 'row' },
    ...headings.map((heading) => headingCell(heading, sort, canSort)),
  );
}

function headingCell(heading: TableHeading, sort: readonly SortKey[], isFree: boolean): HTMLElement {
  const { kind, title, type, sortField, column } = heading;
  const canSort = sortField !== undefined && isFree;
  const order = orderUnder(heading, sort);
  const hint = [
    type === undefined ? title : `${title}: ${type}`,
    ...(canSort ? [l10n.t('Click to sort. Shift+click to add to the sort order.')] : []),
  ].join('\n');
  const made = element(
    'div',
    {
      class: `cell ${kind}${heading.isNumber === true ? ' number' : ''}${canSort ? ' sortable' : ''}`,
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

/** What is said of a row: further values are those of its cells. */
const mostSaid = 6;
const longestSaid = 60;

/** The name of a row, as a sentence: `Hit 3 of 1,074, status 502, host h36`. */
function rowName(row: HitRow, headings: readonly TableHeading[], total: number | undefined): string {
  const rank = rankText(row.rank);
  const values = headings.flatMap((heading): (readonly [title: string, text: string])[] => {
    if (heading.kind === 'rank') return [];
    if (heading.kind === 'summary') {
      return hitSummary(row, headings).map(({ path, cell }) => [pathText(path), cellText(cell)]);
    }
    const value = valueUnder(heading, row);
    return [[heading.title, value === undefined ? textUnder(heading, row) : cellText(value)]];
  });
  return [
    total === undefined ? l10n.t('Hit {0}', rank) : l10n.t('Hit {0} of {1}', rank, numberText(total)),
    ...values
      .filter(([, text]) => text !== '')
      .slice(0, mostSaid)
      .map(([title, text]) => `${title} ${text.length > longestSaid ? `${text.slice(0, longestSaid)}…` : text}`),
  ].join(', ');
}

/**
 * The row of a hit, collapsed: `total` is the number of all hits, if known, and the anchor is the hit whose surroundings are
 * shown.
 */
export function hitRow(
  row: HitRow,
  at: number,
  rows: number,
  headings: readonly TableHeading[],
  { total, isAnchor }: { readonly total: number | undefined; readonly isAnchor: boolean },
): HTMLElement {
  const name = rowName(row, headings, total);
  return element(
    'div',
    {
      class: isAnchor ? 'hit anchor' : 'hit',
      role: 'row',
      tabindex: '-1',
      'data-id': row.id ?? '',
      'aria-level': '1',
      ...placeAttributes(row, at, rows, name, isAnchor),
    },
    ...headings.map((heading) => cellView(heading, row, headings)),
  );
}

/** Gives a row that was drawn its new place, after others came above it. */
export function renumberRow(
  line: HTMLElement,
  row: HitRow,
  at: number,
  rows: number,
  headings: readonly TableHeading[],
): void {
  const isAnchor = line.classList.contains('anchor');
  for (const [name, value] of Object.entries(
    placeAttributes(row, at, rows, rowName(row, headings, undefined), isAnchor),
  )) {
    line.setAttribute(name, value);
  }
  line.querySelector('.cell.rank')?.replaceChildren(...rankParts(row));
}

function placeAttributes(
  row: HitRow,
  at: number,
  rows: number,
  name: string,
  isAnchor: boolean,
): Readonly<Record<string, string>> {
  return {
    'aria-label': isAnchor ? l10n.t('{0}. Its surroundings are shown.', name) : name,
    'data-row': String(at),
    'data-rank': String(row.rank),
    'data-vscode-context': rowContext(row, at),
    'aria-posinset': String(at + 1),
    'aria-setsize': String(rows),
    'aria-expanded': 'false',
  };
}

const rankParts = ({ rank }: HitRow): readonly (Node | string)[] => [icon('chevron-right'), rankText(rank)];

function cellView(heading: TableHeading, row: HitRow, headings: readonly TableHeading[]): HTMLElement {
  const { kind, path = '' } = heading;
  const value = valueUnder(heading, row);
  if (value !== undefined) {
    const title = cellTitle(value);
    return element(
      'div',
      {
        class: `cell ${kind} ${value.kind}${heading.isNumber === true ? ' right' : ''}`,
        role: 'gridcell',
        tabindex: '-1',
        'data-vscode-context': valueContext(path, value),
        ...(title !== undefined && { title }),
      },
      ...cellParts(value),
    );
  }
  const name = textUnder(heading, row);
  return element(
    'div',
    { class: `cell ${kind}`, role: 'gridcell', tabindex: '-1', ...(name !== '' && { title: name }) },
    ...ownParts(heading, row, headings),
  );
}

/** The text of a column that every hit has. */
function textUnder({ kind }: TableHeading, row: HitRow): string {
  return (kind === 'index' || kind === 'id' || kind === 'score' ? row[kind] : undefined) ?? '';
}

/** Between what only looks separated. */
function pause(text: string): HTMLElement {
  return element('span', { class: 'for-screen-readers' }, text);
}

function ownParts(heading: TableHeading, row: HitRow, headings: readonly TableHeading[]): readonly (Node | string)[] {
  switch (heading.kind) {
    case 'rank':
      return rankParts(row);
    case 'index':
    case 'id':
    case 'score':
      return [textUnder(heading, row)];
    default: {
      const parts = hitSummary(row, headings);
      if (parts.length === 0) return [element('span', { class: 'none' }, l10n.t('No fields'))];
      return parts.flatMap(({ path, cell }, at) => [
        ...(at === 0 ? [] : [pause(', ')]),
        element('span', { class: 'name', 'data-vscode-context': valueContext(path, cell) }, pathText(path)),
        element(
          'span',
          { class: `value ${cell.kind}`, 'data-vscode-context': valueContext(path, cell) },
          ...cellParts(cell),
        ),
      ]);
    }
  }
}

/** A value's text, with its matches highlighted. */
export function cellParts(cell: HitCell): readonly (Node | string)[] {
  const text = cellText(cell);
  if (cell.marks === undefined || cell.marks.length === 0) return text === '' ? [] : [text];
  return markedStretches(text, cell.marks).map((part) => (part.isMarked ? element('mark', {}, part.text) : part.text));
}

/** What VS Code's context menu gets for a value, in addition to that of its row and table. */
export function valueContext(path: string, { noFilter }: Pick<HitCell, 'noFilter'>): string {
  return JSON.stringify({ webviewSection: 'cell', path, ...(noFilter === true && { noFilter }) });
}
