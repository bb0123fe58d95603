import assert from 'node:assert/strict';
import type { StoredEndpoint } from '../../../../../src/core/base/endpoints/endpointRecord';
import { readInventory } from '../../../../../src/core/proxy/api/readInventory';
import { protocolNames } from '../../../../../src/core/proxy/describe/labels';
import type { ViewOptions } from '../../../../../src/core/proxy/describe/viewOptions';
import type { Inventory } from '../../../../../src/core/proxy/model/inventory';
import { childrenOf } from '../../../../../src/core/proxy/tree/children';
import type { EndpointNode, ProxyNode } from '../../../../../src/core/proxy/tree/nodes';
import { endpointNode } from '../../../../../src/core/proxy/tree/proxyRow';
import { type TreeModel, treeModelOf } from '../../../../../src/core/proxy/tree/treeModel';
import { readRecordings } from '../../../../recordings/read';
import { fakeHttpClient, json, pageNotFound, proxyEndpoint } from '../model/fakeHttpClient';

const signal = new AbortController().signal;

/** A stored endpoint that can be asked. */
export const stored: StoredEndpoint = {
  state: 'ready',
  hint: { id: proxyEndpoint.id, kind: 'proxy', name: proxyEndpoint.name, order: 0 },
  endpoint: proxyEndpoint,
};

/** The row of `stored`. */
export const root: EndpointNode = endpointNode(stored);

/** How the view looks before anybody changes a setting. */
export const plainLook: ViewOptions = { grouping: 'kind', sorting: 'status', filter: '' };

/** When the recordings count as read: half a day after the proxy started, ten days before one of its certificates ends. */
export const sampleReadAt = Date.parse('2026-11-21T14:00:00Z');

/** What a recorded Traefik lists. */
export async function recordedInventory(server: 'traefik-3.7' | 'traefik-2.11'): Promise<Inventory> {
  const recorded = readRecordings(server);
  const client = fakeHttpClient(({ path }) => {
    const name = path.replace(/^\/api\/|\?.*$/g, '').replace('/', '-');
    return recorded.get(name)?.response ?? pageNotFound;
  });
  return { ...(await readInventory(client, signal)), readAt: sampleReadAt };
}

/** What a Traefik lists that answers the given listings, by path (`http/routers`), and has no others. */
export function inventoryOf(listings: Readonly<Record<string, unknown>>): Promise<Inventory> {
  const client = fakeHttpClient(({ path }) => {
    const name = path.replace(/^\/api\/|\?.*$/g, '');
    return name in listings ? json(listings[name]) : pageNotFound;
  });
  return readInventory(client, signal);
}

/** The inventory in the plain look, or in one that differs from it. */
export function modelOf(inventory: Inventory, look: Partial<ViewOptions> = {}): TreeModel {
  return treeModelOf(inventory, { ...plainLook, ...look });
}

/** The rows below a row. */
export function below(node: ProxyNode, model: TreeModel): Promise<readonly ProxyNode[]> {
  return childrenOf(node, async () => ({ model }));
}

/**
 * The row to which labels lead from the endpoint: `HTTP`, `Routers`, `shop-web@file`. A protocol may have no row, and an
 * item may be shown without its provider.
 */
export async function rowAt(model: TreeModel, ...labels: readonly string[]): Promise<ProxyNode> {
  let node: ProxyNode = root;
  for (const label of labels) {
    const children = await below(node, model);
    const next = children.find((child) => child.label === label || ('name' in child && child.name === label));
    if (next === undefined && Object.values<string>(protocolNames).includes(label)) continue;
    node = next ?? assert.fail(`no row ${label}`);
  }
  return node;
}

/** The rows below the one to which labels lead. */
export async function rowsAt(model: TreeModel, ...labels: readonly string[]): Promise<readonly ProxyNode[]> {
  return below(await rowAt(model, ...labels), model);
}

/** Rows as a person sees them: what is unfolded at once lies below with an indent. */
export async function seen(nodes: readonly ProxyNode[], model: TreeModel, indent = ''): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const node of nodes) {
    lines.push(`${indent}${[node.label, node.description].filter(Boolean).join('  ')}`);
    const isOpen = (node.type === 'link' && node.way === 'open') || (node.type === 'users' && node.isOpen);
    if (isOpen) lines.push(...(await seen(await below(node, model), model, `${indent}  `)));
  }
  return lines;
}
