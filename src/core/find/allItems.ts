import { type Group, groupOf, type Inventory } from '../traefik/inventory';
import { type Item, type Kind, kindsOf, protocols } from '../traefik/model';

/** Every router, service and middleware of an inventory, as far as it could be read. */
export function* allItems(inventory: Inventory): Generator<Item, undefined> {
  for (const protocol of protocols) {
    for (const kind of kindsOf(protocol)) {
      const group: Group | undefined = groupOf<Kind>(inventory, protocol, kind);
      if (group?.state === 'read') yield* group.items.values();
    }
  }
}
