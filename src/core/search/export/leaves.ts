import { longestPath } from '../../../protocol/panel';
import { arrayItems, members, skipSpace } from '../../json/slices';

/** Objects deeper than this, or below a longer path, are one value: nobody reads a column of a hundred names. */
const deepest = 50;

/**
 * The values of a document by their paths, names joined by dots as engines name fields: objects are gone into, lists are one
 * value, as is an empty object. A path can come twice, where a name has dots in it.
 *
 * @param json valid JSON; anything but an object has none
 */
export function* leaves(json: string, prefix = '', depth = 0): Generator<readonly [path: string, json: string]> {
  for (const [name, value] of members(json)) {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    if (depth < deepest && path.length <= longestPath && isFilledObject(value)) yield* leaves(value, path, depth + 1);
    else yield [path, value];
  }
}

function isFilledObject(json: string): boolean {
  return json.startsWith('{') && json.charAt(skipSpace(json, 1)) !== '}';
}

/** The one item of a list that has only one, else the list: engines put each value of `fields` into a list. */
export function withoutList(json: string): string {
  if (!json.startsWith('[')) return json;
  const [first, ...others] = arrayItems(json);
  return first === undefined || others.length > 0 ? json : first;
}
