/**
 * The row of a hit after others came to its page.
 *
 * @param fresh the rows of those that came, from the top down
 */
export function rowAfterArrivals(row: number, fresh: readonly number[]): number {
  let after = row;
  for (const each of fresh) {
    if (each > after) break;
    after += 1;
  }
  return after;
}
