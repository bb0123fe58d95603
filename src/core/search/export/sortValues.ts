import { behindValue, memberText } from '../../base/json/scan';

/** The last member of a hit that was sorted. */
const sortBehind = ',"sort":[';

/**
 * Where the sort values of a hit begin, if they are its last member, as engines send them: the index of their comma. Nothing
 * else looks like it: in a string the quotes would be escaped, and in the document more than the hit's own brace would follow.
 */
export function sortAt(hit: string): number | undefined {
  const at = hit.lastIndexOf(sortBehind);
  return at >= 0 && behindValue(hit, at + sortBehind.length - 1) === hit.length - 1 ? at : undefined;
}

/** The sort values of a hit, as the JSON text of their list. @param hit may begin with what stands before it */
export function sortValuesOf(hit: string): string {
  const at = sortAt(hit);
  return at === undefined ? (memberText(hit, 'sort') ?? '') : hit.slice(at + sortBehind.length - 1, -1);
}
