import type { ComponentChildren } from 'preact';
import type { HitCell, NamedCell, TextStyle } from '../protocol/resultPage';
import { ansiBackground, ansiColor } from './textColors';
import { textWidth } from './textWidth';
import { exactText, pathText, type Stretch, stretchesOf } from './valueFormat';

/** The style of a text in a terminal, in colors of the theme: as variables, because the focused row has its own colors. */
function styleOf({ color, background, ...style }: TextStyle) {
  const names = [
    'styled',
    ...(style.isBold === true ? ['bold'] : []),
    ...(style.isItalic === true ? ['italic'] : []),
    ...(style.isUnderlined === true ? ['underlined'] : []),
  ];
  const on = background === undefined ? undefined : ansiBackground(background);
  return {
    class: names.join(' '),
    style: {
      ...(on !== undefined && { '--styled-background': on.background, '--styled-color': on.color }),
      ...(on === undefined && color !== undefined && { '--styled-color': ansiColor(color) }),
    },
  };
}

function stretchPart({ text, isMarked, style }: Stretch): ComponentChildren {
  if (!isMarked && style === undefined) return text;
  const look = style === undefined ? {} : styleOf(style);
  return isMarked ? <mark {...look}>{text}</mark> : <span {...look}>{text}</span>;
}

/**
 * A value's text, with highlighted matches, and in the colors of a terminal.
 *
 * @param room pixels of the only line; if they do not reach to the first match, the text begins shortly before it
 */
export function cellParts(cell: HitCell, room?: number): ComponentChildren {
  const { text } = cell;
  if (cell.marks === undefined && cell.styled === undefined) return text;
  const start = room === undefined ? 0 : startBefore(text, cell.marks?.[0], room);
  const stretches = stretchesOf(text, cell.marks ?? [], cell.styled, start);
  if (start === 0) return stretches.map(stretchPart);
  let at = 0;
  const seen = stretches.filter(({ text: { length } }) => {
    at += length;
    return at > start;
  });
  return ['…', ...seen.map(stretchPart)];
}

/** Characters before a match that stay beside it. */
const lead = 36;
/** Of a long match, the beginning is enough. */
const longestMatch = 60;

/** Where a text begins of which only so many pixels are seen: 0 if they show its first match, otherwise at a word before it. */
export function startBefore(text: string, match: readonly [number, number] | undefined, room: number): number {
  const [from, to] = match ?? [0, 0];
  if (from >= to || to > text.length || textWidth(text.slice(0, to)) <= room) return 0;
  const shown = room - textWidth(`…${text.slice(from, Math.min(to, from + longestMatch))}`);
  let near = Math.max(0, from - lead);
  while (near < from && textWidth(text.slice(near, from)) > shown) near = Math.min(from, near + 4);
  const space = text.indexOf(' ', near);
  if (near > 0 && space >= 0 && space < from) return space + 1;
  return /[\udc00-\udfff]/.test(text.charAt(near)) ? near + 1 : near;
}

/**
 * Fields one after the other, each with its name; a message needs none.
 *
 * @param room pixels of the only line; undefined if it is wrapped
 */
export function fieldParts(parts: readonly NamedCell[], room: number | undefined): ComponentChildren {
  return parts.map((cell, at) => {
    const { path, isMessage = false } = cell;
    const context = JSON.stringify(valueContext(path, cell, false));
    const tone = cell.tone === undefined ? '' : ` text-${cell.tone}`;
    const name = isMessage ? '' : `${pathText(path)}: `;
    return [
      // Screen readers see no gap.
      at > 0 && <span class="for-screen-readers">, </span>,
      !isMessage && (
        <span class="name" data-vscode-context={context}>
          {pathText(path)}
        </span>
      ),
      <span key="value" class={`value ${cell.kind}${tone}`} data-vscode-context={context} title={exactText(cell)}>
        {cellParts(
          room === undefined ? cell : onOneLine(cell),
          at === 0 && room !== undefined ? room - textWidth(name) : undefined,
        )}
      </span>,
    ];
  });
}

/** A message without its line breaks, each of which is one character. */
function onOneLine(cell: HitCell): HitCell {
  return cell.text.includes('\n') ? { ...cell, text: cell.text.replaceAll('\n', ' ') } : cell;
}

/**
 * What a menu of VS Code knows of a value.
 *
 * @param start where it begins, as in `HitPlace`
 */
export function valueContext(
  path: string,
  { noFilter }: Pick<HitCell, 'noFilter'>,
  isColumn: boolean,
  start?: number,
): object {
  return { webviewSection: 'cell', path, start, isColumn, ...(noFilter === true && { noFilter }) };
}
