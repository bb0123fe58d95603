/**
 * How many elements to insert, remove, replace, or swap with the next to make one text of another (optimal string
 * alignment): its letters, or code points. It counts swaps because users type `Hots` for `Host`.
 *
 * @param most if it takes more, the result is `most + 1`; the time is in proportion to it (Ukkonen's band)
 */
export function editDistance(one: ArrayLike<string>, other: ArrayLike<string>, most: number): number {
  const tooMany = most + 1;
  if (Math.abs(one.length - other.length) > most) return tooMany;
  let before: readonly number[] = [];
  let above: readonly number[] = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const current = new Array<number>(other.length + 1).fill(tooMany);
    current[0] = row;
    for (let column = Math.max(1, row - most); column <= Math.min(other.length, row + most); column++) {
      const change = (above[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const swap = isSwapped ? (before[column - 2] ?? 0) + 1 : change;
      current[column] = Math.min(change, swap, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
    }
    [before, above] = [above, current];
  }
  return Math.min(above[other.length] ?? 0, tooMany);
}

/** The most single-character edits that count as a typo. */
const mostChanges = 2;
/** Longer names are not compared: users do not type them. */
const longest = 64;

/**
 * The one name that the user probably meant: it differs only in case, or in one or two characters if the name is long
 * enough. Undefined if there is none, or if several are equally close.
 */
export function closestName(name: string, names: Iterable<string>): string | undefined {
  if (name.length > longest) return undefined;
  const most = Math.min(mostChanges, Math.floor(name.length / 4));
  let found: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  let isShared = false;
  for (const other of names) {
    if (other === name || Math.abs(other.length - name.length) > most) continue;
    const changes = editDistance([...name.toLowerCase()], [...other.toLowerCase()], most);
    if (changes > most) continue;
    isShared = changes === least || (isShared && changes > least);
    if (changes < least) {
      found = other;
      least = changes;
    }
  }
  return isShared ? undefined : found;
}
