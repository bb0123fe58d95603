/**
 * The row of a hit after other hits were added to its page.
 *
 * @param fresh the rows of the added hits, from the top down
 */
export function rowAfterArrivals(row: number, fresh: readonly number[]): number {
  let after = row;
  for (const each of fresh) {
    if (each > after) break;
    after += 1;
  }
  return after;
}
