import assert from 'node:assert/strict';
import type { StoredEndpoint } from '../../../../src/core/endpoints/record';
import type { Inventory } from '../../../../src/core/traefik/inventory';
import { readInventory } from '../../../../src/core/traefik/readInventory';
import { childrenOf } from '../../../../src/core/tree/children';
import { endpointNode } from '../../../../src/core/tree/endpointRow';
import type { EndpointNode, ProxyNode } from '../../../../src/core/tree/nodes';
import { readRecordings } from '../../../recordings/read';
import { fakeDoor, json, pageNotFound, proxyEndpoint } from '../traefik/fakeDoor';

const signal = new AbortController().signal;

/** A stored endpoint that can be asked. */
export const stored: StoredEndpoint = {
  state: 'ready',
  hint: { id: proxyEndpoint.id, kind: 'proxy', name: proxyEndpoint.name, order: 0 },
  endpoint: proxyEndpoint,
};

/** The row of `stored`. */
export const root: EndpointNode = endpointNode(stored);

/** What a recorded Traefik lists. */
export function recordedInventory(server: 'traefik-3.7' | 'traefik-2.11'): Promise<Inventory> {
  const recorded = readRecordings(server);
  const door = fakeDoor(({ path }) => {
    const name = path.replace(/^\/api\/|\?.*$/g, '').replace('/', '-');
    return recorded.get(name)?.response ?? pageNotFound;
  });
  return readInventory(door, signal);
}

/** What a Traefik lists that answers the given listings, by path (`http/routers`), and has no others. */
export function inventoryOf(listings: Readonly<Record<string, unknown>>): Promise<Inventory> {
  const door = fakeDoor(({ path }) => {
    const name = path.replace(/^\/api\/|\?.*$/g, '');
    return name in listings ? json(listings[name]) : pageNotFound;
  });
  return readInventory(door, signal);
}

/** The children of the row that the ids' last parts lead to from the endpoint: `http`, `routers`. */
export async function childrenAt(inventory: Inventory, ...way: readonly string[]): Promise<readonly ProxyNode[]> {
  let node: ProxyNode = root;
  for (const step of way) {
    const id: string = `${node.id}/${step}`;
    const children = await childrenOf(node, async () => inventory);
    node = children.find((child) => child.id === id) ?? assert.fail(`no row ${id}`);
  }
  return childrenOf(node, async () => inventory);
}
