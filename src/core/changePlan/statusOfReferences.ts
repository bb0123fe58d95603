import { isRecord, jsonOrNothing } from '../base/json/parse';
import { addToList } from '../base/lists/addToList';
import { itemSource } from '../proxy/api/items';
import type { Inventory } from '../proxy/model/inventory';
import { itemOf, itemsOfKinds } from '../proxy/model/inventory';
import { itemKeyOf } from '../proxy/model/itemRef';
import { type Item, type ItemKind, type ItemStatus, itemKinds } from '../proxy/model/model';
import { type ItemReference, referencesIn } from '../proxy/model/references';

/**
 * The items that nothing declares whose status follows from a change of what they refer to: disabled, because that is gone
 * or disabled now; or enabled again, because it is there now, and nothing else was wrong.
 *
 * @param planned what would be listed, with the statuses of what is declared
 * @param isDeclared whether the new files declare an item, so that its status is known
 */
export function itemsWithOtherStatus(
  live: Inventory,
  planned: Inventory,
  isDeclared: (item: Item) => boolean,
): readonly Item[] {
  const items = itemsOfKinds(planned, ...itemKinds);
  const referrers = new Map<string, Item[]>();
  /** What is referred to, by its key. */
  const targets = new Map<string, ItemReference>();
  for (const item of items) {
    if (isDeclared(item)) continue;
    for (const reference of referencesIn(item, planned)) {
      const key = itemKeyOf(reference);
      addToList(referrers, key, item);
      targets.set(key, reference);
    }
  }
  const changed = new Map<string, Item>();
  const statusOf = (key: string, item: Item | undefined): ItemStatus | undefined => (changed.get(key) ?? item)?.status;
  const isThere = (status: ItemStatus | undefined): boolean => status !== undefined && status !== 'disabled';
  /** Keys of what was lost, or has come. */
  const open = [...targets].flatMap(([key, reference]) =>
    isThere(itemOf(live, reference)?.status) === isThere(reference.target?.status) ? [] : [key],
  );
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    for (const item of referrers.get(key) ?? []) {
      const own = itemKeyOf(item);
      if (changed.has(own)) continue;
      const references = referencesIn(item, planned);
      const isWhole = references.every((one) => isThere(statusOf(itemKeyOf(one), one.target)));
      const isLost = isThere(item.status) && !isWhole;
      const isBack =
        item.status === 'disabled' &&
        isWhole &&
        isOnlyAbout(
          item,
          references.map(({ name }) => name),
        );
      if (!isLost && !isBack) continue;
      const other = withStatus(item, isLost ? 'disabled' : 'enabled');
      if (other === undefined) continue;
      changed.set(own, other);
      if (referrers.has(own)) open.push(own);
    }
  }
  return [...changed.values()];
}

/** Whether each error of an item is that one of these does not exist. */
function isOnlyAbout({ errors }: Item, names: readonly string[]): boolean {
  return (
    errors.length > 0 &&
    errors.every((error) => / does not exist$/.test(error) && names.some((name) => error.includes(`"${name}"`)))
  );
}

function withStatus(item: Item, status: ItemStatus): Item | undefined {
  const raw = jsonOrNothing(item.text);
  if (!isRecord(raw)) return undefined;
  const { error: _, ...rest } = raw;
  const other = { ...rest, status };
  return itemSource<ItemKind>(item.protocol, item.kind).read(other, JSON.stringify(other));
}
