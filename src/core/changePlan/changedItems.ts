import { addToList } from '../base/lists/addToList';
import { type Inventory, itemOf } from '../proxy/model/inventory';
import { itemGraphOf } from '../proxy/model/itemGraph';
import { itemKeyOf } from '../proxy/model/itemRef';
import type { Item } from '../proxy/model/model';

/** What an item is found by. */
export type NamedItem = Pick<Item, 'protocol' | 'kind' | 'name'>;

/** An item that is another one in two inventories, or is in one of them only. */
interface ItemChange {
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

/** Items that differ, by their keys. Those that stay are the same objects. */
export type ItemChanges = ReadonlyMap<string, ItemChange>;

/**
 * What refers to an item, as it is after some changes, and what did before. Looks at what changed, and at the uses in the
 * inventory before, which are known once for many plans.
 */
export function referrersBetween(
  before: Inventory,
  after: Inventory,
  changes: ItemChanges,
): (item: NamedItem) => Iterable<Item> {
  const graph = itemGraphOf(before);
  const added = new Map<string, Item[]>();
  for (const { after: item } of changes.values()) {
    if (item === undefined) continue;
    for (const reference of itemGraphOf(after).referencesOf(item)) addToList(added, itemKeyOf(reference), item);
  }
  return function* (item) {
    const key = itemKeyOf(item);
    const old = itemOf(before, item);
    if (old === undefined) yield* graph.missing().get(key) ?? [];
    else for (const { user } of graph.usersOf(old)) if ('kind' in user) yield user;
    yield* added.get(key) ?? [];
  };
}
