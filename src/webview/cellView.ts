import type { HitCell, HitRow, LinePart, TextStyle } from '../protocol/resultPage';
import { element } from './dom';
import { ansiBackground, ansiColor } from './textColors';
import { cellText, cellTitle, pathText, stretchesOf } from './valueFormat';

type Stretch = ReturnType<typeof stretchesOf>[number];

/** Gives an element the style of a text in a terminal, in colors of the theme. */
function styleText(target: HTMLElement, { color, background, ...style }: TextStyle): void {
  target.classList.add('styled');
  if (style.isBold === true) target.classList.add('bold');
  if (style.isItalic === true) target.classList.add('italic');
  if (style.isUnderlined === true) target.classList.add('underlined');
  // By variables, because the focused row has its own colors.
  if (background !== undefined) {
    const on = ansiBackground(background);
    target.style.setProperty('--styled-background', on.background);
    target.style.setProperty('--styled-color', on.color);
  } else if (color !== undefined) target.style.setProperty('--styled-color', ansiColor(color));
}

function stretchPart({ text, isMarked, style }: Stretch): Node | string {
  if (!isMarked && style === undefined) return text;
  const part = element(isMarked ? 'mark' : 'span', {}, text);
  if (style !== undefined) styleText(part, style);
  return part;
}

/** A value's text, with highlighted matches, and in the colors of a terminal. */
export function cellParts(cell: HitCell): readonly (Node | string)[] {
  const text = cellText(cell);
  if (text === '') return [];
  return stretchesOf(text, cell.marks ?? [], cell.styled).map(stretchPart);
}

/** Characters that are visible in any column, so that a match among them is, too. */
const seenAnyway = 16;
/** Characters before a match that stay beside it. */
const lead = 16;
/** The part of a long match that stays visible. */
const longestMatch = 60;
/** The text after a match is cut only if it is longer. */
const shortTail = 12;

/** The beginning of the text that stays beside a match: at a word, and never within a character of two units. */
function leadBefore(text: string, match: number): number {
  const near = Math.max(0, match - lead);
  const space = text.indexOf(' ', near);
  if (near > 0 && space >= 0 && space < match - 2) return space + 1;
  return /[\udc00-\udfff]/.test(text.charAt(near)) ? near + 1 : near;
}

/**
 * The same on one line whose end may be hidden: if the first match is late, the line is made of parts, of which those
 * before and after the match are cut first (`.around` in style/results.css). Undefined if the beginning shows the
 * match.
 */
export function partsAroundMatch(cell: HitCell): readonly HTMLElement[] | undefined {
  const [from, to] = cell.marks?.[0] ?? [0, 0];
  const text = cellText(cell);
  if (to <= seenAnyway || to > text.length || from >= to) return undefined;
  const cut = leadBefore(text, from);
  const parts = { head: [] as Stretch[], lead: [] as Stretch[], match: [] as Stretch[], tail: [] as Stretch[] };
  let at = 0;
  for (const stretch of stretchesOf(text, cell.marks ?? [], cell.styled, cut)) {
    const name = at < cut ? 'head' : at < from ? 'lead' : at < to ? 'match' : 'tail';
    parts[name].push(stretch);
    at += stretch.text.length;
  }
  const part = (name: keyof typeof parts, more = ''): HTMLElement[] =>
    parts[name].length === 0 ? [] : [element('span', { class: `${name}${more}` }, ...parts[name].map(stretchPart))];
  return [
    ...part('head'),
    ...part('lead'),
    ...part('match', to - from > longestMatch ? ' long' : ''),
    ...part('tail', text.length - to <= shortTail ? ' short' : ''),
  ];
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
    // Screen readers see no gap.
    const pause = element('span', { class: 'for-screen-readers' }, ', ');
    return [...(at === 0 ? [] : [pause]), ...(kind === 'message' ? [] : [name]), value];
  });
  if (around === undefined) return views.flat();
  const [leading = [], ...others] = views;
  return [element('span', { class: 'leading' }, ...leading, element('span', { class: 'others' }, ...others.flat()))];
}

/** A message without its line breaks, each of which is one character. */
function onOneLine(cell: HitCell): HitCell {
  return cell.text.includes('\n') ? { ...cell, text: cell.text.replaceAll('\n', ' ') } : cell;
}

export function valueContext(path: string, { noFilter }: Pick<HitCell, 'noFilter'>): string {
  return JSON.stringify({ webviewSection: 'cell', path, ...(noFilter === true && { noFilter }) });
}
