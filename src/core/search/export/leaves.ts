import { longestPath } from '../../../protocol/hitPlace';
import { arrayItems, behindValue, isObjectText, skipSpace, visitMembers } from '../../base/json/scan';

/** Deeper objects, or objects below a longer path, are one value: a longer column name would not be readable. */
const deepest = 50;

/**
 * Visits the values of a document by their paths, names joined by dots as engines name fields. It descends into
 * objects; a list is one value, as is an empty object. A path can occur twice if a name contains dots.
 *
 * @param json valid JSON; anything but an object has no values
 * @param at the index at which it begins
 * @returns the index after it
 */
export function visitLeaves(json: string, visit: (path: string, value: string) => void, at = 0): number {
  const start = skipSpace(json, at);
  return isObjectText(json, start) ? visitObject(json, start, '', 0, visit) : behindValue(json, start);
}

/** @returns the index after the object at `at` */
function visitObject(
  json: string,
  at: number,
  prefix: string,
  depth: number,
  visit: (path: string, value: string) => void,
): number {
  return visitMembers(json, at, (name, start) => {
    const path = prefix + name;
    if (depth < deepest && path.length <= longestPath && isFilledObject(json, start)) {
      return visitObject(json, start, `${path}.`, depth + 1, visit);
    }
    const end = behindValue(json, start);
    visit(path, json.slice(start, end));
    return end;
  });
}

function isFilledObject(json: string, at: number): boolean {
  return isObjectText(json, at) && json.charAt(skipSpace(json, at + 1)) !== '}';
}

/** The item of a list with one item, otherwise the list: engines put each value of `fields` into a list. */
export function withoutList(json: string): string {
  if (!json.startsWith('[')) return json;
  const [first, ...others] = arrayItems(json);
  return first === undefined || others.length > 0 ? json : first;
}
