import {
  type Inventory,
  type InventoryGroup,
  type InventoryGroups,
  inventoryGroupOf,
  itemOf,
  knownEntries,
} from '../proxy/model/inventory';
import { itemKeyOf } from '../proxy/model/itemRef';
import { type Item, type ItemKind, itemListings } from '../proxy/model/model';
import type { ItemChanges, NamedItem } from './changedItems';

/** The listings of a proxy, while they change. */
export class PlannedListings {
  readonly #items = new Map<string, Map<string, Item>>();
  /** What was changed, by keys. */
  readonly #touched = new Map<string, NamedItem>();
  /** Until the next change. */
  #made: Inventory | undefined;

  constructor(private readonly live: Inventory) {
    for (const [protocol, kind] of itemListings) {
      const known = knownEntries(inventoryGroupOf<ItemKind>(live, protocol, kind))?.items;
      this.#items.set(`${protocol} ${kind}`, new Map(known ?? []));
    }
  }

  has(item: NamedItem): boolean {
    return this.#listOf(item)?.has(item.name) === true;
  }

  set(items: readonly Item[]): void {
    for (const item of items) {
      this.#listOf(item)?.set(item.name, item);
      this.#touch(item);
    }
  }

  delete(item: NamedItem): void {
    this.#listOf(item)?.delete(item.name);
    this.#touch(item);
  }

  changes(): ItemChanges {
    return new Map(
      [...this.#touched].map(([key, one]) => {
        return [key, { before: itemOf(this.live, one), after: this.#listOf(one)?.get(one.name) }] as const;
      }),
    );
  }

  /** As it is now: later changes do not show in it. */
  inventory(): Inventory {
    this.#made ??= this.#copied();
    return this.#made;
  }

  #listOf({ protocol, kind }: NamedItem): Map<string, Item> | undefined {
    return this.#items.get(`${protocol} ${kind}`);
  }

  #touch(item: NamedItem): void {
    this.#made = undefined;
    this.#touched.set(itemKeyOf(item), item);
  }

  #copied(): Inventory {
    const groups = Object.entries(this.live.groups).map(([protocol, kinds]) => {
      const ofProtocol = Object.entries(kinds as Readonly<Record<string, InventoryGroup>>).map(([kind, group]) => {
        const items = this.#items.get(`${protocol} ${kind}`);
        return [kind, 'items' in group && items !== undefined ? { ...group, items: new Map(items) } : group];
      });
      return [protocol, Object.fromEntries(ofProtocol)];
    });
    // Safe: the same groups, with items of the same kinds.
    return { ...this.live, groups: Object.fromEntries(groups) as InventoryGroups };
  }
}
