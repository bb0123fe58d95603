import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { numberText } from '../l10n/numbers';
import type { SortKey } from '../protocol/question';
import type { HitCell, HitRow, LinePart } from '../protocol/resultPage';
import { Button, drawnOnce, Icon } from './controls';
import { cellParts, fieldParts, valueContext } from './hitCells';
import { dayLength } from './linesLayout';
import { hitSummary, orderUnder, pathUnder, type TableHeading, valueUnder } from './tableLayout';
import { textWidth } from './textWidth';
import { cellText, cellTitle, pathText, relativeTime } from './valueFormat';

const orders = { asc: 'ascending', desc: 'descending' } as const;

/** What a menu of VS Code knows of a hit, and of its value below a heading. */
export function rowContext(row: HitRow, at: number, heading?: TableHeading): string {
  const [path, value] = heading === undefined ? [] : [pathUnder(heading, row), valueUnder(heading, row)];
  return JSON.stringify({
    webviewSection: 'hit',
    row: at,
    hasRouter: row.hasRouter === true,
    hasRequest: row.hasRequest === true,
    hasTrace: row.hasTrace === true,
    ...(path !== undefined && value !== undefined && valueContext(path, value, heading?.column === path)),
  });
}

interface HeadingsProps {
  readonly headings: readonly TableHeading[];
  readonly sort: readonly SortKey[];
  /** Whether headings can change it. */
  readonly canSort: boolean;
  /** Removes a column; absent where there are no columns to remove. */
  readonly remove: ((path: string) => void) | undefined;
}

/** The headings, which are buttons for sorting if possible, and show the sort. */
export function Headings({ headings, sort, canSort, remove }: HeadingsProps) {
  return (
    <div class="headings" role="row">
      {headings.map((heading) => {
        const { kind, title, type, sortField, column } = heading;
        const isFree = sortField !== undefined && canSort;
        const order = orderUnder(heading, sort);
        const hint = [
          type === undefined ? title : `${title}: ${type}`,
          ...(isFree ? [l10n.t('Click to sort. Shift+click to add to the sort order.')] : []),
        ].join('\n');
        const classes = [
          'cell',
          ...kindsOf(heading),
          ...(heading.isNumber === true ? ['number'] : []),
          ...(isFree ? ['sortable'] : []),
        ];
        return (
          <div
            key={keyOf(heading)}
            class={classes.join(' ')}
            role="columnheader"
            tabIndex={-1}
            // Without the button in it.
            aria-label={title}
            title={kind === 'rank' ? undefined : hint}
            aria-sort={order !== undefined ? orders[order] : isFree ? 'none' : undefined}
            data-vscode-context={
              column === undefined ? undefined : JSON.stringify({ webviewSection: 'heading', path: column })
            }
          >
            <span class="title">{title}</span>
            {order !== undefined && <Icon name={order === 'asc' ? 'arrow-up' : 'arrow-down'} />}
            {column !== undefined && remove !== undefined && (
              <Button
                label={l10n.t('Remove Column')}
                icon="remove"
                isIconOnly
                class="remove"
                // The menu of the heading, which has a key, has it, too.
                tabIndex={-1}
                press={() => remove(column)}
              />
            )}
            {kind !== 'rank' && kind !== 'summary' && <span class="grip" aria-hidden="true" />}
          </div>
        );
      })}
    </div>
  );
}

function kindsOf({ kind, part, isSecondary = false }: TableHeading): readonly string[] {
  return [kind, ...(part === undefined ? [] : [part]), ...(isSecondary ? ['secondary'] : [])];
}

/** The most values in the name of a row. Further values are in the names of its cells. */
const mostSpoken = 6;
const longestSpoken = 60;

/** The name of a row: `Hit 3 of 1,074, status 502, host h36`, or `Hit 3, Status: 502` if titles are ours. */
function rowName(row: HitRow, { headings, total }: RowLook): string {
  const rank = numberText(row.rank);
  const named = (parts: readonly LinePart[], title: string) =>
    parts.map(({ kind, path = '', cell }) => [kind === 'message' ? title : pathText(path), cellText(cell)] as const);
  const values = headings.flatMap((heading): readonly (readonly [title: string, text: string])[] => {
    if (heading.kind === 'rank') return [];
    if (heading.kind === 'summary') {
      return hitSummary(row, headings).map(({ path, cell }) => [pathText(path), cellText(cell)]);
    }
    if (heading.part === 'message') return named(besidesOf(row), heading.title);
    const value = valueUnder(heading, row);
    const own = [[heading.title, value === undefined ? textUnder(heading, row) : cellText(value)] as const];
    return heading.part === 'path' ? [...own, ...named(besidesOf(row), l10n.t('Message'))] : own;
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

/** How the rows of a page are drawn. */
export interface RowLook {
  readonly headings: readonly TableHeading[];
  readonly rows: number;
  /** The number of all hits, if known. */
  readonly total: number | undefined;
  /** The row of the hit of a search around a hit. */
  readonly anchor: number | undefined;
  /** The field whose times are shown relative to now; undefined for none. */
  readonly relativeTo: string | undefined;
  readonly isWrapped: boolean;
  readonly areRanksShown: boolean;
  /** Pixels of the text in each column, in the order of the headings. */
  readonly rooms: readonly number[];
}

interface RowProps {
  readonly row: HitRow;
  readonly at: number;
  readonly look: RowLook;
  readonly isUnfolded: boolean;
  /** Whether it has just come. */
  readonly isFresh: boolean;
}

export const DrawnRow = drawnOnce(function DrawnRow({ row, at, look, isUnfolded, isFresh }: RowProps) {
  const name = rowName(row, look);
  const isAnchor = at === look.anchor;
  return (
    <div
      class={`hit${isAnchor ? ' anchor' : ''}${isFresh ? ' fresh' : ''}`}
      role="row"
      tabIndex={-1}
      aria-level={1}
      aria-label={isAnchor ? l10n.t('{0}. Its surroundings are shown.', name) : name}
      aria-posinset={at + 1}
      aria-setsize={look.rows}
      aria-expanded={isUnfolded}
      data-id={row.id ?? ''}
      data-row={at}
      data-rank={row.rank}
    >
      {look.headings.map((heading, column) => cell(heading, row, look, column))}
    </div>
  );
});

function cell(heading: TableHeading, row: HitRow, look: RowLook, column: number) {
  const room = look.isWrapped ? undefined : (look.rooms[column] ?? 0);
  const value = valueUnder(heading, row);
  if (value !== undefined) return valueCell(heading, row, value, look, room);
  const name = textUnder(heading, row);
  return (
    <div
      key={keyOf(heading)}
      class={['cell', ...kindsOf(heading)].join(' ')}
      role="gridcell"
      tabIndex={-1}
      title={name === '' ? undefined : name}
    >
      {ownParts(heading, row, look, room)}
    </div>
  );
}

function keyOf({ column, part, kind }: TableHeading): string {
  return column ?? part ?? kind;
}

function valueCell(heading: TableHeading, row: HitRow, value: HitCell, look: RowLook, room: number | undefined) {
  const path = pathUnder(heading, row);
  // A line may lack parts that other lines have.
  const title = heading.kind === 'part' && value.kind === 'absent' ? undefined : cellTitle(value);
  const { at, tone } = value;
  const isRelative = at !== undefined && path !== undefined && path === look.relativeTo;
  const isOfToday = heading.isOneDay === true && at !== undefined;
  const classes = [
    'cell',
    ...kindsOf(heading),
    value.kind,
    ...(heading.isNumber === true ? ['right'] : []),
    ...(tone === undefined ? [] : [`text-${tone}`]),
  ];
  const text = isOfToday ? cellText(value).slice(dayLength) : cellParts(value, room);
  const beside = heading.part === 'path' ? besidesOf(row) : [];
  const roomBeside = room === undefined ? undefined : roomOfMatchBeside(value, beside[0], room);
  if (roomBeside !== undefined) classes.push('shared');
  return (
    <div
      key={keyOf(heading)}
      class={classes.join(' ')}
      role="gridcell"
      tabIndex={-1}
      title={isRelative || isOfToday ? [cellText(value), title ?? []].flat().join('\n') : title}
      data-at={isRelative ? at : undefined}
    >
      {isRelative ? relativeTime(at, Date.now()) : roomBeside === undefined ? text : <span class="own">{text}</span>}
      {beside.length > 0 && (
        <span class="besides" style={{ flexBasis: roomBeside === undefined ? undefined : `${roomBeside}px` }}>
          {fieldParts(beside, roomBeside ?? room)}
        </span>
      )}
    </div>
  );
}

/** What a line says besides its parts. */
function besidesOf({ line = [] }: HitRow): readonly LinePart[] {
  return line.filter(({ kind }) => kind === 'message' || kind === 'field');
}

const leastBeside = 12;
const gapBeside = 2;

/** The pixels that stay free behind a path for what first matched; undefined if that is in the path, too. */
function roomOfMatchBeside(path: HitCell, first: LinePart | undefined, room: number): number | undefined {
  const [match] = first?.cell.marks ?? [];
  if (path.marks !== undefined || first === undefined || match === undefined) return undefined;
  // A message often repeats the path.
  const matched = cellText(first.cell)
    .slice(...match)
    .toLowerCase();
  if (cellText(path).toLowerCase().includes(matched)) return undefined;
  const digit = textWidth('0');
  const most = Math.max(room - textWidth(cellText(path)), room / 2, Math.min(room, leastBeside * digit));
  return Math.floor(most - gapBeside * digit);
}

/** The text of a column that every hit has. */
function textUnder({ kind }: TableHeading, row: HitRow): string {
  return (kind === 'index' || kind === 'id' || kind === 'score' ? row[kind] : undefined) ?? '';
}

function ownParts(heading: TableHeading, row: HitRow, look: RowLook, room: number | undefined): ComponentChildren {
  switch (heading.kind) {
    case 'rank':
      return look.areRanksShown ? numberText(row.rank) : undefined;
    case 'index':
    case 'id':
    case 'score':
      return textUnder(heading, row);
    case 'part':
      return fieldParts(besidesOf(row), room);
    default: {
      const parts = hitSummary(row, look.headings);
      return parts.length === 0 ? <span class="none">{l10n.t('No fields')}</span> : fieldParts(parts, room);
    }
  }
}
