import type { HitCell, HitRow, LinePart } from '../protocol/resultPage';
import { cellParts, partsAroundMatch } from './cellView';
import { element } from './dom';
import { cellTitle, pathText } from './valueFormat';

/** Separates parts for screen readers, which see no gap. */
function pause(text: string): HTMLElement {
  return element('span', { class: 'for-screen-readers' }, text);
}

/** The parts of a line: its message, which needs no name, and other fields. */
export function messageParts({ line = [] }: HitRow): readonly LinePart[] {
  return line.filter(({ kind }) => kind === 'message' || kind === 'field');
}

/** Fields one after the other, each with its name. If the first has a late match, the others are cut first. */
export function fieldParts(
  parts: readonly { readonly kind?: LinePart['kind']; readonly path?: string | undefined; readonly cell: HitCell }[],
  isWrapped: boolean,
): readonly Node[] {
  const [first] = parts;
  const around = isWrapped || first === undefined ? undefined : partsAroundMatch(onOneLine(first.cell));
  const views = parts.map(({ kind, path = '', cell }, at) => {
    const context = valueContext(path, cell);
    const isFirst = at === 0 && around !== undefined;
    const tone = cell.tone === undefined ? '' : ` text-${cell.tone}`;
    const value = element(
      'span',
      {
        class: `value ${cell.kind}${tone}${isFirst ? ' around' : ''}`,
        'data-vscode-context': context,
        ...(cell.unit !== undefined && { title: cellTitle(cell) ?? '' }),
      },
      ...(isFirst ? around : cellParts(isWrapped ? cell : onOneLine(cell))),
    );
    const name = element('span', { class: 'name', 'data-vscode-context': context }, pathText(path));
    return [...(at === 0 ? [] : [pause(', ')]), ...(kind === 'message' ? [] : [name]), value];
  });
  if (around === undefined) return views.flat();
  const [leading = [], ...others] = views;
  return [element('span', { class: 'leading' }, ...leading, element('span', { class: 'others' }, ...others.flat()))];
}

/** A message without its line breaks, each of which is one character. */
function onOneLine(cell: HitCell): HitCell {
  return cell.text.includes('\n') ? { ...cell, text: cell.text.replaceAll('\n', ' ') } : cell;
}

/** The context of a value for VS Code's menu, in addition to that of its row and table. */
export function valueContext(path: string, { noFilter }: Pick<HitCell, 'noFilter'>): string {
  return JSON.stringify({ webviewSection: 'cell', path, ...(noFilter === true && { noFilter }) });
}
