import type { Item } from '../proxy/model/model';

/** The sorted items of listings, which do not change. */
const sorted = new WeakMap<ReadonlyMap<string, Item>, readonly Item[]>();

/** The items of a listing whose names begin with a text, found by a binary search. */
export function itemsByPrefix(items: ReadonlyMap<string, Item>, prefix: string): readonly Item[] {
  const inOrder = sorted.get(items) ?? [...items.values()].sort(byName);
  sorted.set(items, inOrder);
  const from = firstWhere(inOrder, ({ name }) => name >= prefix);
  const found: Item[] = [];
  for (let at = from; at < inOrder.length; at++) {
    const item = inOrder[at];
    if (item?.name.startsWith(prefix) !== true) break;
    found.push(item);
  }
  return found;
}

function byName({ name: one }: Item, { name: other }: Item): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The index of the first item that passes; all items after it pass, too. */
function firstWhere(items: readonly Item[], passes: (item: Item) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && passes(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}
