import { behindValue, visitMembers } from '../read/scan';

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
  visitMembers(hit, 0, (name, start) => {
    const end = behindValue(hit, start);
    found.set(name, hit.slice(start, end));
    return end;
  });
  return {
    index: found.get('_index'),
    id: found.get('_id'),
    routing: found.get('_routing'),
    score: found.get('_score'),
    source: found.get('_source'),
    fields: found.get('fields'),
  };
}

/** What a line keeps of a hit, in the order in which engines send it. */
const keptMembers: ReadonlySet<string> = new Set(['_index', '_id', '_routing', '_source', 'fields']);

/** Stored documents come as they were sent, line breaks between their members included; those in strings are escaped. */
const lineBreaks = /[\r\n]+/g;

/**
 * A hit on one line: `{"_index":…,"_id":…,"_source":…}`, with `_routing` where the document needs it to be found, and `fields`
 * where the search asked for them. Every value is the engine's own text, so digits and escapes stay as they were.
 *
 * @param hit the hit as JSON text
 */
export function jsonLine(hit: string): string {
  let line = '';
  visitMembers(hit, 0, (name, start) => {
    if (!keptMembers.has(name)) return undefined;
    const end = behindValue(hit, start);
    line += `${line === '' ? '{' : ','}"${name}":${hit.slice(start, end)}`;
    return end;
  });
  if (line === '') return '{}';
  return hit.includes('\n') || hit.includes('\r') ? `${line}}`.replace(lineBreaks, ' ') : `${line}}`;
}
