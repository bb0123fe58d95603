import * as l10n from '@vscode/l10n';
import type { SearchQuestion, SortKey } from '../protocol/question';
import type { HitRow, HitTable } from '../protocol/resultPage';
import { type HitLayout, usualLayout } from '../protocol/savedState';
import { columnWidths } from './columnWidths';
import { element } from './dom';
import { hitView } from './hitView';
import { areDrawnAlike, drawnLayout, lineHeadings } from './linesLayout';
import {
  type ArrivedHits,
  type Dispatch,
  grownBy,
  type HitView,
  type PageState,
  placeInPage,
  rowAfterArrivals,
  type ValueAction,
} from './pageState';
import { isScored, sortedBy } from './questionForm';
import { grownRows, headingLine, hitRow, putInOrder, rowContext } from './rowView';
import { areSameColumns, columnKey, headingsOf, pathUnder, type TableHeading } from './tableLayout';
import { relativeTimes } from './valueFormat';

/** The same hits, drawn in another way. */
const noArrivals: ArrivedHits = { fresh: [], areNew: false };

/**
 * The hits as a table or as lines, whose rows expand to the full document. One row or value at a time is in the tab
 * order; the arrow keys move between them. All rows are built before they are inserted, and none is measured.
 *
 * @param onNone called when the focus was on hits that are gone
 */
export function resultsView(dispatch: Dispatch, onNone: () => void) {
  const root = element('div', { class: 'results', role: 'treegrid', 'aria-label': l10n.t('Hits') });
  const widths = columnWidths(root, (title, px) => dispatch({ kind: 'widthChosen', title, px }));
  const keepRelative = relativeTimes(root);
  let table: HitTable | undefined;
  let layout: HitLayout = usualLayout;
  let requestId: string | undefined;
  let question: SearchQuestion | undefined;
  let order: readonly SortKey[] = [];
  let headings: readonly TableHeading[] = [];
  let headingRow: HTMLElement = element('div');
  let rows: readonly HTMLElement[] = [];
  let gridCell: GridCell = { row: 0, column: -1 };
  const unfolded = new Map<number, ReturnType<typeof hitView>>();
  /** The element that had the focus last, unless one outside the hits has had it since. */
  let last: HTMLElement | undefined;

  const elementAt = ({ row, column }: GridCell): Element | undefined => {
    const line = row < 0 ? headingRow : rows[row];
    return column > 0 ? line?.children[column] : line;
  };

  /** Makes this the cell that keys start from, and focuses it if `withFocus`. */
  function goTo(next: GridCell, withFocus: boolean): void {
    elementAt(gridCell)?.setAttribute('tabindex', '-1');
    gridCell = next;
    const target = elementAt(next);
    target?.setAttribute('tabindex', '0');
    if (withFocus && target instanceof HTMLElement) target.focus();
  }

  /** Whether the focus is in the hits, or was last there: a menu of VS Code takes it, and so does a redraw. */
  function isHere(): boolean {
    const { activeElement } = document;
    const isNowhere = activeElement === null || activeElement === document.body;
    return isNowhere ? last !== undefined : root.contains(activeElement);
  }

  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof HTMLElement && root.contains(target) ? target : undefined;
    const owner = last?.closest('.document')?.previousElementSibling ?? last;
    const at = spotOf(owner ?? null);
    if (at !== undefined) goTo(at, false);
  });
  // Happens when a context menu of VS Code is closed, or the window becomes active again.
  addEventListener('focus', () => {
    if (last === undefined || !isHere()) return;
    if (last.isConnected) last.focus();
    else goTo(gridCell, true);
  });

  function toggle(row: number): void {
    dispatch({ kind: 'toggled', row, isUnfolded: !unfolded.has(row) });
  }

  function sort(at: number, isAdded: boolean): void {
    const { sortField } = headings[at] ?? {};
    if (sortField === undefined || question === undefined || question.body !== undefined) return;
    const isDefault = question.sort.length === 0;
    dispatch({ kind: 'arranged', to: { sort: sortedBy(order, sortField, { isAdded, isDefault }) } });
  }

  const act = (row: number) => (action: ValueAction, path?: string) => {
    if (action !== 'toggleColumn') dispatch({ kind: 'placed', action, row, ...(path !== undefined && { path }) });
    else if (path !== undefined) dispatch({ kind: 'columnToggled', path });
  };

  function spotOf(target: EventTarget | null): GridCell | undefined {
    if (!(target instanceof Element)) return undefined;
    const line = target.closest<HTMLElement>('.hit, .headings');
    if (line === null) return undefined;
    const cell = target.closest('.cell');
    const column = cell === null ? -1 : [...line.children].indexOf(cell);
    return { row: line === headingRow ? -1 : Number(line.dataset.row), column: column > 0 ? column : -1 };
  }

  root.addEventListener('click', (event) => {
    const at = spotOf(event.target);
    // A click that ends a text selection does not expand the row.
    if (at === undefined || getSelection()?.isCollapsed === false) return;
    if (event.target instanceof Element && event.target.matches('.grip')) return;
    if (at.row < 0) {
      goTo(at, true);
      sort(at.column, event.shiftKey);
      return;
    }
    goTo({ row: at.row, column: -1 }, true);
    toggle(at.row);
  });

  root.addEventListener('keydown', (event) => {
    const { target, key } = event;
    if (!(target instanceof HTMLElement) || event.altKey || event.metaKey) return;
    const inDocument = target.closest('.document');
    if (inDocument !== null) {
      const isLeft = key === 'ArrowLeft' && (target.tagName === 'BUTTON' || target.role === 'treeitem');
      if (!isLeft && key !== 'Escape') return;
      const owner = inDocument.previousElementSibling;
      event.preventDefault();
      if (owner instanceof HTMLElement) goTo({ row: Number(owner.dataset.row), column: -1 }, true);
      return;
    }
    const from = spotOf(target);
    if (from === undefined) return;
    const move = (cell: GridCell) => gridCellAfter(cell, key, event.ctrlKey, rows.length, headings.length);
    let to = move(from);
    // In a narrow window some columns are hidden.
    for (let skipped = 0; to !== undefined && skipped < headings.length; skipped++) {
      if (elementAt(to)?.checkVisibility() === true) break;
      to = move(to);
    }
    if (to !== undefined) goTo(to, true);
    else if (event.ctrlKey || (key !== 'Enter' && key !== ' ')) return;
    else if (from.row < 0) sort(from.column, event.shiftKey);
    else toggle(from.row);
    event.preventDefault();
  });

  // Without a selection, Copy copies the focused value or document.
  root.addEventListener('copy', (event) => {
    const at = spotOf(document.activeElement);
    if (at === undefined || at.row < 0 || getSelection()?.isCollapsed === false) return;
    const heading = headings[at.column];
    const row = table?.rows[at.row];
    const path = heading === undefined || row === undefined ? undefined : pathUnder(heading, row);
    event.preventDefault();
    if (path === undefined) act(at.row)('copyDocument');
    else act(at.row)('copyValue', path);
  });

  /** @param arrived the hits that were added to those of the page before; undefined: it is another page */
  function draw(next: PageState['shown'], to: HitLayout, arrived: ArrivedHits | undefined): void {
    const hadFocus = isHere();
    const focusedColumn = columnKey(headings[gridCell.column]);
    table = next?.page.table;
    const areAlike = areDrawnAlike(to, layout);
    layout = to;
    question = next?.question;
    order = next?.page.sort ?? [];
    for (const { root: open } of unfolded.values()) open.remove();
    unfolded.clear();
    const all = table?.rows ?? [];
    root.hidden = all.length === 0;
    if (table === undefined || next === undefined || all.length === 0) {
      headings = [];
      rows = [];
      root.replaceChildren();
      if (hadFocus) onNone();
      return;
    }
    const before = { headings, line: headingRow };
    const areLines = to.kind === 'lines';
    headings = areLines ? lineHeadings(table, to.areTimesRelative) : headingsOf(table, isScored(next.question));
    headingRow = headingLine(headings, order, next.question.body === undefined);
    const anchor = next.page.around?.row;
    const relativeTo = to.areTimesRelative ? table.time?.path : undefined;
    const isWrapped = areLines && to.isWrapped;
    const total = next.page.total?.isExact === true ? next.page.total.hits : undefined;
    const look = { headings, rows: all.length, total, anchor, relativeTo, isWrapped };
    const isSame = areAlike && areSameColumns(before.headings, headings);
    const grown = arrived === noArrivals || !isSame ? undefined : arrived;
    rows = grown === undefined ? all.map((row, at) => hitRow(row, at, look)) : grownRows(rows, all, grown, look);
    keepRelative(relativeTo !== undefined);
    const classes = {
      lines: areLines,
      wrapped: isWrapped,
      'one-day': areLines && headings.some(({ narrowWidth }) => narrowWidth !== undefined),
      'two-lines': headings.some(({ isBelow }) => isBelow === true),
      'with-columns': !areLines && table.columns.length > 0,
    };
    for (const [name, isOn] of Object.entries(classes)) root.classList.toggle(name, isOn);
    root.setAttribute('aria-colcount', String(headings.length));
    // The context of every row and value for VS Code's menu.
    root.dataset.vscodeContext = JSON.stringify({
      requestId: next.requestId,
      preventDefaultContextMenuItems: true,
      hasTime: table.time !== undefined,
    });
    if (grown === undefined) {
      const whole = document.createDocumentFragment();
      whole.append(headingRow, ...rows);
      root.replaceChildren(whole);
    } else {
      headingRow = before.line;
      putInOrder(headingRow, rows);
    }
    // After sorting by a heading, the focus stays in the headings.
    const kept = gridCell.row < 0 ? gridCell.row : arrived && rowAfterArrivals(gridCell.row, arrived.fresh);
    const row = kept !== undefined && kept < rows.length ? kept : (anchor ?? 0);
    // The same column, even if its index has changed.
    const column = headings.findIndex((heading) => columnKey(heading) === focusedColumn);
    // Another editor keeps the focus. It returns here when the window becomes active.
    const isMine = hadFocus && document.hasFocus();
    goTo({ row, column: focusedColumn === undefined || column < 0 ? -1 : column }, isMine);
  }

  return {
    root,
    /** The row of the hit of a search around a hit. */
    get anchor(): HTMLElement | undefined {
      return rows.find((row) => row.classList.contains('anchor'));
    },
    /** The first visible row below the headings. */
    firstSeen(scrolled: HTMLElement): number | undefined {
      const top = scrolled.getBoundingClientRect().top + headingRow.offsetHeight;
      const row = rows.findIndex((each) => each.getBoundingClientRect().bottom > top + 1);
      return row < 0 ? undefined : row;
    },
    /** Lays out all rows for a moment, also hidden ones, because the heights of wrapped lines are unknown before. */
    layOutWhole(): void {
      root.classList.add('whole');
      // The browser stores a height at the end of a frame.
      requestAnimationFrame(() => requestAnimationFrame(() => root.classList.remove('whole')));
    },
    showRow(row: number): void {
      rows[row]?.scrollIntoView({ block: 'start' });
    },
    /** Focuses the last focused place in the hits; returns false if there are none. */
    focus(): boolean {
      if (rows.length === 0) return false;
      goTo(gridCell, true);
      return true;
    },
    update(state: PageState): void {
      const { shown, hits, hitView: view, isHitSelected } = state;
      const to = drawnLayout(state);
      if (shown?.page.table !== table || !areDrawnAlike(to, layout)) {
        draw(shown, to, shown?.requestId === requestId ? noArrivals : grownBy(state));
        requestId = shown?.requestId;
      }
      widths.use(headings, state.widths);
      const wanted = new Set(placeInPage(state)?.unfolded ?? []);
      for (const [at, { root: open }] of unfolded) {
        if (wanted.has(at)) continue;
        if (open.contains(document.activeElement)) goTo({ row: at, column: -1 }, true);
        open.remove();
        unfolded.delete(at);
        rows[at]?.setAttribute('aria-expanded', 'false');
      }
      for (const at of wanted) {
        const row = table?.rows[at];
        if (row === undefined) continue;
        const open = unfolded.get(at) ?? unfold(row, at);
        open.update(hits.get(at), view, isHitSelected);
      }
    },
  };

  function unfold(row: HitRow, at: number): ReturnType<typeof hitView> {
    const choose = (view: HitView) => dispatch({ kind: 'hitViewChosen', view });
    const made = hitView(row, act(at), choose, table?.time !== undefined);
    made.root.dataset.vscodeContext = rowContext(row, at);
    unfolded.set(at, made);
    rows[at]?.setAttribute('aria-expanded', 'true');
    rows[at]?.after(made.root);
    return made;
  }
}

/**
 * The focused cell of the hits: `column` -1 is the whole row, and `row` -1 the headings. The number of a hit, column 0,
 * belongs to the row and is never focused by itself.
 */
interface GridCell {
  readonly row: number;
  readonly column: number;
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
