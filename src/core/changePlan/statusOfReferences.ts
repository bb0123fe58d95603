import { isRecord, jsonOrNothing } from '../base/json/parse';
import { itemSource } from '../proxy/api/items';
import type { Inventory } from '../proxy/model/inventory';
import { itemOf } from '../proxy/model/inventory';
import { itemGraphOf } from '../proxy/model/itemGraph';
import { itemKeyOf } from '../proxy/model/itemRef';
import type { Item, ItemKind, ItemStatus } from '../proxy/model/model';
import { type ItemChanges, referrersBetween } from './changedItems';

/**
 * The items that nothing declares whose status follows from a change of what they refer to: disabled, because that is gone
 * or disabled now; or enabled again, because it is there now, and nothing else was wrong.
 *
 * @param planned what would be listed, with the statuses of what is declared
 * @param changes the items of it that differ from those of `live`
 * @param isDeclared whether the new files declare an item, so that its status is known
 */
export function itemsWithOtherStatus(
  live: Inventory,
  planned: Inventory,
  changes: ItemChanges,
  isDeclared: (item: Item) => boolean,
): readonly Item[] {
  const referrersOf = referrersBetween(live, planned, changes);
  const graph = itemGraphOf(planned);
  const changed = new Map<string, Item>();
  const isThere = (item: Item | undefined): boolean => item !== undefined && item.status !== 'disabled';
  /** What was lost, or has come. */
  const open = [...changes.values()].flatMap(({ before, after }) =>
    isThere(before) === isThere(after) ? [] : (after ?? before ?? []),
  );
  // An array iterates over what is added meanwhile, too.
  for (const target of open) {
    for (const referrer of referrersOf(target)) {
      const item = itemOf(planned, referrer);
      if (item === undefined || isDeclared(item) || changed.has(itemKeyOf(item))) continue;
      const references = graph.referencesOf(item);
      const isWhole = references.every((one) => isThere(changed.get(itemKeyOf(one)) ?? one.target));
      const isLost = isThere(item) && !isWhole;
      const isBack =
        item.status === 'disabled' &&
        isWhole &&
        isOnlyAbout(
          item,
          references.map(({ name }) => name),
        );
      const [other] = isLost || isBack ? withStatus(item, isLost ? 'disabled' : 'enabled') : [];
      if (other === undefined) continue;
      changed.set(itemKeyOf(item), other);
      open.push(other);
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

/** An item as it is listed, with another status and without its errors; nothing if there is no item. */
export function withStatus(item: Item | undefined, status: ItemStatus): readonly Item[] {
  const raw = item && jsonOrNothing(item.text);
  if (item === undefined || !isRecord(raw)) return [];
  const { error: _, ...rest } = raw;
  const other = { ...rest, status };
  const read = itemSource<ItemKind>(item.protocol, item.kind).read(other, JSON.stringify(other));
  return read === undefined ? [] : [read];
}
