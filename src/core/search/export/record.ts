import { members } from '../../json/slices';

/** What an export takes of a hit: JSON texts, exactly as received. */
export interface Exported {
  readonly index: string | undefined;
  readonly id: string | undefined;
  readonly routing: string | undefined;
  readonly score: string | undefined;
  readonly source: string | undefined;
  /** What was asked for by `fields`, `docvalue_fields` or `stored_fields`: lists by their paths. */
  readonly fields: string | undefined;
}

/**
 * Takes a hit apart.
 *
 * @param hit the hit as JSON text
 */
export function exported(hit: string): Exported {
  const found = new Map<string, string>();
  for (const [name, value] of members(hit)) found.set(name, value);
  return {
    index: found.get('_index'),
    id: found.get('_id'),
    routing: found.get('_routing'),
    score: found.get('_score'),
    source: found.get('_source'),
    fields: found.get('fields'),
  };
}

/** Stored documents come as they were sent, line breaks between their members included; those in strings are escaped. */
const lineBreaks = /[\r\n]+/g;

/**
 * A hit on one line: `{"_index":…,"_id":…,"_source":…}`, with `_routing` where the document needs it to be found, and `fields`
 * where the search asked for them. Every value is the engine's own text, so digits and escapes stay as they were.
 *
 * @param hit the hit as JSON text
 */
export function jsonLine(hit: string): string {
  const { index, id, routing, source, fields } = exported(hit);
  const kept = [
    ['_index', index],
    ['_id', id],
    ['_routing', routing],
    ['_source', source],
    ['fields', fields],
  ].flatMap(([name, value]) => (value === undefined ? [] : [`"${name}":${value}`]));
  return `{${kept.join(',')}}`.replace(lineBreaks, ' ');
}
