import { endOfValue } from '../../base/json/scan';
import type { Hit } from './searchAnswer';

/** Digits of nanoseconds have 19 characters, and dates in engines' formats up to 35. */
const longestMoment = 40;

/**
 * The time of a hit in a search that is sorted by a date first: its first sort value as JSON text. Undefined if there
 * is none, and if it is longer than any date, because reading millions of digits takes seconds.
 */
export function firstSortValue({ sort = '[]' }: Pick<Hit, 'sort'>): string | undefined {
  const end = endOfValue(sort, 1, longestMoment + 2);
  const isWhole = sort[end] === ',' || sort[end] === ']';
  const value = sort.slice(1, end).trim();
  return isWhole && value !== '' && value.length <= longestMoment ? value : undefined;
}
