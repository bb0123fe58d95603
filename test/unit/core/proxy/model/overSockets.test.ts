import assert from 'node:assert/strict';
import { singleFlight } from '../../../../../src/core/base/async/singleFlight';
import type { EndpointAuth } from '../../../../../src/core/base/endpoints/endpoint';
import { type Failure, isRequestFailure } from '../../../../../src/core/base/errors/failure';
import type { HttpClient } from '../../../../../src/core/base/http/httpClient';
import { openHttpClient } from '../../../../../src/core/base/http/openHttpClient';
import { readInventory } from '../../../../../src/core/proxy/api/readInventory';
import { type Inventory, inventoryGroupOf, isSameContent } from '../../../../../src/core/proxy/model/inventory';
import type { ItemKind, TraefikProtocol } from '../../../../../src/core/proxy/model/model';
import type { ProxyNode } from '../../../../../src/core/proxy/tree/nodes';
import { nodeTooltip } from '../../../../../src/core/proxy/tree/nodeTooltip';
import { countsOf } from '../../../../probe/statusCounts';
import { type RunningTraefik, startTraefik, type TraefikOptions } from '../../../../servers/traefik';
import { below, modelOf, root } from '../tree/sample';
import { proxyEndpoint } from './fakeHttpClient';

describe('overSockets: a proxy over real sockets', function () {
  // Thousands of items, on a machine that may be busy.
  this.timeout(60_000);
  const ended: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ended.splice(0)) await end();
  });

  async function start(
    options: TraefikOptions & { readonly as?: EndpointAuth } = {},
  ): Promise<[RunningTraefik, HttpClient]> {
    const { as: auth = { type: 'none' }, ...traefik } = options;
    const server = await startTraefik(traefik);
    const client = openHttpClient({ ...proxyEndpoint, url: `${server.url}${traefik.basePath ?? ''}`, auth });
    ended.push(
      () => client.close(),
      () => server.close(),
    );
    return [server, client];
  }

  it('is read whole, for twelve requests over at most six connections, without a warning', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error): unknown => warnings.push(warning);
    process.on('warning', onWarning);
    for (const version of ['3.7', '2.11'] as const) {
      const [server, client] = await start({ version });
      const shared = singleFlight((signal) => readInventory(client, signal));
      const [inventory, same] = await Promise.all([shared.read(new AbortController().signal), shared.read()]);
      assert.equal(inventory, same);
      assert.equal(server.requests.length, 12);
      assert.ok(server.connections <= 6);
      assert.equal(inventory.version?.number, 'dev');
      assert.deepEqual(countsAt(inventory, 'udp', 'routers'), { total: 2, warnings: 0, errors: 1 });
    }
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', onWarning);
    assert.deepEqual(warnings, []);
  });

  it('is read below a prefix and with credentials; without them it is asked once', async () => {
    const as: EndpointAuth = { type: 'basic', username: 'reader', password: 'proxy-test' };
    const [, client] = await start({ basePath: '/ops/traefik', auth: as, as });
    assert.equal(countsAt(await read(client), 'http', 'routers').errors, 10);
    const [server, stranger] = await start({ auth: as });
    assert.equal((await failureOf(stranger)).kind, 'unauthorized');
    assert.equal(server.requests.length, 1);
  });

  it('is read from thousands of items', async () => {
    const [server, client] = await start({ generated: { routers: 10_123, services: 500, middlewares: 50 } });
    const inventory = await read(client);
    assert.equal(countsAt(inventory, 'http', 'routers').total, 10_123);
    assert.equal(countsAt(inventory, 'http', 'services').total, 500);
    assert.equal(countsAt(inventory, 'http', 'middlewares').total, 50);
    assert.equal(server.requests.length, 13);
  });

  it('is read whole also where X-Next-Page gets lost behind a full page', async () => {
    const [server, client] = await start({ generated: { routers: 10_123, services: 10, middlewares: 10 } });
    server.faults.add({ path: /./, fault: { kind: 'loseHeader', name: 'x-next-page' } });
    assert.equal(countsAt(await read(client), 'http', 'routers').total, 10_123);
  });

  it('is read whole behind a gateway that refuses large pages, and one that makes them smaller', async () => {
    const generated = { routers: 730, services: 300, middlewares: 10 };
    for (const [front, requests] of [
      // Once too large; then 8 pages of 100 for the routers, 3 for the services.
      ['pageLimit', 12 + 1 + 7 + 2],
      // 3 pages of 250 for the routers, 2 for the services.
      ['pageCap', 12 + 2 + 1],
    ] as const) {
      const [server, client] = await start({ generated, front });
      const inventory = await read(client);
      assert.equal(countsAt(inventory, 'http', 'routers').total, 730);
      assert.equal(countsAt(inventory, 'http', 'services').total, 300);
      assert.equal(server.requests.length, requests, front);
      await read(client);
      assert.equal(server.requests.length, 2 * requests - (front === 'pageLimit' ? 1 : 0), front);
    }
  });

  it('is the very same when it is read again, until the proxy reloads', async () => {
    const [server, client] = await start();
    const first = await read(client);
    const again = await readInventory(client, new AbortController().signal, first);
    assert.ok(isSameContent(first, again) && again.readAt >= first.readAt);
    server.bump('tcp/services');
    const reloaded = await readInventory(client, new AbortController().signal, again);
    assert.ok(!isSameContent(again, reloaded));
    assert.equal(reloaded.groups.http.routers, first.groups.http.routers);
  });

  it('is told in its group where one listing fails', async () => {
    const [server, client] = await start();
    server.faults.add({ path: { prefix: '/api/http/services' }, fault: { kind: 'truncate', framing: 'chunked' } });
    server.faults.add({ path: { prefix: '/api/tcp/routers' }, fault: { kind: 'html' } });
    server.faults.add({ path: { prefix: '/api/udp/services' }, fault: { kind: 'reset', when: 'midBody' } });
    const inventory = await read(client);
    const kindAt = (protocol: TraefikProtocol, kind: ItemKind) => {
      const group = inventoryGroupOf(inventory, protocol, kind);
      return group?.state === 'failed' ? group.failure.kind : group?.state;
    };
    assert.equal(kindAt('http', 'routers'), 'read');
    assert.ok(['reset', 'malformed'].includes(kindAt('http', 'services') ?? ''));
    assert.equal(kindAt('tcp', 'routers'), 'notAnApi');
    assert.equal(kindAt('udp', 'services'), 'reset');
  });

  it('fails by kind behind what stands in front of it', async () => {
    const kinds = {
      digestAuth: 'unauthorized',
      redirectScheme: 'redirected',
      otherBackend: 'notAnApi',
    };
    for (const [front, kind] of Object.entries(kinds)) {
      const [server, client] = await start({ front: front as keyof typeof kinds });
      assert.equal((await failureOf(client)).kind, kind);
      assert.equal(server.requests.length, 1);
    }
    // 403 is also how a gateway refuses a large page.
    const [forbidding, stranger] = await start({ front: 'ipAllowList' });
    assert.equal((await failureOf(stranger)).kind, 'forbidden');
    assert.equal(forbidding.requests.length, 2);
    const [gone, client] = await start();
    await gone.close();
    assert.equal((await failureOf(client)).kind, 'refused');
  });

  it('is left alone when the last asker leaves', async () => {
    const [server, client] = await start();
    server.faults.add({ path: { prefix: '/api/tcp/' }, fault: { kind: 'hang' } });
    const shared = singleFlight((signal) => readInventory(client, signal));
    const [one, two] = [new AbortController(), new AbortController()];
    const arrived = server.nextRequest({ prefix: '/api/tcp/' });
    const asks = [shared.read(one.signal), shared.read(two.signal)];
    await arrived;
    one.abort();
    await assert.rejects(asks[0] ?? Promise.resolve(), isCanceled);
    assert.equal(shared.isReading, true);
    two.abort();
    await assert.rejects(asks[1] ?? Promise.resolve(), isCanceled);
    assert.equal(shared.isReading, false);

    server.faults.clear();
    assert.equal(countsAt(await shared.read(), 'tcp', 'routers').total, 4);
  });

  it('names hostile things on one visible line each, and keeps them as received', async () => {
    const [, client] = await start({ hostile: { beacon: 'http://127.0.0.1:9' } });
    const inventory = await read(client);
    const model = modelOf(inventory);
    const rows: ProxyNode[] = [root];
    for (const row of rows) rows.push(...(await below(row, model)));
    const items = rows.filter((row) => row.type === 'item');
    assert.ok(items.length > 100);
    assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
    for (const row of rows) {
      const { id, label, description = '', spoken = '' } = row;
      assert.ok(label.length > 0 && id.length < 2_000 && label.length + description.length < 10_000);
      const { title = '', rows: lines = [], errors = [] } = nodeTooltip(row, model) ?? {};
      for (const text of [label, description, spoken, title, ...lines.flat(), ...errors]) {
        assert.doesNotMatch(text, unseen);
      }
    }
    for (const protocol of ['http', 'tcp', 'udp'] as const) {
      for (const kind of ['routers', 'services', 'middlewares'] as const) {
        const group = inventoryGroupOf<ItemKind>(inventory, protocol, kind);
        for (const item of group?.state === 'read' ? group.items.values() : []) {
          assert.equal(JSON.parse(item.text).name, item.name);
        }
      }
    }
  });
});

/** Line breaks, control, format and bidirectional characters, and halves of pairs. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

function read(client: HttpClient): Promise<Inventory> {
  return readInventory(client, new AbortController().signal);
}

async function failureOf(client: HttpClient): Promise<Failure> {
  try {
    await read(client);
  } catch (error) {
    if (isRequestFailure(error)) return error.failure;
    throw error;
  }
  return assert.fail('it should have failed');
}

const isCanceled = (error: unknown) => isRequestFailure(error) && error.failure.kind === 'canceled';

function countsAt(inventory: Inventory, protocol: TraefikProtocol, kind: ItemKind) {
  const group = inventoryGroupOf(inventory, protocol, kind);
  assert.ok(group?.state === 'read');
  return countsOf(group);
}
