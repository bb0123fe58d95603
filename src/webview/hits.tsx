import * as l10n from '@vscode/l10n';
import type { TargetedClipboardEvent, TargetedKeyboardEvent, TargetedMouseEvent } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type PageView, rowAfterArrivals, type ShownPage } from '../protocol/pageView';
import type { TableHeading } from '../protocol/resultPage';
import { areHitsNarrow, dragWidth, gridStyle, roomsOf } from './columnWidths';
import { HitDocument } from './hitDocument';
import { cellClasses, DrawnRow, Headings, headingKey, type RowLook, rowContext } from './hitRows';
import { usePage } from './pageContext';
import { setTextFont } from './textWidth';
import { keepTimesRelative } from './valueFormat';

/**
 * The hits as a table or as lines, whose rows expand to the full document. One row or value at a time is in the tab
 * order; the arrow keys move between them.
 */
export function Hits({ width }: Pick<HitGridProps, 'width'>) {
  const { shown } = usePage().view;
  return shown === undefined || shown.page.table.rows.length === 0 ? null : <HitGrid width={width} shown={shown} />;
}

interface HitGridProps {
  /** Pixels of the page's width that the hits have. */
  readonly width: number;
  readonly shown: ShownPage;
}

function HitGrid({ width, shown }: HitGridProps) {
  const { view, dispatch } = usePage();
  const { question, page } = shown;
  const { table } = page;
  const { layout, unfolded, grown } = view;
  const widths = useMemo(() => new Map(view.widths), [view.widths]);
  const { headings, areLines, hasMarks } = table;
  const isWrapped = areLines && layout.isWrapped;
  const [dragged, setDragged] = useState<readonly [title: string, px: number]>();
  const grid = useRef<HTMLDivElement>(null);
  const rooms = useMemo(() => {
    if (!hasMarks) return [];
    setTextFont(areLines);
    return roomsOf(headings, widths, width);
  }, [table, widths, width]);
  const total = page.total?.isExact === true ? page.total.hits : undefined;
  const look = useMemo(
    (): RowLook => ({
      headings,
      classes: headings.map(cellClasses),
      rows: table.rows.length,
      total,
      anchor: page.around?.row,
      isWrapped,
      rooms,
    }),
    [table, total, page.around?.row, isWrapped, rooms],
  );
  const cell = useGridFocus(grid, view, shown, headings);
  // The width stays as it was dragged until the host has told it.
  useLayoutEffect(() => setDragged(undefined), [widths]);
  useLayoutEffect(() => keepTimesRelative(grid.current, layout.areTimesRelative), [layout.areTimesRelative]);

  const { pageId } = shown;
  const toggle = (row: number) => dispatch('toggleHit', { pageId, row });
  const sort = (at: number, isAdded: boolean): void => {
    const { sortField } = headings[at] ?? {};
    if (sortField === undefined || question.body !== undefined) return;
    dispatch('sortBy', { field: sortField, isAdded });
  };
  const onClick = (event: TargetedMouseEvent<HTMLElement>): void => {
    const at = spotOf(event.target);
    // A click that ends a text selection does not expand the row.
    if (at === undefined || getSelection()?.isCollapsed === false) return;
    if (event.target instanceof Element && event.target.closest('.grip, .remove') !== null) return;
    if (at.row < 0) {
      cell.goTo(at, true);
      sort(at.column, event.shiftKey);
      return;
    }
    cell.goTo({ row: at.row, column: -1 }, true);
    toggle(at.row);
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    const { target, key } = event;
    if (!(target instanceof HTMLElement) || event.altKey || event.metaKey) return;
    const inDocument = target.closest('.document');
    if (inDocument !== null) {
      const isLeft = key === 'ArrowLeft' && (target.tagName === 'BUTTON' || target.role === 'treeitem');
      if (!isLeft && key !== 'Escape') return;
      event.preventDefault();
      const owner = spotOf(inDocument.previousElementSibling);
      if (owner !== undefined) cell.goTo(owner, true);
      return;
    }
    const from = spotOf(target);
    if (from === undefined) return;
    const move = (spot: GridCell, by: string) => gridCellAfter(spot, by, event.ctrlKey, look.rows, headings.length);
    const isSeen = (spot: GridCell) => cell.elementAt(spot)?.checkVisibility() === true;
    let to = move(from, key);
    // In a narrow window some columns are hidden, and the headings.
    for (let skipped = 0; to !== undefined && !isSeen(to) && skipped < headings.length; skipped++)
      to = move(to, key === 'End' ? 'ArrowLeft' : key);
    if (to !== undefined) cell.goTo(isSeen(to) ? to : from, true);
    else if (event.ctrlKey || (key !== 'Enter' && key !== ' ')) return;
    else if (from.row < 0) sort(from.column, event.shiftKey);
    else toggle(from.row);
    event.preventDefault();
  };
  // Without a selection, Copy copies the focused value or document.
  const onCopy = (event: TargetedClipboardEvent<HTMLElement>): void => {
    const at = spotOf(document.activeElement);
    if (at === undefined || at.row < 0 || getSelection()?.isCollapsed === false) return;
    const path = table.rows[at.row]?.cells[at.column]?.path;
    event.preventDefault();
    dispatch('actOnHit', {
      action: path === undefined ? 'copyDocument' : 'copyValue',
      place: { pageId, row: at.row, path },
    });
  };
  // What a menu of VS Code knows of a hit is written when it opens, not for each of a thousand cells.
  const onContextMenu = ({ target }: TargetedMouseEvent<HTMLElement>): void => {
    const at = spotOf(target);
    const row = table.rows[at?.row ?? -1];
    if (at === undefined || row === undefined) return;
    const context = rowContext(row, at.row, row.cells[at.column], headings[at.column]?.column);
    cell.elementAt({ ...at, column: -1 })?.setAttribute('data-vscode-context', context);
  };
  const classes = [
    'results',
    ...(areLines ? ['lines'] : []),
    ...(isWrapped ? ['wrapped'] : []),
    ...(areHitsNarrow(width) ? ['narrow'] : []),
    ...(layout.areRanksShown === true ? ['with-ranks'] : []),
    ...(!areLines && headings.some(({ kind }) => kind === 'value') ? ['with-columns'] : []),
  ];
  // What is typed, or asked for, draws no row again.
  const rows = useMemo(() => {
    const opened = new Set(unfolded);
    const fresh = new Set(grown?.areNew === true ? grown.fresh : []);
    // One list: preact would compare the rows of lists in it by their places, not by their keys.
    return table.rows.flatMap((row, at) => [
      <DrawnRow
        key={`row ${grown?.keys[at] ?? at}`}
        row={row}
        at={at}
        look={look}
        isUnfolded={opened.has(at)}
        isFresh={fresh.has(at)}
      />,
      opened.has(at) && (
        <HitDocument key={`document ${grown?.keys[at] ?? at}`} row={row} at={at} context={rowContext(row, at)} />
      ),
    ]);
  }, [table, look, unfolded, grown]);
  return (
    <div
      ref={grid}
      class={classes.join(' ')}
      role="treegrid"
      aria-label={l10n.t('Hits')}
      aria-colcount={headings.length}
      // The context of every row and value for VS Code's menu.
      data-vscode-context={JSON.stringify({
        pageId: shown.pageId,
        preventDefaultContextMenuItems: true,
        hasTime: table.time !== undefined,
        isHitSelected: view.isHitSelected,
      })}
      style={gridStyle(headings, widths, dragged, width)}
      onClick={onClick}
      onKeyDown={onKeyDown}
      onCopy={onCopy}
      onContextMenu={onContextMenu}
      onPointerDown={(event) =>
        dragWidth(event, headings, setDragged, (title, px) => dispatch('setWidth', { title, px }))
      }
      onDblClick={({ target }) => {
        const heading =
          target instanceof Element && target.matches('.grip') ? headings[spotOf(target)?.column ?? -1] : undefined;
        if (heading !== undefined) dispatch('setWidth', { title: heading.title });
      }}
    >
      <Headings
        headings={headings}
        sort={page.sort}
        canSort={question.body === undefined}
        remove={layout.kind === 'lines' ? undefined : (path) => dispatch('toggleColumn', path)}
      />
      {rows}
    </div>
  );
}

/**
 * The one row or value of the hits that is in the tab order. A menu of VS Code takes the focus, which comes back to it,
 * and so it does when the hits under it are replaced.
 */
function useGridFocus(
  grid: { readonly current: HTMLElement | null },
  view: PageView,
  shown: ShownPage,
  headings: readonly TableHeading[],
) {
  const at = useRef<GridCell>({ row: shown.page.around?.row ?? 0, column: -1 });
  const drawn = useRef({ pageId: shown.pageId, table: shown.page.table, headings });
  /** The element that had the focus last, unless one outside the hits has had it since. */
  const last = useRef<HTMLElement | undefined>(undefined);
  const elementAt = ({ row, column }: GridCell): Element | undefined => {
    const line = grid.current?.querySelector(row < 0 ? ':scope > .headings' : `:scope > .hit[data-row="${row}"]`);
    return (column > 0 ? line?.children[column] : line) ?? undefined;
  };
  /** Makes this the cell that keys start from, and focuses it if `withFocus`. */
  const goTo = (next: GridCell, withFocus: boolean): void => {
    for (const before of grid.current?.querySelectorAll(stops) ?? []) before.setAttribute('tabindex', '-1');
    at.current = next;
    const target = elementAt(next);
    target?.setAttribute('tabindex', '0');
    if (withFocus && target instanceof HTMLElement) target.focus();
  };
  /** Whether the focus is in the hits, or was last there. */
  const isHere = (): boolean => {
    const { activeElement } = document;
    const isNowhere = activeElement === null || activeElement === document.body;
    return isNowhere ? last.current !== undefined : grid.current?.contains(activeElement) === true;
  };
  // Before they are drawn: the focused element may be gone afterwards.
  const hadFocus = isHere();

  useLayoutEffect(() => {
    const onFocusIn = ({ target }: FocusEvent): void => {
      last.current = target instanceof HTMLElement && grid.current?.contains(target) === true ? target : undefined;
      const owner = last.current?.closest('.document')?.previousElementSibling ?? last.current;
      const spot = spotOf(owner ?? null);
      if (spot !== undefined) goTo(spot, false);
    };
    // Happens when a context menu of VS Code is closed, or the window becomes active again.
    const onFocus = (): void => {
      if (last.current === undefined || !isHere()) return;
      if (last.current.isConnected) last.current.focus();
      else goTo(at.current, true);
    };
    document.addEventListener('focusin', onFocusIn);
    addEventListener('focus', onFocus);
    return () => {
      document.removeEventListener('focusin', onFocusIn);
      removeEventListener('focus', onFocus);
    };
  }, []);
  useLayoutEffect(() => {
    const { pageId, table, headings: before } = drawn.current;
    drawn.current = { pageId: shown.pageId, table: shown.page.table, headings };
    const isOther = pageId !== shown.pageId;
    if (!isOther && table === shown.page.table && before === headings) return goTo(at.current, false);
    const { row, column } = at.current;
    const grown = isOther ? view.grown : undefined;
    // After sorting by a heading, the focus stays in the headings.
    const kept = row < 0 || !isOther ? row : grown && rowAfterArrivals(row, grown.fresh);
    const to = kept !== undefined && kept < shown.page.table.rows.length ? kept : (shown.page.around?.row ?? 0);
    // The same column, even if its index has changed.
    const key = column > 0 ? before[column] && headingKey(before[column]) : undefined;
    const same = headings.findIndex((heading) => headingKey(heading) === key);
    // Another editor keeps the focus. It returns here when the window becomes active.
    const withFocus = hadFocus && document.hasFocus() && !(grown !== undefined && isInDocument());
    goTo({ row: to, column: key === undefined || same < 0 ? -1 : same }, withFocus);
  }, [shown.pageId, shown.page.table, headings]);
  return { goTo, elementAt };
}

/** Whether the focus is in the document of an expanded hit: there it stays when hits are added. */
function isInDocument(): boolean {
  return (document.activeElement?.closest('.results > .document') ?? null) !== null;
}

/** What in the hits can be in the tab order by itself. */
const stops = ':scope > :is(.hit, .headings)[tabindex="0"], :scope > :is(.hit, .headings) > .cell[tabindex="0"]';

/** Focuses the last focused place in the hits; returns false if there are none. */
export function focusHits(): boolean {
  const place = document.querySelector('.results')?.querySelector<HTMLElement>(stops);
  place?.focus();
  return place instanceof HTMLElement;
}

/**
 * The focused cell of the hits: `column` -1 is the whole row, and `row` -1 the headings. The arrow of a hit, column 0,
 * belongs to the row and is never focused by itself.
 */
interface GridCell {
  readonly row: number;
  readonly column: number;
}

function spotOf(target: EventTarget | null): GridCell | undefined {
  if (!(target instanceof Element)) return undefined;
  const line = target.closest<HTMLElement>('.hit, .headings');
  if (line === null) return undefined;
  const cell = target.closest('.cell');
  const column = cell === null ? -1 : [...line.children].indexOf(cell);
  return { row: line.matches('.headings') ? -1 : Number(line.dataset.row), column: column > 0 ? column : -1 };
}

const rowsPerPageKey = 10;

/**
 * Where a key moves to in a table of `rows` hits and `columns` columns. Left from the first column goes back to the
 * whole row. Home and End stay in the row when the focus is on one of its values, unless Control is held.
 *
 * @returns undefined for a key that does not move
 */
export function gridCellAfter(
  { row, column }: GridCell,
  key: string,
  withControl: boolean,
  rows: number,
  columns: number,
): GridCell | undefined {
  const inRow = (to: number): GridCell => ({ row: Math.min(rows - 1, Math.max(0, to)), column });
  const isCell = column > 0;
  switch (key) {
    case 'ArrowDown':
      return inRow(row + 1);
    case 'ArrowUp':
      return row <= 0 && isCell ? { row: -1, column } : inRow(row - 1);
    case 'PageDown':
      return inRow(row + rowsPerPageKey);
    case 'PageUp':
      return inRow(row - rowsPerPageKey);
    case 'Home':
      return isCell && !withControl ? { row, column: 1 } : inRow(0);
    case 'End':
      return isCell && !withControl ? { row, column: columns - 1 } : inRow(rows - 1);
    case 'ArrowRight':
      return { row, column: isCell ? Math.min(columns - 1, column + 1) : 1 };
    case 'ArrowLeft':
      return column > 1 ? { row, column: column - 1 } : row < 0 ? { row, column } : { row, column: -1 };
    default:
      return undefined;
  }
}
