import type { StyledRange, TextStyle } from '../../../protocol/resultPage';
import type { HighlightedText, HighlightRange } from './highlights';

/** A text without escape sequences, and the styles of its parts. */
export interface StyledText extends HighlightedText {
  /** In order, not overlapping; parts in the default style are left out. */
  readonly styled: readonly StyledRange[];
}

const escapeCharacter = '\u001b';
/** The same as `ESC [`, in one character. */
const controlSequenceStart = '\u009b';

/** The most sequences that style a text; the text after them is plain. */
const mostStyling = 2_000;
/** UTF-16 units of the parameters of one sequence; longer ones have no effect. */
const longestParameters = 200;

/** Whether a text may contain escape sequences of a terminal. */
export function hasEscapeSequences(text: string): boolean {
  return text.includes(escapeCharacter) || text.includes(controlSequenceStart);
}

function isBetween(text: string, at: number, first: number, last: number): boolean {
  const code = text.charCodeAt(at);
  return code >= first && code <= last;
}

function behindAll(text: string, start: number, first: number, last: number): number {
  let at = start;
  while (isBetween(text, at, first, last)) at++;
  return at;
}

interface Sequence {
  readonly end: number;
  /** The parameters of a sequence that sets a style. */
  readonly parameters?: string;
}

/** A control sequence (ECMA-48, 5.4), from after its introducer. An invalid one ends at its first invalid character. */
function controlSequence(text: string, start: number): Sequence {
  const behindParameters = behindAll(text, start, 0x30, 0x3f);
  const end = behindAll(text, behindParameters, 0x20, 0x2f);
  if (!isBetween(text, end, 0x40, 0x7e)) return { end };
  const isStyle = text.charAt(end) === 'm' && end === behindParameters && end - start <= longestParameters;
  return { end: end + 1, ...(isStyle && { parameters: text.slice(start, end) }) };
}

/** The characters that end a control string. */
const bell = '\u0007';
const stringEnd = '\u009c';
const endOfString = new RegExp(`[${bell}${stringEnd}${escapeCharacter}\n\r]`, 'g');

/**
 * The index after a control string, such as the address of a link: it ends with BEL or `ESC \`. Of a string without an
 * end only the introducer is removed, so that it cannot hide the following text.
 *
 * @param start the index after its introducer
 */
function behindString(text: string, start: number): number {
  endOfString.lastIndex = start;
  const at = endOfString.exec(text)?.index ?? text.length;
  if (text.startsWith(`${escapeCharacter}\\`, at)) return at + 2;
  return text.charAt(at) === bell || text.charAt(at) === stringEnd ? at + 1 : start;
}

/** The escape sequence at an index. */
function sequenceAt(text: string, at: number): Sequence {
  if (text.charAt(at) === controlSequenceStart) return controlSequence(text, at + 1);
  const next = text.charAt(at + 1);
  if (next === '[') return controlSequence(text, at + 2);
  if (next !== '' && ']PX^_'.includes(next)) return { end: behindString(text, at + 2) };
  const end = behindAll(text, at + 1, 0x20, 0x2f);
  return { end: isBetween(text, end, 0x30, 0x7e) ? end + 1 : end };
}

/** The state that the sequences so far have set. */
interface Style extends TextStyle {
  readonly isInverse?: true;
}

const plain: Style = {};

/** A style with or without an attribute: no member is undefined. The same object if nothing changes. */
function having<Name extends keyof Style>(style: Style, name: Name, on: Style[Name] | undefined): Style {
  if (style[name] === on) return style;
  const { [name]: _, ...others } = style;
  return on === undefined ? others : { ...others, [name]: on };
}

/** A color in several parameters: `5;n`, one of 256, or `2;r;g;b`. */
function longColor(kind: number | undefined, values: readonly number[]): number | undefined {
  if (kind === 5) return paletteColor(values[0] ?? -1);
  const [red, green, blue] = values.slice(-3).map((value) => Math.min(255, value));
  if (kind !== 2 || red === undefined || green === undefined || blue === undefined) return undefined;
  return Number.isNaN(red + green + blue) ? undefined : nearestAnsiColor([red, green, blue]);
}

const colorMembers = { 3: 'color', 4: 'background', 9: 'color', 10: 'background' } as const;

/** The style after one parameter that needs no others. */
function afterParameter(style: Style, parameter: number): Style {
  switch (parameter) {
    case 0:
      return plain;
    case 1:
      return having(style, 'isBold', true);
    case 3:
      return having(style, 'isItalic', true);
    case 4:
      return having(style, 'isUnderlined', true);
    case 7:
      return having(style, 'isInverse', true);
    case 22:
      return having(style, 'isBold', undefined);
    case 23:
      return having(style, 'isItalic', undefined);
    case 24:
      return having(style, 'isUnderlined', undefined);
    case 27:
      return having(style, 'isInverse', undefined);
    case 39:
      return having(style, 'color', undefined);
    case 49:
      return having(style, 'background', undefined);
    default: {
      const [tens, ones] = [Math.floor(parameter / 10), parameter % 10];
      if (ones > 7 || (tens !== 3 && tens !== 4 && tens !== 9 && tens !== 10)) return style;
      return having(style, colorMembers[tens], tens > 4 ? ones + 8 : ones);
    }
  }
}

/** The style after a sequence. Semicolons separate parameters, and colons the parts of one. */
function afterSequence(before: Style, parameters: string): Style {
  // Private sequences of other vendors begin with one of these.
  if (/^[<=>?]/.test(parameters)) return before;
  let style = before;
  const all = parameters.split(';');
  for (let at = 0; at < all.length; at++) {
    const parts = (all[at] ?? '').split(':').map(Number);
    const [parameter = 0, ...inside] = parts;
    if (parameter === 38 || parameter === 48) {
      const isOne = inside.length > 0;
      const [kind, ...values] = isOne ? inside : all.slice(at + 1, at + 5).map(Number);
      const name = parameter === 38 ? 'color' : 'background';
      style = having(style, name, longColor(kind, kind === 5 ? values.slice(0, 1) : values) ?? style[name]);
      if (!isOne) at += kind === 5 ? 2 : kind === 2 ? 4 : 0;
    } else if (parameter === 4 && inside.length > 0) {
      style = having(style, 'isUnderlined', inside[0] === 0 ? undefined : true);
    } else style = afterParameter(style, parameter);
  }
  return style;
}

/** The visible style. Inverted default colors become black on white. */
function looksOf({ isInverse, ...style }: Style): TextStyle {
  if (isInverse !== true) return style;
  const { color = 7, background = 0, ...others } = style;
  return { ...others, color: background, background: color };
}

/**
 * Reads a text as a terminal does: styles become ranges, and all other escape sequences (of the cursor, titles, links)
 * are removed. Marks stay on their characters.
 */
export function readTerminalText({ text, marks }: HighlightedText): StyledText {
  let shown = '';
  const bounds = marks.flat();
  const moved: number[] = [];
  const styled: StyledRange[] = [];
  let style = plain;
  let styledFrom = 0;
  let styling = 0;

  const show = (start: number, end: number): void => {
    for (let bound = bounds[moved.length]; bound !== undefined && bound <= end; bound = bounds[moved.length]) {
      moved.push(shown.length + Math.max(0, bound - start));
    }
    shown += text.slice(start, end);
  };
  const endStyle = (): void => {
    const look = looksOf(style);
    const isSeen = shown.length > styledFrom && Object.keys(look).length > 0;
    if (isSeen) styled.push({ from: styledFrom, to: shown.length, style: look });
    styledFrom = shown.length;
  };

  const sequence = new RegExp(`[${escapeCharacter}${controlSequenceStart}]`, 'g');
  let done = 0;
  for (let found = sequence.exec(text); found !== null; found = sequence.exec(text)) {
    show(done, found.index);
    const { end, parameters } = sequenceAt(text, found.index);
    if (parameters !== undefined) styling++;
    const next = styling > mostStyling ? plain : parameters === undefined ? style : afterSequence(style, parameters);
    if (next !== style) endStyle();
    style = next;
    done = end;
    sequence.lastIndex = end;
  }
  show(done, text.length);
  while (moved.length < bounds.length) moved.push(shown.length);
  endStyle();
  return { text: shown, marks: rangesOf(moved), styled };
}

export function withoutSequences(text: string): string {
  return hasEscapeSequences(text) ? readTerminalText({ text, marks: [] }).text : text;
}

/** Pairs of bounds as ranges, without empty ones. */
function rangesOf(bounds: readonly number[]): HighlightRange[] {
  return bounds.flatMap((from, at): HighlightRange[] => {
    const to = bounds[at + 1] ?? from;
    return at % 2 === 0 && to > from ? [[from, to]] : [];
  });
}

/** In JSON text, a control sequence, or any other escape of JSON. */
const inJson = /\\(?:u00(?:1b(?:\[[0-?]*[@-[\]-~]?)?|9b[0-?]*[@-[\]-~]?)|.)/gis;

/** A JSON text for display, without the control sequences in its strings. */
export function jsonWithoutSequences(json: string): string {
  if (!/\\u00(?:1b|9b)/i.test(json)) return json;
  return json.replace(inJson, (found) => (found.length > 2 ? '' : found));
}

/** Red, green, and blue, from 0 to 255. */
type Rgb = readonly [red: number, green: number, blue: number];

/** The 16 colors of a terminal in xterm's defaults; the page shows those of the theme. */
const ansiColors: readonly Rgb[] = [
  [0, 0, 0],
  [205, 0, 0],
  [0, 205, 0],
  [205, 205, 0],
  [0, 0, 238],
  [205, 0, 205],
  [0, 205, 205],
  [229, 229, 229],
  [127, 127, 127],
  [255, 0, 0],
  [0, 255, 0],
  [255, 255, 0],
  [92, 92, 255],
  [255, 0, 255],
  [0, 255, 255],
  [255, 255, 255],
];

/** The intensities of the cube of 216 colors. */
const levels = [0, 95, 135, 175, 215, 255] as const;

/** The nearest of the 16 colors to any other color, so that the theme determines the contrast. */
function nearestAnsiColor([red, green, blue]: Rgb): number {
  const distances = ansiColors.map(([r, g, b]) => (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2);
  return distances.indexOf(Math.min(...distances));
}

/** The nearest one to one of 256 colors: the 16, a cube of 216, and 24 grays. Undefined for any other number. */
function paletteColor(number: number): number | undefined {
  if (!Number.isInteger(number) || number < 0 || number > 255) return undefined;
  if (number < 16) return number;
  if (number >= 232) {
    const gray = 8 + 10 * (number - 232);
    return nearestAnsiColor([gray, gray, gray]);
  }
  const place = number - 16;
  const level = (digit: number): number => levels[digit % 6] ?? 0;
  return nearestAnsiColor([level(Math.floor(place / 36)), level(Math.floor(place / 6)), level(place)]);
}
