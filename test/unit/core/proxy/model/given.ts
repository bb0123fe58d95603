import assert from 'node:assert/strict';
import { entryPointSource } from '../../../../../src/core/proxy/api/entryPoints';
import { itemSource } from '../../../../../src/core/proxy/api/items';
import { type ListingSource, readListing } from '../../../../../src/core/proxy/api/readListing';
import type { Inventory, InventoryGroup } from '../../../../../src/core/proxy/model/inventory';
import type { ListingEntry as ListedEntry } from '../../../../../src/core/proxy/model/listing';
import type { ItemKind, Middleware, Router, Service, TraefikProtocol } from '../../../../../src/core/proxy/model/model';
import { readRecordings } from '../../../../recordings/read';
import { fakeHttpClient, json } from './fakeHttpClient';

/** An item as the API sends it. */
export interface Raw {
  readonly name: string;
  readonly [field: string]: unknown;
}

/** What the API lists: JSON as sent, or objects for it. */
type Listed = string | readonly Raw[];

/** The listings of a made-up API; what is left out is empty. */
export interface Api {
  readonly http?: { readonly [K in ItemKind]?: Listed };
  readonly tcp?: { readonly [K in ItemKind]?: Listed };
  readonly udp?: { readonly routers?: Listed; readonly services?: Listed };
  readonly entryPoints?: Listed;
}

/** The inventory of such an API. */
export async function given({ http = {}, tcp = {}, udp = {}, entryPoints }: Api): Promise<Inventory> {
  const read = <K extends ItemKind>(protocol: TraefikProtocol, kind: K, listed: Listed | undefined) =>
    listing(itemSource(protocol, kind), listed);
  return {
    groups: {
      http: {
        routers: await read('http', 'routers', http.routers),
        services: await read('http', 'services', http.services),
        middlewares: await read('http', 'middlewares', http.middlewares),
      },
      tcp: {
        routers: await read('tcp', 'routers', tcp.routers),
        services: await read('tcp', 'services', tcp.services),
        middlewares: await read('tcp', 'middlewares', tcp.middlewares),
      },
      udp: {
        routers: await read('udp', 'routers', udp.routers),
        services: await read('udp', 'services', udp.services),
      },
    },
    entryPoints: await listing(entryPointSource, entryPoints),
    certificates: { state: 'missing' },
    readAt: 0,
  };
}

async function listing<T extends ListedEntry>(
  source: ListingSource<T>,
  listed: Listed = [],
): Promise<InventoryGroup<T>> {
  return readListing(
    fakeHttpClient(() => json(listed, { 'x-next-page': '1' })),
    source,
    new AbortController().signal,
  );
}

/** The inventory of a recorded Traefik: `3.7` or `2.11`. */
export function recorded(version: '3.7' | '2.11'): Promise<Inventory> {
  const recordings = readRecordings(`traefik-${version}`);
  const body = (name: string): string => recordings.get(name)?.response.body ?? assert.fail(name);
  const all = (protocol: TraefikProtocol, kind: ItemKind): string => body(`${protocol}-${kind}-all`);
  return given({
    http: {
      routers: all('http', 'routers'),
      services: all('http', 'services'),
      middlewares: all('http', 'middlewares'),
    },
    tcp: { routers: all('tcp', 'routers'), services: all('tcp', 'services'), middlewares: all('tcp', 'middlewares') },
    udp: { routers: all('udp', 'routers'), services: all('udp', 'services') },
    entryPoints: body('entrypoints'),
  });
}

/** All that a group lists. */
export function listedIn<T>(group: InventoryGroup<T> | undefined): readonly T[] {
  assert.ok(group?.state === 'read');
  return [...group.items.values()];
}

/** The one of that name; fails where there is none. */
function named<T>(group: InventoryGroup<T> | undefined, name: string): T {
  assert.ok(group?.state === 'read');
  return group.items.get(name) ?? assert.fail(`no ${name}`);
}

export function routerIn({ groups }: Inventory, name: string, protocol: TraefikProtocol = 'http'): Router {
  return named(groups[protocol].routers, name);
}

export function serviceIn({ groups }: Inventory, name: string, protocol: TraefikProtocol = 'http'): Service {
  return named(groups[protocol].services, name);
}

export function middlewareIn({ groups }: Inventory, name: string, protocol: TraefikProtocol = 'http'): Middleware {
  return named(groups[protocol].middlewares, name);
}
