import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { numberText } from '../l10n/numbers';
import type { SortKey } from '../protocol/question';
import type { HitCell, HitRow, NamedCell, RowCell, TableHeading } from '../protocol/resultPage';
import { Button, Icon } from './controls';
import { cellParts, fieldParts, valueContext } from './hitCells';
import { textWidth } from './textWidth';
import { cellTitle, relativeTime } from './valueFormat';

const orders = { asc: 'ascending', desc: 'descending' } as const;

/** What a menu of VS Code knows of a hit, and of its value below a heading. */
export function rowContext(row: HitRow, at: number, cell?: RowCell, column?: string): string {
  return JSON.stringify({
    webviewSection: 'hit',
    row: at,
    hasRouter: row.hasRouter === true,
    hasRequest: row.hasRequest === true,
    hasTrace: row.hasTrace === true,
    ...(cell?.path !== undefined && valueContext(cell.path, cell, column === cell.path)),
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
        const order = sort.find(({ field }) => field === sortField || field === column)?.order;
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
            key={headingKey(heading)}
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

/** The classes of the cells below a heading. */
export function cellClasses(heading: TableHeading): string {
  return ['cell', ...kindsOf(heading), ...(heading.isNumber === true ? ['right'] : [])].join(' ');
}

function kindsOf({ kind, part, isSecondary = false }: TableHeading): readonly string[] {
  return [kind, ...(part === undefined ? [] : [part]), ...(isSecondary ? ['secondary'] : [])];
}

/** How the rows of a page are drawn. */
export interface RowLook {
  readonly headings: readonly TableHeading[];
  /** The classes of the cells below each heading. */
  readonly classes: readonly string[];
  readonly rows: number;
  /** The number of all hits, if known. */
  readonly total: number | undefined;
  /** The row of the hit of a search around a hit. */
  readonly anchor: number | undefined;
  readonly isWrapped: boolean;
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

/** A hit, which is drawn again only if one of its properties is another one: a thousand others may stand around it. */
export function DrawnRow({ row, at, look, isUnfolded, isFresh }: RowProps) {
  return useMemo(() => drawnRow({ row, at, look, isUnfolded, isFresh }), [row, at, look, isUnfolded, isFresh]);
}

function drawnRow({ row, at, look, isUnfolded, isFresh }: RowProps) {
  const { headings, rows, total, anchor } = look;
  const rank = numberText(row.rank);
  const place = total === undefined ? l10n.t('Hit {0}', rank) : l10n.t('Hit {0} of {1}', rank, numberText(total));
  const name = row.name === '' ? place : `${place}, ${row.name}`;
  const isAnchor = at === anchor;
  return (
    <div
      class={`hit${isAnchor ? ' anchor' : ''}${isFresh ? ' fresh' : ''}`}
      role="row"
      tabIndex={-1}
      aria-level={1}
      aria-label={isAnchor ? l10n.t('{0}. Its surroundings are shown.', name) : name}
      aria-posinset={at + 1}
      aria-setsize={rows}
      aria-expanded={isUnfolded}
      data-id={row.id ?? ''}
      data-row={at}
    >
      {headings.map((heading, column) => drawnCell(heading, row.cells[column] ?? absent, look, column))}
    </div>
  );
}

const absent: RowCell = { kind: 'absent', text: '' };

function drawnCell(heading: TableHeading, cell: RowCell, look: RowLook, column: number) {
  const { kind, tone, at, parts = [] } = cell;
  const room = look.isWrapped ? undefined : (look.rooms[column] ?? 0);
  const hasPartsOnly = heading.kind === 'summary' || heading.part === 'message';
  const roomBeside = hasPartsOnly || room === undefined ? undefined : roomOfMatchBeside(cell, parts[0], room);
  const classes = [
    look.classes[column],
    ...(hasPartsOnly ? [] : [kind]),
    ...(tone === undefined ? [] : [`text-${tone}`]),
    ...(roomBeside === undefined ? [] : ['shared']),
  ];
  // A line may lack parts that other lines have.
  const hasTitle = kind !== 'absent' || heading.kind === 'value' || heading.kind === 'time';
  const text = at === undefined ? cellParts(cell, room) : relativeTime(at, Date.now());
  return (
    <div
      key={headingKey(heading)}
      class={classes.join(' ')}
      role="gridcell"
      tabIndex={-1}
      title={hasTitle ? cellTitle(cell) : undefined}
      data-at={at}
    >
      {hasPartsOnly ? (
        summaryParts(heading, parts, room)
      ) : roomBeside === undefined ? (
        text
      ) : (
        <span class="own">{text}</span>
      )}
      {!hasPartsOnly && parts.length > 0 && (
        <span class="besides" style={{ flexBasis: roomBeside === undefined ? undefined : `${roomBeside}px` }}>
          {fieldParts(parts, roomBeside ?? room)}
        </span>
      )}
    </div>
  );
}

function summaryParts(
  { kind }: TableHeading,
  parts: readonly NamedCell[],
  room: number | undefined,
): ComponentChildren {
  const isEmpty = kind === 'summary' && parts.length === 0;
  return isEmpty ? <span class="none">{l10n.t('No fields')}</span> : fieldParts(parts, room);
}

/** Identifies a column when its index changes. */
export function headingKey({ column, part, kind }: TableHeading): string {
  return column ?? part ?? kind;
}

const leastBeside = 12;
const gapBeside = 2;

/** The pixels that stay free behind a path for what first matched; undefined if that is in the path, too. */
function roomOfMatchBeside(path: HitCell, first: NamedCell | undefined, room: number): number | undefined {
  const [match] = first?.marks ?? [];
  if (path.marks !== undefined || first === undefined || match === undefined) return undefined;
  // A message often repeats the path.
  const matched = first.text.slice(...match).toLowerCase();
  if (path.text.toLowerCase().includes(matched)) return undefined;
  const digit = textWidth('0');
  const most = Math.max(room - textWidth(path.text), room / 2, Math.min(room, leastBeside * digit));
  return Math.floor(most - gapBeside * digit);
}
