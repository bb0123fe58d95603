import { arrayItems, members, memberText } from '../json/slices';

/** What is taken of a hit as the engine's own text. */
export interface RawHit {
  readonly json: string;
  /** The digits of `_score`; absent where it is null or not sent. */
  readonly score: string | undefined;
}

/**
 * The hits of a `_search` answer as the exact texts received, in order.
 *
 * @param body valid JSON
 */
export function rawHits(body: string): RawHit[] {
  const hits = memberText(memberText(body, 'hits') ?? '', 'hits') ?? '';
  return arrayItems(hits).map((json) => {
    const score = memberText(json, '_score');
    return { json, score: score === 'null' ? undefined : score };
  });
}

/** A leading field of a document, for a one-line preview. */
export interface Field {
  readonly name: string;
  readonly value: string;
}

const fieldsShown = 12;
const longestValue = 200;

/** What would move, hide or reorder the text around it: controls, and the marks of writing direction. */
const unruly = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

function oneLine(value: string): string {
  const text = (value.startsWith('"') ? String(JSON.parse(value)) : value).slice(0, 2 * longestValue);
  const flat = text.replace(/\s+/gu, ' ').replace(unruly, '\ufffd').trim();
  return flat.length > longestValue ? `${flat.slice(0, longestValue)}…` : flat;
}

/**
 * The leading fields of a hit: of its `_source`, or of `fields` where the index keeps no source. Numbers keep their
 * digits; strings lose their quotes, line breaks and controls.
 *
 * @param json the hit as JSON text
 */
export function preview(json: string): Field[] {
  const shown: Field[] = [];
  for (const [name, value] of members(memberText(json, '_source') ?? memberText(json, 'fields') ?? '')) {
    if (shown.length === fieldsShown) break;
    shown.push({ name: oneLine(JSON.stringify(name)), value: oneLine(value) });
  }
  return shown;
}
