import { members, memberText } from '../json/slices';
import { plainText } from '../text/plainText';

/** A field of a document, for a one-line preview. Server text. */
export interface Field {
  readonly name: string;
  readonly value: string;
}

const fieldsShown = 12;
const longestValue = 200;

function field(name: string, json: string): Field {
  const value = json.startsWith('"') ? String(JSON.parse(json)) : json;
  return { name: plainText(name, longestValue), value: plainText(value, longestValue) };
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
    if (name === searched) matched = field(name, value);
    else if (leading.length < fieldsShown) leading.push(field(name, value));
  }
  return matched === undefined ? leading : [matched, ...leading];
}
