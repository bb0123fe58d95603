import type { Row, Shown } from '../protocol/search';
import { element, icon } from './dom';
import { jsonTokens } from './jsonTokens';
import type { Action } from './state';

const rowsPerPageKey = 10;

function cell(name: string, ...children: readonly (Node | string)[]): HTMLElement {
  return element('div', { class: `cell ${name}`, role: 'gridcell' }, ...children);
}

function hitRow(row: Row, at: number, rows: number): HTMLElement {
  const preview = row.preview.flatMap(({ name, value }) => [
    element('span', { class: 'name' }, name),
    element('span', { class: 'value' }, value),
  ]);
  return element(
    'div',
    {
      class: 'hit',
      role: 'row',
      tabindex: at === 0 ? '0' : '-1',
      'data-row': String(at),
      'aria-level': '1',
      'aria-posinset': String(at + 1),
      'aria-setsize': String(rows),
      'aria-expanded': 'false',
    },
    cell('rank', icon('chevron-right'), String(row.rank)),
    cell('index', row.index ?? ''),
    cell('id', row.id ?? ''),
    cell('score', row.score ?? ''),
    cell('preview', ...(preview.length > 0 ? preview : [element('span', { class: 'none' }, 'no fields')])),
  );
}

function documentRow(row: Row, open: () => void): HTMLElement {
  const button = element('button', { type: 'button', class: 'open' }, icon('json'), 'Open as JSON');
  button.addEventListener('click', open);
  const text = element('pre', { tabindex: '0', 'aria-label': `Document of hit ${row.rank}` });
  for (const token of jsonTokens(row.document)) {
    text.append(token.kind === 'plain' ? token.text : element('span', { class: `json-${token.kind}` }, token.text));
  }
  const note = row.isCut ? [element('p', { class: 'cut' }, 'This is the beginning of a long document.')] : [];
  return element(
    'div',
    { class: 'document', role: 'row', 'aria-level': '2' },
    element('div', { role: 'gridcell' }, button, ...note, text),
  );
}

const headings = [
  ['rank', '#'],
  ['index', 'Index'],
  ['id', 'Id'],
  ['score', 'Score'],
  ['preview', 'Document'],
] as const;

function headingRow(): HTMLElement {
  const cells = headings.map(([name, title]) => element('div', { class: `cell ${name}`, role: 'columnheader' }, title));
  return element('div', { class: 'headings', role: 'row' }, ...cells);
}

/**
 * The hits: one line each, which opens to the whole document. One row at a time is in the tab order; the arrow keys move
 * through them.
 */
export function resultsView(dispatch: (action: Action) => void) {
  const root = element('div', { class: 'results', role: 'treegrid', 'aria-label': 'Hits' });
  let shown: Shown | undefined;

  const hits = () => [...root.querySelectorAll<HTMLElement>(':scope > .hit')];

  function focusRow(row: HTMLElement | undefined): void {
    if (row === undefined) return;
    root.querySelector<HTMLElement>(':scope > .hit[tabindex="0"]')?.setAttribute('tabindex', '-1');
    row.setAttribute('tabindex', '0');
    row.focus();
  }

  function setExpanded(row: HTMLElement, expanded: boolean): void {
    const at = Number(row.dataset.row);
    const data = shown?.page.rows[at];
    if (data === undefined || (row.getAttribute('aria-expanded') === 'true') === expanded) return;
    row.setAttribute('aria-expanded', String(expanded));
    if (expanded) row.after(documentRow(data, () => dispatch({ kind: 'documentOpened', row: at })));
    else row.nextElementSibling?.remove();
  }

  function unfold(row: HTMLElement, isUnfolded: boolean): void {
    setExpanded(row, isUnfolded);
    dispatch({ kind: 'toggled', row: Number(row.dataset.row), isUnfolded });
  }

  function toggle(row: HTMLElement): void {
    unfold(row, row.getAttribute('aria-expanded') !== 'true');
  }

  root.addEventListener('click', (event) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('.hit') : null;
    // A click that ends a selection is about the text, not about the row.
    if (row === null || getSelection()?.isCollapsed === false) return;
    focusRow(row);
    toggle(row);
  });

  root.addEventListener('keydown', (event) => {
    if (!(event.target instanceof HTMLElement) || event.ctrlKey || event.altKey || event.metaKey) return;
    const inDocument = event.target.closest('.document');
    if (inDocument !== null) {
      if (event.key !== 'ArrowLeft' || event.target.tagName !== 'BUTTON') return;
      event.preventDefault();
      const owner = inDocument.previousElementSibling;
      if (owner instanceof HTMLElement) focusRow(owner);
      return;
    }
    const row = event.target;
    if (!row.classList.contains('hit')) return;
    const rows = hits();
    const at = rows.indexOf(row);
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + rowsPerPageKey,
      PageUp: at - rowsPerPageKey,
      Home: 0,
      End: rows.length - 1,
    };
    const to = moves[event.key];
    if (to !== undefined) focusRow(rows[Math.min(rows.length - 1, Math.max(0, to))]);
    else if (event.key === 'Enter' || event.key === ' ') toggle(row);
    else if (event.key === 'ArrowRight') unfold(row, true);
    else if (event.key === 'ArrowLeft') unfold(row, false);
    else return;
    event.preventDefault();
  });

  return {
    root,
    /** Draws a page with some rows unfolded; the focus, where it was on a hit, goes to the first hit of the new one. */
    update(next: Shown | undefined, unfolded: readonly number[]): void {
      shown = next;
      const hadFocus = root.contains(document.activeElement);
      const rows = next?.page.rows ?? [];
      root.hidden = rows.length === 0;
      root.replaceChildren(headingRow(), ...rows.map((row, at) => hitRow(row, at, rows.length)));
      const drawn = hits();
      for (const at of unfolded) {
        const row = drawn[at];
        if (row !== undefined) setExpanded(row, true);
      }
      if (hadFocus) focusRow(hits()[0]);
    },
  };
}
