import * as l10n from '@vscode/l10n';
import { plural } from '../l10n/plural';
import type { HitInFull, HitNode } from '../protocol/resultPage';
import { cellParts, valueContext } from './cellView';
import { button, element, icon } from './dom';
import type { ActOnValue, ValueAction } from './pageState';
import { beginningOf, cellText, cellTitle, exactText } from './valueFormat';

/** Deeper lines are not indented further. */
const deepestIndent = 24;
/** Longer values are truncated until the user expands them: some fill many windows. */
const longestValue = 600;
/** Of a stack trace, the first lines tell most. */
const mostLines = 8;
const lineActions = (): readonly (readonly [ValueAction, label: string, codicon: string])[] => [
  ['filterFor', l10n.t('Filter For'), 'add'],
  ['filterOut', l10n.t('Filter Out'), 'remove'],
  ['toggleColumn', l10n.t('Toggle Column'), 'list-selection'],
  ['copyValue', l10n.t('Copy Value'), 'copy'],
  ['copyPath', l10n.t('Copy Path'), 'symbol-field'],
];

/**
 * A hit as a tree of lines. One line at a time is in the tab order; the arrow keys work as in any tree of VS Code. The
 * line with the focus or the pointer has buttons.
 */
export function treeView({ nodes }: HitInFull, label: string, act: ActOnValue): HTMLElement {
  const folded = foldedAtFirst(nodes);
  const root = element('div', { class: 'tree', role: 'tree', 'aria-label': label });
  let current = 0;
  const actions = element(
    'span',
    { class: 'actions' },
    ...lineActions().map(([action, title, codicon]) => {
      const made = button(title, { icon: codicon, isIconOnly: true }, () => {
        const path = nodes[Number(actions.parentElement?.dataset.line)]?.path;
        if (path !== undefined) act(action, path);
      });
      // For the mouse: the context menu of the line, which has a key, has the same actions.
      made.tabIndex = -1;
      return made;
    }),
  );
  // The focus stays on its line, so that it is not lost when the buttons move to another one.
  actions.addEventListener('mousedown', (event) => event.preventDefault());
  const lines = nodes.map((node, at) => lineView(node, at, () => act('open')));
  root.append(...lines);
  lines[0]?.setAttribute('tabindex', '0');
  showLines();

  function showLines(): void {
    visibleLines(nodes, folded).forEach((isSeen, at) => {
      const line = lines[at];
      if (line === undefined) return;
      line.hidden = !isSeen;
      const node = nodes[at];
      if (node === undefined || node.inside === 0) return;
      const isUnfolded = !folded.has(at);
      line.setAttribute('aria-expanded', String(isUnfolded));
      // What is in it stands below.
      line.setAttribute('aria-label', isUnfolded ? node.name : lineName(node));
    });
  }

  function fold(at: number, isFolded: boolean): void {
    if (nodes[at]?.inside === 0) return;
    if (isFolded) folded.add(at);
    else folded.delete(at);
    showLines();
  }

  function bringActions(at: number | undefined): void {
    const node = at === undefined ? undefined : nodes[at];
    if (at === undefined || node === undefined || actions.parentElement === lines[at]) return;
    const isWhole = node.inside > 0 || node.cell.kind === 'object' || node.cell.kind === 'list';
    const hidesFilters = isWhole || node.cell.noFilter === true;
    [...actions.children].forEach((action, place) => {
      if (action instanceof HTMLElement) action.hidden = hidesFilters && place < 2;
    });
    lines[at]?.append(actions);
  }

  function goTo(at: number): void {
    lines[current]?.setAttribute('tabindex', '-1');
    current = at;
    lines[at]?.setAttribute('tabindex', '0');
    lines[at]?.focus();
  }

  function step(from: number, by: 1 | -1): void {
    let at = from + by;
    while (lines[at]?.hidden === true) at += by;
    if (lines[at] !== undefined) goTo(at);
  }

  const lineOf = (target: EventTarget | null): number | undefined => {
    const line = target instanceof Element ? target.closest<HTMLElement>('[data-line]') : null;
    return line === null ? undefined : Number(line.dataset.line);
  };
  root.addEventListener('focusin', ({ target }) => bringActions(lineOf(target)));
  root.addEventListener('pointerover', ({ target }) => bringActions(lineOf(target)));
  root.addEventListener('pointerleave', () => bringActions(current));
  root.addEventListener('click', (event) => {
    const at = lineOf(event.target);
    if (at === undefined || getSelection()?.isCollapsed === false) return;
    if (event.target instanceof Element && event.target.closest('button') !== null) {
      if (actions.contains(event.target)) goTo(at);
      return;
    }
    goTo(at);
    fold(at, !folded.has(at));
  });
  root.addEventListener('keydown', (event) => {
    const at = lineOf(event.target);
    if (at === undefined || event.target !== lines[at] || event.ctrlKey || event.altKey || event.metaKey) return;
    const isUnfolded = nodes[at]?.inside !== 0 && !folded.has(at);
    if (event.key === 'ArrowDown') step(at, 1);
    else if (event.key === 'ArrowUp') step(at, -1);
    else if (event.key === 'Home') step(-1, 1);
    else if (event.key === 'End') step(lines.length, -1);
    else if (event.key === 'ArrowRight' && isUnfolded) step(at, 1);
    else if (event.key === 'ArrowRight') fold(at, false);
    else if (event.key === 'Enter' || event.key === ' ') fold(at, isUnfolded);
    else if (event.key === 'ArrowLeft' && isUnfolded) fold(at, true);
    else if (event.key === 'ArrowLeft') {
      const owner = ownerLineOf(nodes, at);
      // At the top level, the key belongs to the row of the hit.
      if (owner === undefined) return;
      goTo(owner);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return root;
}

function lineName({ name, cell }: Pick<HitNode, 'name' | 'cell'>): string {
  const texts = [cellText(beginningOf(cell, longestValue, mostLines) ?? cell), exactText(cell) ?? []];
  return `${name}: ${texts.flat().join(', ')}`;
}

function lineView({ depth, name, path, cell, inside }: HitNode, at: number, showAll: () => void): HTMLElement {
  const beginning = beginningOf(cell, longestValue, mostLines);
  const exact = exactText(cell);
  const hint = cell.isCut === true || exact !== undefined ? undefined : cellTitle(cell);
  const value = element(
    'span',
    { class: `value ${cell.kind}`, ...(hint !== undefined && { title: hint }) },
    ...cellParts(beginning ?? cell),
    // Without a mouse, there is no tooltip.
    ...(exact === undefined ? [] : [' ', element('span', { class: 'exact' }, exact)]),
  );
  const line = element(
    'div',
    {
      class: 'node',
      role: 'treeitem',
      tabindex: '-1',
      'data-line': String(at),
      'aria-label': lineName({ name, cell }),
      'aria-level': String(depth + 1),
      'data-vscode-context': valueContext(path, cell),
    },
    inside > 0 ? icon('chevron-right') : element('span', { class: 'codicon', 'aria-hidden': 'true' }),
    element('span', { class: 'name' }, name),
    element('span', { class: 'colon' }, ': '),
    value,
  );
  line.style.setProperty('--depth', String(Math.min(depth, deepestIndent)));
  // After the text, where the line's own buttons do not cover them.
  const all = { class: 'show-all', title: l10n.t('Open the full document in an editor') };
  const ends = cell.isCut === true ? [' ', button(l10n.t('Show All'), all, showAll)] : [];
  if (beginning === undefined) {
    value.append(...ends);
    return line;
  }
  const title = plural(cell.text.length, { one: 'Show {0} character here', other: 'Show {0} characters here' });
  const linesLeft = cell.text.split('\n').length - beginning.text.split('\n').length;
  const label =
    linesLeft === 0 ? l10n.t('Show More') : plural(linesLeft, { one: '{0} More Line', other: '{0} More Lines' });
  const more = button(label, { class: 'show-all', title }, () => {
    value.replaceChildren(...cellParts(cell), ...ends);
    line.focus();
  });
  value.append(' ', more);
  return line;
}

/** Objects and lists with more lines than this start collapsed. */
const mostUnfolded = 100;

/** The lines that start collapsed: long objects and lists, but not the document itself. */
export function foldedAtFirst(nodes: readonly HitNode[]): Set<number> {
  return new Set(nodes.flatMap(({ depth, inside }, at) => (depth > 0 && inside > mostUnfolded ? [at] : [])));
}

/** Whether each line is visible: those inside a collapsed one are not. */
export function visibleLines(nodes: readonly HitNode[], folded: ReadonlySet<number>): boolean[] {
  let hiddenUpTo = -1;
  return nodes.map(({ inside }, at) => {
    if (at <= hiddenUpTo) return false;
    if (folded.has(at)) hiddenUpTo = at + inside;
    return true;
  });
}

/** Undefined at the top. */
export function ownerLineOf(nodes: readonly HitNode[], at: number): number | undefined {
  const depth = nodes[at]?.depth ?? 0;
  const owner = nodes.findLastIndex((node, before) => before < at && node.depth < depth);
  return owner < 0 ? undefined : owner;
}
