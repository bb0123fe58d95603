import assert from 'node:assert/strict';
import { newestByKey } from '../../../../../../src/core/base/async/promiseByKey';
import { isRequestFailure } from '../../../../../../src/core/base/errors/failure';
import { routeListPage } from '../../../../../../src/core/proxy/documents/route/routeListPage';
import type { Inventory } from '../../../../../../src/core/proxy/model/inventory';
import { hostileTexts } from '../../../../../servers/traefik/hostile';
import { listed, router } from '../../routing/listed';
import { recordedInventory } from '../../tree/sample';

const readAt = new Date(2026, 10, 21, 6, 5, 4).getTime();

function pageOf(inventory: Inventory, urls: readonly string[], notes: readonly string[] = [], signal?: AbortSignal) {
  return routeListPage(
    { endpointId: 'one', urls: [...urls] },
    { inventory: { ...inventory, readAt }, endpointName: 'edge', reading: { is: 'current' }, notes },
    signal,
  );
}

const routerCount = 3_000;

/** Many routers at two entry points, and a few URLs of all kinds that they are asked about. */
async function many(): Promise<{ readonly inventory: Inventory; readonly urls: readonly string[] }> {
  const routers = Array.from({ length: routerCount }, (_, at) =>
    router(`r${at}`, `Host(\`h${at}.test\`)`, at % 2 === 0 ? { tls: {}, using: ['websecure'] } : {}),
  );
  const entryPoints = [
    { name: 'web', address: ':80' },
    { name: 'websecure', address: ':443' },
  ];
  const connections = [router('t', 'HostSNI(`t.test`)', { tls: {}, using: ['websecure'] })];
  const inventory = await listed({ entryPoints, http: { routers }, tcp: { routers: connections } });
  return {
    inventory,
    urls: ['https://h8.test/', 'http://h9.test/', 'h10.test:443', 'https://nobody.test', 'h11.test'],
  };
}

/** The same, and how many of its routers were looked at so far. */
function watched(inventory: Inventory): { readonly inventory: Inventory; looks(): number } {
  const { http } = inventory.groups;
  const { routers } = http;
  assert.equal(routers?.state, 'read');
  let looks = 0;
  const watch = <T extends object>(item: T): T =>
    new Proxy(item, {
      get(target, key) {
        looks += 1;
        return Reflect.get(target, key);
      },
    });
  const items = new Map([...routers.items].map(([name, item]) => [name, watch(item)]));
  const groups = { ...inventory.groups, http: { ...http, routers: { ...routers, items } } };
  return { inventory: { ...inventory, groups }, looks: () => looks };
}

/** The rows of the URLs. */
async function rowsOf(inventory: Inventory, urls: readonly string[]): Promise<readonly string[]> {
  const { text, urls: places } = await pageOf(inventory, urls);
  const lines = text.split('\n');
  return places.map(({ line }) => lines[line]?.trim() ?? '');
}

const service = { name: 's@file', provider: 'file', status: 'enabled', type: 'loadbalancer', loadBalancer: {} };

describe('routeListPage: the routers of a list of URLs', () => {
  let recorded: Inventory;
  before(async () => {
    recorded = await recordedInventory('traefik-3.7');
  });

  it('are a page with one row for each, its router, service, and entry point', async () => {
    const urls = [
      'http://shop.example.test/api/x',
      'https://nobody.example.test/',
      'http://shop.example.test/',
      'ftp://a.test',
    ];
    const { text } = await pageOf(recorded, urls, ['Only the first 200 URLs are used.']);
    assert.equal(
      text,
      `Routers of 4 URLs
Read from edge on 2026-11-21 at 06:05:04
2 with a router · 2 without a router

  Assumed: GET, no headers, the client IP is unknown, and the most likely entry point of each URL.
  Open the link of a URL to see why, or to change what is assumed.
  Only the first 200 URLs are used.

Results
  http://shop.example.test/api/x → shop-api@file · service shop-api@file · on web
  https://nobody.example.test/ → No router matches. Traefik responds with 404. · on websecure
  http://shop.example.test/ → shop-web@file · service shop@file · on web
  ftp://a.test → Enter an http, https, tcp, or tls URL.

Notes
  Unknown Traefik version; assuming a recent one.
`,
    );
  });

  it('are linked: the URL to its own result, the router and the service to their details', async () => {
    const url = 'http://shop.example.test/api/x';
    const { text, urls, spans } = await pageOf(recorded, [url]);
    const lines = text.split('\n');
    const [place] = urls;
    assert.equal(place && lines[place.line]?.slice(place.start, place.end), url);
    assert.deepEqual(
      spans.flatMap(({ line, to }) => (line === place?.line && to !== undefined ? [to] : [])),
      [
        { protocol: 'http', kind: 'routers', name: 'shop-api@file' },
        { protocol: 'http', kind: 'services', name: 'shop-api@file' },
      ],
    );
  });

  it('say what is uncertain', async () => {
    const inventory = await listed({
      entryPoints: [{ name: 'web', address: ':80' }],
      http: {
        routers: [
          router('a', 'Host(`tie.test`)', { priority: 5 }),
          router('b', 'Host(`tie.test`)', { priority: 5 }),
          router('c', 'Host(`client.test`) && ClientIP(`10.0.0.1`)'),
          router('d', 'Host(`off.test`)', { status: 'disabled', error: ['broken'] }),
          router('e', 'Host(`old.test`)', { middlewares: ['to@file'] }),
        ],
        services: [service],
        middlewares: [
          {
            name: 'to@file',
            provider: 'file',
            status: 'enabled',
            type: 'redirectscheme',
            redirectScheme: { scheme: 'https', permanent: true },
          },
        ],
      },
    });
    const urls = ['http://tie.test/', 'http://client.test/', 'http://off.test', 'http://old.test/', 'x.test/'];
    assert.deepEqual(await rowsOf(inventory, urls), [
      'http://tie.test/ → uncertain · a@file, b@file · on web · 2 routers match with the same priority. Which one Traefik uses is undefined.',
      'http://client.test/ → uncertain · c@file · on web · ClientIP depends on the client IP address, which is unknown.',
      'http://off.test → No router matches. Traefik responds with 404. · on web · d@file would match, but Traefik disabled it: broken',
      'http://old.test/ → e@file · service s@file · on web · to@file responds with 301',
      'x.test/ → No router matches. Traefik responds with 404. · on web · assuming no TLS',
    ]);
  });

  it('are those of TCP where these get the connection first', async () => {
    const inventory = await listed({
      entryPoints: [{ name: 'web', address: ':80' }],
      http: { routers: [router('a', 'Host(`a.test`)')], services: [service] },
      tcp: { routers: [router('all', 'HostSNI(`*`)')], services: [service] },
    });
    assert.deepEqual(await rowsOf(inventory, ['http://a.test/', 'tcp://a.test:80']), [
      'http://a.test/ → all@file · service s@file · on web · gets the connection before any HTTP router',
      'tcp://a.test:80 → all@file · service s@file · on web',
    ]);
  });

  it('cost little for one more URL where the rules are known', async () => {
    const { inventory: read, urls } = await many();
    const { inventory, looks } = watched(read);
    await pageOf(inventory, urls);
    const before = looks();
    await pageOf(inventory, [...urls, ...urls]);
    assert.ok(looks() - before < routerCount, `${looks() - before} looks`);
  });

  it('are no longer worked out for a question that a newer one supersedes', async () => {
    const { inventory, urls } = await many();
    const [older, newer] = [Array.from({ length: 200 }, () => urls).flat(), ['http://h9.test/']];
    const asked = [older, newer];
    const ended: unknown[] = [];
    const answers = newestByKey(async (_, signal) => {
      return pageOf(inventory, asked.shift() ?? [], [], signal).catch((error: unknown) => {
        ended.push(isRequestFailure(error) ? error.failure.kind : error);
        throw error;
      });
    });
    const waiting = answers.get('document');
    setImmediate(() => answers.make('document'));
    assert.equal((await waiting).urls.length, newer.length);
    assert.deepEqual(ended, ['canceled']);
  });

  it('are plain lines, whatever is pasted or listed', async () => {
    const hostile = hostileTexts('http://beacon.test/');
    const inventory = await listed({
      entryPoints: [{ name: 'web', address: ':80' }],
      http: { routers: hostile.map((text, at) => router(text, `Path(\`/${at}\`)`, { service: text })) },
    });
    const urls = hostile.map((text, at) => `http://a.test/${at}?${text}`);
    const { text, urls: places } = await pageOf(inventory, urls);
    const lines = text.split('\n');
    for (const { line } of places) assert.match(lines[line] ?? '', /^ {2}http:\/\/a\.test\/[^\p{Cc}]* → /u);
    assert.equal(lines.length, places.length + (places[0]?.line ?? 0) + 1);
  });
});
