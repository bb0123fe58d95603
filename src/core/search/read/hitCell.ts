import type { AmountUnit } from '../../../protocol/amounts';
import type { HitCell } from '../../../protocol/resultPage';
import { behindValue, isListText, isObjectText, type JsonPlace, visitItems } from '../../base/json/scan';
import { onOneLine } from '../../base/text/plainText';
import { severityOfLevel, statusTone } from '../logFields/severity';
import {
  fragmentsText,
  type HighlightedText,
  type HighlightRange,
  highlightedText,
  withoutHighlightMarkers,
} from './highlights';
import { dateOf } from './hitDate';
import { withLineBreaks } from './readable';
import { hasEscapeSequences, jsonWithoutSequences, readTerminalText, type StyledText } from './terminalText';

/** One value as it was read. */
export interface ReadCell extends Omit<HitCell, 'stored'> {
  /** The stored value of a date, and the digits of a number as stored. */
  readonly text: string;
  /** The unit of a number. */
  readonly unit?: AmountUnit | undefined;
  /** For a date: milliseconds since 1970. */
  readonly at?: number | undefined;
}

/** The style of written values. */
export interface CellStyle {
  /** UTF-16 units. */
  readonly longest: number;
  readonly clean: (piece: string) => string;
}

/** For the table: one sanitized line of the visible characters. */
export const tableStyle: CellStyle = { longest: 200, clean: (piece) => onOneLine(withoutHighlightMarkers(piece)) };

/** For a line's message, which may have several lines itself. */
export const lineStyle: CellStyle = {
  longest: 1_000,
  clean: (piece) =>
    withoutHighlightMarkers(piece)
      .split(/\r\n?|\n/)
      .map((line) => onOneLine(line.replaceAll('\t', '    ')))
      .join('\n'),
};

/** For one hit in full: line breaks and tabs are kept, other invisible characters are written as escapes. */
export function treeStyle(longest: number): CellStyle {
  return { longest, clean: withLineBreaks };
}

export const absentCell: ReadCell = { kind: 'absent', text: '' };

const unmarked: HighlightedText['marks'] = [];

/** The index after about `most` characters of a JSON string, at most its end, that does not split an escape. */
function stringHead(text: string, start: number, end: number, most: number): number {
  if (end - start <= most) return end - 1;
  const limit = start + most;
  let at = start + 1;
  while (at < limit) at += text.charCodeAt(at) !== 0x5c ? 1 : text.charAt(at + 1) === 'u' ? 6 : 2;
  return Math.min(at, end - 1);
}

/** The value of the JSON string at a place, or the beginning of it. */
export function stringAt(text: string, [start, end]: JsonPlace, most = Number.POSITIVE_INFINITY): string {
  const raw = text.slice(start + 1, stringHead(text, start, end, most));
  return raw.includes('\\') ? String(JSON.parse(`"${raw}"`)) : raw;
}

/** One character of a value takes up to six of JSON, and some characters are not shown. */
function readAhead({ longest }: CellStyle): number {
  return 6 * longest + 1_000;
}

/** A text as a terminal shows it: escape sequences are never shown as characters. */
function styledText({ text, marks }: HighlightedText): StyledText {
  return hasEscapeSequences(text) ? readTerminalText({ text, marks }) : { text, marks, styled: [] };
}

function written(kind: ReadCell['kind'], value: HighlightedText, style: CellStyle, isCutBefore: boolean): ReadCell {
  const { text, marks, styled, isCut } = truncateAround(styledText(value), style.longest, style.clean);
  return {
    kind,
    text: isCutBefore && !isCut ? `${text}…` : text,
    ...(marks.length > 0 && { marks }),
    ...(styled.length > 0 && { styled }),
    ...((isCut || isCutBefore) && { isCut: true }),
  };
}

function plain(kind: ReadCell['kind'], text: string, style: CellStyle, isCutBefore = false): ReadCell {
  return written(kind, { text, marks: unmarked }, style, isCutBefore);
}

/** The facts about a value's field. */
export interface FieldKind {
  /** Whether it is a date in some index: then strings are read as dates. */
  readonly isDate: boolean;
  /** Whether it is a date in every index that has it: then numbers are read as dates, too. */
  readonly isAlwaysDate: boolean;
  /** The unit of its numbers. */
  readonly unit?: AmountUnit;
  /** Whether it is the status or level of the logged event. */
  readonly severity?: 'status' | 'level';
}

export const unknownField: FieldKind = { isDate: false, isAlwaysDate: false };

/** Digits, with a fraction and an exponent or without: also in a string. */
const number = /^-?\d{1,40}(?:\.\d{1,40})?(?:e[+-]?\d{1,3})?$/i;

/** A number or a short text, with the meaning of its field. */
export function withMeaning(cell: ReadCell, { unit, severity }: FieldKind): ReadCell {
  // Only without marks: a unit would move the digits that they refer to.
  if (unit !== undefined) return cell.marks === undefined && number.test(cell.text) ? { ...cell, unit } : cell;
  if (severity === undefined) return cell;
  const tone = severity === 'status' ? statusTone(cell.text) : severityOfLevel(cell.text)?.tone;
  return tone === undefined ? cell : { ...cell, tone };
}

/** Engines read a number in a date by default as a year if it has four digits, and otherwise as milliseconds. */
function dateOfNumber(digits: string): number | undefined {
  const millis = /^-?\d{4}$/.test(digits) ? undefined : dateOf(digits, 'milliseconds');
  return millis ?? dateOf(digits);
}

function scalar(text: string, place: JsonPlace, field: FieldKind, style: CellStyle): ReadCell {
  const [start, end] = place;
  switch (text.charAt(start)) {
    case '"': {
      const most = readAhead(style);
      const value = stringAt(text, place, most);
      const at = field.isDate ? dateOf(value) : undefined;
      if (at !== undefined) return { kind: 'date', text: value, at };
      return withMeaning(plain('text', value, style, end - start > most), field);
    }
    case 'n':
      return { kind: 'null', text: 'null' };
    case 't':
    case 'f':
      return { kind: 'boolean', text: text.slice(start, end) };
    default: {
      const digits = text.slice(start, end);
      const at = field.isAlwaysDate ? dateOfNumber(digits) : undefined;
      if (at !== undefined) return { kind: 'date', text: digits, at };
      return withMeaning(plain('number', digits, style), field);
    }
  }
}

/** An object or a list as the beginning of its JSON. */
export function jsonCell(kind: 'object' | 'list', text: string, [start, end]: JsonPlace, style: CellStyle): ReadCell {
  const most = readAhead(style);
  return plain(kind, jsonWithoutSequences(text.slice(start, Math.min(end, start + most))), style, end - start > most);
}

/** The items of a list without lists or objects in it; undefined for any other list. */
function plainItems(text: string, start: number): JsonPlace[] | undefined {
  let isPlain = true;
  const items: JsonPlace[] = [];
  visitItems(text, start, (at) => {
    const end = behindValue(text, at);
    if (isObjectText(text, at) || isListText(text, at)) isPlain = false;
    items.push([at, end]);
    return end;
  });
  return isPlain ? items : undefined;
}

/** Values joined by commas, as many as are visible. */
function several(text: string, places: readonly JsonPlace[], style: CellStyle): ReadCell {
  const most = readAhead(style);
  const parts: string[] = [];
  let length = 0;
  let isCut = false;
  for (const place of places) {
    if (length > most) {
      isCut = true;
      break;
    }
    const [start, end] = place;
    const part =
      text.charAt(start) === '"' ? stringAt(text, place, most) : text.slice(start, Math.min(end, start + most));
    isCut ||= end - start > most;
    parts.push(part);
    length += part.length + 2;
  }
  return plain('list', parts.join(', '), style, isCut);
}

/** The value at a place of a JSON text. */
export function cellAt(text: string, place: JsonPlace, field: FieldKind, style: CellStyle): ReadCell {
  const [start] = place;
  if (isObjectText(text, start)) return jsonCell('object', text, place, style);
  if (!isListText(text, start)) return scalar(text, place, field, style);
  const items = plainItems(text, start);
  const only = items?.length === 1 ? items[0] : undefined;
  // `fields` wraps every value in a list, and for an engine a list of one equals the value.
  if (only !== undefined) return scalar(text, only, field, style);
  return items === undefined || items.length === 0 ? jsonCell('list', text, place, style) : several(text, items, style);
}

/** The cell of a field: all values at its path. */
export function cellOf(text: string, places: readonly JsonPlace[], field: FieldKind, style: CellStyle): ReadCell {
  const [only] = places;
  if (only === undefined) return absentCell;
  return places.length === 1 ? cellAt(text, only, field, style) : several(text, places, style);
}

/** The places of all strings at some places, including those in lists; undefined if not all values are strings. */
function strings(text: string, places: readonly JsonPlace[]): JsonPlace[] | undefined {
  const all: JsonPlace[] = [];
  for (const place of places) {
    const items = isListText(text, place[0]) ? plainItems(text, place[0]) : [place];
    for (const item of items ?? [[-1, -1] as const]) {
      if (text.charAt(item[0]) !== '"') return undefined;
      all.push(item);
    }
  }
  return all;
}

/** The cell of a field with highlights; if the hit lacks the field's value, only the fragments. */
export function highlightedCell(
  text: string,
  places: readonly JsonPlace[],
  fragments: readonly string[],
  field: FieldKind,
  style: CellStyle,
): ReadCell {
  if (places.length === 0) {
    const marked = fragmentsText(fragments);
    return marked.text === '' ? absentCell : written('text', marked, style, false);
  }
  const found = strings(text, places);
  if (found === undefined || found.length === 0) return cellOf(text, places, field, style);
  const marked = highlightedText(found.map((place) => stringAt(text, place)).join(', '), fragments);
  // Without any mark, such as for dates, the value is shown as usual.
  if (marked.marks.length === 0) return cellOf(text, places, field, style);
  const cell = written(found.length > 1 ? 'list' : 'text', marked, style, false);
  return found.length > 1 ? cell : withMeaning(cell, field);
}

/** Characters kept before the first mark if the beginning of a long text is left out. */
const lead = 40;
/** Extra characters that are read, because cleaning can shorten a text. */
const spare = 400;

function isLow(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

/** The nearest index at or before `at` that does not split a character. */
function between(text: string, at: number): number {
  return at > 0 && at < text.length && isLow(text.charCodeAt(at)) ? at - 1 : at;
}

interface Fitted extends StyledText {
  readonly isCut: boolean;
}

/**
 * At most `longest` UTF-16 units of a text, cleaned, with an ellipsis where something is left out. If the first mark
 * would not be visible, the beginning of the text is left out instead.
 *
 * @param clean sanitizes a piece of the text
 */
export function truncateAround(
  { text, marks, styled }: StyledText,
  longest: number,
  clean: (piece: string) => string,
): Fitted {
  if (text.length <= longest && marks.length === 0 && styled.length === 0) {
    const whole = clean(text);
    if (whole.length <= longest) return { text: whole, marks, styled, isCut: false };
  }
  const first = marks[0];
  const isLate =
    first !== undefined && text.length > longest && first[0] + Math.min(first[1] - first[0], lead) > longest;
  const start = isLate ? between(text, Math.max(0, first[0] - lead)) : 0;
  const end = between(text, Math.min(text.length, start + longest + spare));

  const seenMarks = marks.filter(([from, to]) => to > start && from < end);
  const seenStyled = styled.filter(({ from, to }) => to > start && from < end);
  const bounds = [...seenMarks.flat(), ...seenStyled.flatMap(({ from, to }) => [from, to]), end]
    .map((at) => Math.min(end, Math.max(start, at)))
    .sort((one, other) => one - other);
  let shown = start > 0 ? '…' : '';
  /** The place of each bound in the shown text: cleaning changes lengths. */
  const places = new Map<number, number>();
  let done = start;
  for (const bound of bounds) {
    shown += clean(text.slice(done, bound));
    places.set(bound, shown.length);
    done = bound;
  }

  const isWhole = end === text.length && shown.length <= longest;
  const kept = isWhole ? shown.length : between(shown, Math.min(longest - 1, shown.length));
  const placeOf = (at: number): number => Math.min(kept, places.get(Math.min(end, Math.max(start, at))) ?? 0);
  return {
    text: isWhole ? shown : `${shown.slice(0, kept)}…`,
    marks: seenMarks.flatMap(([from, to]): HighlightRange[] =>
      placeOf(from) < placeOf(to) ? [[placeOf(from), placeOf(to)]] : [],
    ),
    styled: seenStyled.flatMap(({ from, to, style }) =>
      placeOf(from) < placeOf(to) ? [{ from: placeOf(from), to: placeOf(to), style }] : [],
    ),
    isCut: !isWhole || start > 0,
  };
}
