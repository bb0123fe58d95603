import { isRequestFailure } from '../http/failure';
import type { Inventory } from '../traefik/inventory';
import { recovery } from './endpointRow';
import { groupsOf, protocolsOf } from './groupRows';
import { itemsOf } from './itemRows';
import type { EndpointNode, GroupNode, ProtocolNode, ProxyNode } from './nodes';
import { noteNode, problemNode } from './sayings';

/** Gives what an endpoint lists. Asked for every branch, so it answers from memory after the first time. */
export type InventoryOf = (endpointId: string) => Promise<Inventory>;

/**
 * The rows below a row. Every one comes from the endpoint's inventory: nothing is asked for one item. What kept the
 * inventory from being read becomes one problem row, below the endpoint.
 */
export async function childrenOf(node: ProxyNode, inventoryOf: InventoryOf): Promise<readonly ProxyNode[]> {
  switch (node.type) {
    case 'endpoint':
      if (node.state !== 'ready') return [noteNode(node, recovery[node.state])];
      if (node.kind === 'search') return [];
      break;
    case 'item':
    case 'problem':
    case 'note':
      return [];
  }
  try {
    return branchesOf(node, await inventoryOf(node.endpointId));
  } catch (error) {
    if (!isRequestFailure(error)) throw error;
    return node.type === 'endpoint' ? [problemNode(node, error.failure)] : [];
  }
}

function branchesOf(node: EndpointNode | ProtocolNode | GroupNode, inventory: Inventory): readonly ProxyNode[] {
  switch (node.type) {
    case 'endpoint':
      return protocolsOf(node, inventory);
    case 'protocol':
      return groupsOf(node, inventory);
    case 'group':
      return itemsOf(node, inventory);
  }
}
