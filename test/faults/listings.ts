import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Endpoint } from '../../src/core/base/endpoints/endpoint';
import { openHttpClient } from '../../src/core/base/http/openHttpClient';
import { readInventory } from '../../src/core/proxy/api/readInventory';
import { findingsOf } from '../../src/core/proxy/findings/findings';
import { inventoryGroups } from '../../src/core/proxy/model/inventory';
import { ProxySession } from '../../src/core/proxy/session';
import type { ProxyNode } from '../../src/core/proxy/tree/nodes';
import { endpointNode } from '../../src/core/proxy/tree/proxyRow';
import { peakOf } from '../bench/holds';

type Raw = { readonly name: string; readonly [field: string]: unknown };

/** What a hostile proxy lists: together as many items as a refresh reads, none of which may get lost. */
interface HostileListing {
  readonly name: string;
  readonly routers: readonly Raw[];
  readonly services?: readonly Raw[];
  readonly middlewares?: readonly Raw[];
  /** How many findings there are of a kind. */
  readonly findings?: Readonly<Record<string, number>>;
}

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** The most memory that all of this may need at once. */
const mostMib = 1_500;
const pageSize = 10_000;
const server = 'http://10.0.0.1:80';

const made = (count: number, one: (at: number) => Raw): readonly Raw[] =>
  Array.from({ length: count }, (_, at) => one(at));
const router = (at: number, more: object = {}): Raw => ({
  name: `r${at}@file`,
  provider: 'file',
  status: 'enabled',
  rule: `Host(\`h${at}.example.test\`)`,
  service: 's0',
  entryPoints: ['web'],
  using: ['web'],
  ...more,
});
const service = (at: number, more: object = {}): Raw => ({
  name: `s${at}@file`,
  provider: 'file',
  status: 'enabled',
  loadBalancer: { servers: [{ url: server }] },
  serverStatus: { [server]: 'UP' },
  ...more,
});

/** @param count the items of each listing, all kinds together */
function hostileListings(count: number): readonly HostileListing[] {
  /** The entry point counts, too. */
  const half = count / 2 - 1;
  const longRule = (at: number): string =>
    Array.from({ length: 60 }, (_, part) => `Host(\`h${at}-${part}.example.test\`) && PathPrefix(\`/p${part}\`)`).join(
      ' || ',
    );
  const oddNames = ['__proto__', '[x](command:a)', '\u202e\u0000\n', '$(bug)', '<b>', '😀'.repeat(200)];
  const circle = (at: number): Raw =>
    service(at, {
      loadBalancer: undefined,
      weighted: { services: [{ name: `s${(at + 1) % half}` }, { name: `s${(at * 7 + 3) % half}` }] },
    });
  const chained = (at: number): Raw => ({
    name: `m${at}@file`,
    provider: 'file',
    status: 'enabled',
    type: 'chain',
    chain: { middlewares: [at % 1_000 === 999 ? 'none' : `m${at + 1}`] },
  });
  return [
    {
      name: 'routers that all have one rule',
      routers: made(count - 2, (at) => router(at, { rule: 'Host(`same.example.test`)' })),
      services: [service(0)],
      findings: { tie: 1 },
    },
    {
      name: 'long rules',
      routers: made(count / 10, (at) => router(at, { rule: longRule(at) })),
      services: [service(0)],
    },
    {
      name: 'hostile names',
      routers: made(half, (at) => router(at, { name: `${oddNames[at % oddNames.length]}${at}@file` })),
      services: made(half, (at) => service(at, { name: `${oddNames[at % oddNames.length]}${at}@file` })),
    },
    {
      name: 'services in circles',
      routers: made(half, (at) => router(at, { service: `s${at}` })),
      services: made(half, circle),
    },
    {
      name: 'chains of 1,000 middlewares',
      routers: made(half - 1, (at) => router(at, { middlewares: [`m${at}`] })),
      services: [service(0)],
      middlewares: made(half, chained),
    },
    {
      name: 'services that are all down',
      routers: made(half, (at) => router(at, { service: `s${at}` })),
      services: made(half, (at) => service(at, { serverStatus: { [server]: 'DOWN' } })),
      findings: { down: half },
    },
    {
      name: 'a circle that leads to services that are all down',
      routers: made(count / 4, (at) => router(at, { service: `s${at}` })),
      services: [
        ...made(count / 4, (at) =>
          service(at, {
            loadBalancer: undefined,
            weighted: { services: [{ name: `s${(at + 1) % (count / 4)}` }, { name: `s${at + half}` }] },
          }),
        ),
        ...made(count / 4, (at) => service(at + half, { serverStatus: { [server]: 'DOWN' } })),
      ],
      findings: { down: count / 4 },
    },
  ];
}

/**
 * Reads proxies that list as many items as a refresh reads, all of them hostile, and makes rows and findings of them.
 * Prints a line for each.
 *
 * @returns how many there were, and what fell short
 */
export async function runListings(
  count: number,
  only: string,
): Promise<{ readonly ran: number; readonly failed: readonly string[] }> {
  const failed: string[] = [];
  const listings = hostileListings(count).filter(({ name }) => name.includes(only));
  for (const listing of listings) {
    const peak = peakOf();
    let what: string;
    let held = 0;
    try {
      ({ what, held } = await came(listing));
    } catch (error) {
      what = String(error);
      failed.push(`${listing.name}: ${what}`);
    }
    const mib = Math.round(Math.max(peak.stop(), held) / 2 ** 20);
    if (mib > mostMib) failed.push(`${listing.name}: ${mib} MiB`);
    console.log(
      `${failed.some((one) => one.startsWith(`${listing.name}:`)) ? '✗' : ' '} ${listing.name.padEnd(50)}  ${mib} MiB  ${what}`,
    );
  }
  return { ran: listings.length, failed };
}

/** Reads a listing, and says what came of it, and how many bytes hold it. Fails where something is missing. */
async function came({ routers, services = [], middlewares = [], findings = {} }: HostileListing): Promise<{
  readonly what: string;
  readonly held: number;
}> {
  const { url, close } = await serve({
    '/api/version': '{"Version":"3.7.9"}',
    '/api/entrypoints': [{ name: 'web', address: ':80' }],
    '/api/http/routers': routers,
    '/api/http/services': services,
    '/api/http/middlewares': middlewares,
  });
  const client = openHttpClient(endpointAt(url));
  const session = new ProxySession({
    read: (signal, latest) => readInventory(client, signal, latest),
    viewOptions: () => ({ grouping: 'kind', sorting: 'status', showsInternal: true, filter: '' }),
  });
  try {
    const { model } = await session.see();
    for (const { path, group } of inventoryGroups(model.inventory)) {
      assert.ok(group.state === 'read' || group.state === 'missing', `${path} is ${group.state}`);
    }
    const endpoint = endpointAt(url);
    // HTTP has no row of its own, since it is the only protocol in use.
    const groups = await session.children(endpointNode({ state: 'ready', hint: endpoint, endpoint }));
    for (const [label, { length }] of Object.entries({
      Routers: routers,
      Services: services,
      Middlewares: middlewares,
    })) {
      if (length > 0) assert.equal((await session.children(rowOf(groups, label))).length, length, label);
    }
    const found = (await findingsOf(model.inventory)) ?? assert.fail('no findings');
    for (const [kind, number] of Object.entries(findings)) {
      assert.equal(found.list.filter((one) => one.kind === kind).length, number, kind);
    }
    collectGarbage();
    const what = `${routers.length} routers, ${services.length} services, ${middlewares.length} middlewares; ${found.list.length} findings`;
    return { what, held: process.memoryUsage().heapUsed };
  } finally {
    session.dispose();
    await client.close();
    close();
  }
}

function rowOf(rows: readonly ProxyNode[], label: string): ProxyNode {
  return rows.find((row) => row.label === label) ?? assert.fail(`no row ${label}`);
}

/** A server of listings, page by page. */
async function serve(
  lists: Readonly<Record<string, string | readonly Raw[]>>,
): Promise<{ readonly url: string; close(): void }> {
  const listener = createServer(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://x');
    const list = lists[pathname] ?? [];
    const page = Number(searchParams.get('page') ?? 1);
    const isLast = page * pageSize >= list.length;
    response.writeHead(200, { 'content-type': 'application/json', 'x-next-page': String(isLast ? 1 : page + 1) });
    response.end(typeof list === 'string' ? list : JSON.stringify(list.slice((page - 1) * pageSize, page * pageSize)));
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      listener.close();
      listener.closeAllConnections();
    },
  };
}

function endpointAt(url: string): Endpoint {
  const id = '6f3d1b6e-5a0e-4a3c-9f36-0d9a8a1a8f10';
  return { version: 1, id, kind: 'proxy', name: 'hostile', url, auth: { type: 'none' }, headers: {}, order: 0 };
}
