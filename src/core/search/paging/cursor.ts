import { arrayItems } from '../../json/slices';

/**
 * Where a result is gone on from. `search_after` goes on behind sort values, not behind a hit: where hits can share them,
 * those that a page no longer held would be lost. So a cursor stays before the last sort values of the page, and counts
 * the hits with those values that were shown. Inside a point in time equal hits come in the same order each time.
 */
export interface Cursor {
  /** The JSON text of `search_after`; undefined: from the beginning. */
  readonly after: string | undefined;
  /** How many hits behind `after` were passed already: a request asks for so many more, and leaves them out. */
  readonly skip: number;
}

export const beginning: Cursor = { after: undefined, skip: 0 };

/** Integers that JavaScript may round; engines take them as strings, too (search-README, surprise 11). */
const longInteger = /^-?\d{16,}$/;

/** Sort values as they go back to the engine: with every digit, also through readers that round numbers. */
function sentBack(sort: string): string {
  return `[${arrayItems(sort).map((value) => (longInteger.test(value) ? `"${value}"` : value))}]`;
}

/**
 * The cursor behind the hits of an answer.
 *
 * @param cursor the one that they were asked with
 * @param sorts the sort values of all hits of the answer as JSON texts, those to be skipped included
 * @param isUnique whether no two hits can have the same
 */
export function cursorAfter(cursor: Cursor, sorts: readonly string[], isUnique: boolean): Cursor {
  const last = sorts.at(-1);
  if (last === undefined) return cursor;
  if (isUnique) return { after: sentBack(last), skip: 0 };
  let first = sorts.length - 1;
  while (first > 0 && sorts[first - 1] === last) first--;
  const before = sorts[first - 1];
  return before === undefined
    ? { after: cursor.after, skip: sorts.length }
    : { after: sentBack(before), skip: sorts.length - first };
}

/**
 * The same place in another point in time: the values of the asked sort count there, the engine's tie-break does not. So
 * hits that share the asked values come again, and none is lost.
 */
export function inAnotherPointInTime({ after }: Cursor): Cursor {
  if (after === undefined) return beginning;
  return { after: `[${[...arrayItems(after).slice(0, -1), '-1']}]`, skip: 0 };
}
