import { behindValue, memberText } from '../../base/json/scan';

/** The last member of a hit that was sorted. */
const sortBehind = ',"sort":[';

/**
 * The index of the comma before the sort values of a hit, if they are its last member, as engines send them. No other
 * text matches: in a string the quotes would be escaped, and in the document more than the hit's own brace would
 * follow.
 */
export function sortAt(hit: string): number | undefined {
  const at = hit.lastIndexOf(sortBehind);
  return at >= 0 && behindValue(hit, at + sortBehind.length - 1) === hit.length - 1 ? at : undefined;
}

/** The sort values of a hit, as the JSON text of their list. @param hit may have more text before it */
export function sortValuesOf(hit: string): string {
  const at = sortAt(hit);
  return at === undefined ? (memberText(hit, 'sort') ?? '') : hit.slice(at + sortBehind.length - 1, -1);
}
