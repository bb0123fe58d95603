import { members, memberText } from '../json/slices';

/** A field of a document, for a one-line preview. Server text. */
export interface Field {
  readonly name: string;
  readonly value: string;
}

const fieldsShown = 12;
const longestValue = 200;

/** What would move, hide or reorder the text around it: controls, and the marks of writing direction. */
const unruly = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Server text as one short line: white space in single spaces, what would disturb the text around it as `\ufffd`. */
export function inLine(text: string): string {
  const short = text
    .slice(0, 2 * longestValue)
    .replace(/\s+/gu, ' ')
    .trim();
  const line = short.length > longestValue ? `${short.slice(0, longestValue)}…` : short;
  return line.replace(unruly, '\ufffd');
}

function valueInLine(json: string): string {
  return inLine(json.startsWith('"') ? String(JSON.parse(json)) : json);
}

/**
 * Some fields of a hit, of its `_source` or of `fields` where the index keeps no source: the one that was searched, then
 * the leading ones. Numbers keep their digits; strings lose their quotes.
 *
 * @param json the hit as JSON text
 * @param searched the field that the query matches
 */
export function preview(json: string, searched: string): Field[] {
  const leading: Field[] = [];
  let matched: Field | undefined;
  for (const [name, value] of members(memberText(json, '_source') ?? memberText(json, 'fields') ?? '')) {
    if (name === searched) matched = { name: inLine(name), value: valueInLine(value) };
    else if (leading.length < fieldsShown) leading.push({ name: inLine(name), value: valueInLine(value) });
  }
  return matched === undefined ? leading : [matched, ...leading];
}
