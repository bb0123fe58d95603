import { groupOf, type Inventory } from '../traefik/inventory';
import type { Protocol, Router } from '../traefik/model';

/** The routers of a protocol in the order of their listing; none where it could not be read. */
export function listedRouters(inventory: Inventory, protocol: Protocol): readonly Router[] {
  const group = groupOf(inventory, protocol, 'routers');
  return group?.state === 'read' ? [...group.items.values()] : [];
}
