import { jsonOrNothing } from '../../base/json/parse';
import {
  behindValue,
  isListText,
  isObjectText,
  type JsonPlace,
  memberText,
  visitItems,
  visitMembers,
} from '../../base/json/scan';
import { jobOf } from '../../base/worker/job';
import { hitPartsOf } from './hitParts';

/**
 * The document of a hit: the JSON text of its `_source`, or else of `fields`, which engines send for an index without
 * `_source`. Undefined if there is neither.
 *
 * @param hit a hit as JSON text
 */
export function sourceOf(hit: string): string | undefined {
  const source = memberText(hit, '_source');
  if (source?.startsWith('{')) return source;
  const fields = memberText(hit, 'fields');
  return fields?.startsWith('{') ? fields : undefined;
}

/**
 * The value at a path in the document of a hit, as JSON text: a list if there are several. A path that the document
 * lacks may name metadata of the hit, such as `_id` and `highlight.message`.
 *
 * @param start where in the hit one of several values at the path begins, if only this one is meant
 */
export function hitValueAt(hit: string, path: string, start?: number): string | undefined {
  if (start !== undefined) return valueStartingAt(hit, path, start);
  const inDocument = documentValuesAt(sourceOf(hit) ?? '{}', path);
  const values = inDocument.length > 0 ? inDocument : documentValuesAt(hit, path);
  return values.length > 1 ? `[${values.join(',')}]` : values[0];
}

function valueStartingAt(hit: string, path: string, start: number): string | undefined {
  const { source, fields } = hitPartsOf(hit);
  const found: string[] = [];
  for (const at of [source >= 0 ? source : fields, hit.search(/\S/)]) {
    if (at < 0) continue;
    visitValuesAt(hit, at, path, ([from, to]) => {
      if (from === start) found.push(hit.slice(from, to));
    });
  }
  return found[0];
}

/** More deeply nested values are not found. Engines allow 20 levels by default. */
const deepest = 100;

/**
 * The values at a path in a document, as JSON texts. A dot separates a name from one inside it, or is part of a name:
 * `a.b` finds both `{"a":{"b":1}}` and `{"a.b":1}`. Lists are transparent: their items are the values, and the path
 * continues in the items of lists of objects. Empty if there is no such field, or only an empty list.
 *
 * @param document valid JSON
 */
export function documentValuesAt(document: string, path: string): string[] {
  const found: string[] = [];
  visitValuesAt(document, document.search(/\S/), path, ([from, to]) => {
    if (!isListText(document, from)) found.push(document.slice(from, to));
  });
  return found;
}

/** Visits the values at a path in the document that starts at `start`: also the lists, each after its items. */
function visitValuesAt(document: string, start: number, path: string, visit: (place: JsonPlace) => void): void {
  function take(at: number, depth: number): number {
    const end =
      isListText(document, at) && depth < deepest
        ? visitItems(document, at, (start) => take(start, depth + 1))
        : behindValue(document, at);
    visit([at, end]);
    return end;
  }

  function collect(at: number, rest: string, depth: number): number | undefined {
    if (depth > deepest) return undefined;
    if (isListText(document, at)) return visitItems(document, at, (start) => collect(start, rest, depth + 1));
    if (!isObjectText(document, at)) return undefined;
    return visitMembers(document, at, (name, start) => {
      if (name === rest) return take(start, depth);
      const isOnTheWay = rest.startsWith(name) && rest.charAt(name.length) === '.';
      return isOnTheWay ? collect(start, rest.slice(name.length + 1), depth + 1) : undefined;
    });
  }

  collect(start, path, 0);
}

export const hitValueJob = jobOf('hitValueAt', 2 ** 21, hitValueAt);

/**
 * The fields of a hit with a value that the engine did not index, such as a keyword that is too long or a word in a
 * number field (`_ignored`; OpenSearch lists only the latter).
 *
 * @param hit a hit as JSON text
 */
export function ignoredIn(hit: string): readonly string[] {
  const named = jsonOrNothing(memberText(hit, '_ignored') ?? '[]');
  return Array.isArray(named) ? named.filter((name) => typeof name === 'string') : [];
}
