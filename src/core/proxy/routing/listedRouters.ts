import { groupOf, type Inventory, knownItems } from '../model/inventory';
import type { Protocol, Router } from '../model/model';

/** The routers of a protocol in the order of their listing; as far as it is known. */
export function listedRouters(inventory: Inventory, protocol: Protocol): readonly Router[] {
  return knownItems(groupOf(inventory, protocol, 'routers'));
}
