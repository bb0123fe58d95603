import type { HitCell, TextStyle } from '../protocol/resultPage';
import { element } from './dom';
import { ansiBackground, ansiColor } from './textColors';
import { cellText, stretchesOf } from './valueFormat';

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
