import { computedOnce, inventoryGroupOf, itemOf, knownItems } from './inventory';
import { type ItemKind, itemListings, type TraefikProtocol } from './model';

/** An item's name without its provider: `shop` of `shop@docker`. */
export function ownName(name: string): string {
  const at = name.lastIndexOf('@');
  return at === -1 ? name : name.slice(0, at);
}

/** How many items of each listing have a name, but for their providers. */
const uses = computedOnce(
  (inventory) =>
    new Map(
      itemListings.map(([protocol, kind]) => {
        const counts = new Map<string, number>();
        for (const { name } of knownItems(inventoryGroupOf<ItemKind>(inventory, protocol, kind))) {
          counts.set(ownName(name), (counts.get(ownName(name)) ?? 0) + 1);
        }
        return [`${protocol}/${kind}`, counts];
      }),
    ),
);

/** The name by which a row shows an item: with its provider only if that tells it from another one of its listing. */
export function shortItemName(
  inventory: Parameters<typeof uses>[0],
  item: { readonly protocol: TraefikProtocol; readonly kind: ItemKind; readonly name: string },
): string {
  const own = ownName(item.name);
  const named = uses(inventory).get(`${item.protocol}/${item.kind}`)?.get(own) ?? 0;
  const others = named - (itemOf(inventory, item) === undefined ? 0 : 1);
  return others > 0 || own === '' ? item.name : own;
}
