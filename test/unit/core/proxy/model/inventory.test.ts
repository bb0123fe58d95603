import assert from 'node:assert/strict';
import { singleFlight } from '../../../../../src/core/base/async/singleFlight';
import { isRequestFailure } from '../../../../../src/core/base/errors/failure';
import type { HttpRequest, HttpResponse } from '../../../../../src/core/base/http/httpClient';
import { readInventory } from '../../../../../src/core/proxy/api/readInventory';
import { inventoryGroupOf, isSameContent, itemOf } from '../../../../../src/core/proxy/model/inventory';
import { type FakeHttpClient, fakeHttpClient, json, pageNotFound } from './fakeHttpClient';

const never = new AbortController().signal;
const version = json({ Version: '3.7.9', Codename: 'cheddar', startDate: '2026-11-21T01:53:24Z' });

/** Answers each listing with one item named after its path, except as told. */
function proxy(told: Readonly<Record<string, HttpResponse | Promise<HttpResponse>>> = {}): FakeHttpClient {
  return fakeHttpClient(({ path }: HttpRequest) => {
    const listing = path.replace(/^\/api\/|\?.*/g, '');
    return (
      told[listing] ?? (listing === 'version' ? version : json([{ name: `${listing}@file` }], { 'x-next-page': '1' }))
    );
  });
}

const failing = (client: FakeHttpClient) =>
  readInventory(client, never).then(
    () => assert.fail('it should have failed'),
    (error: unknown) => {
      assert.ok(isRequestFailure(error));
      return error.failure;
    },
  );

describe('inventory: an inventory', () => {
  it('has eight groups, entry points, certificates, overview and version, for twelve requests', async () => {
    const client = proxy();
    const before = Date.now();
    const inventory = await readInventory(client, never);
    assert.equal(client.paths.length, 12);
    assert.equal(new Set(client.paths).size, 12);
    assert.deepEqual(inventory.version, {
      number: '3.7.9',
      codename: 'cheddar',
      startDate: '2026-11-21T01:53:24Z',
    });
    assert.ok(inventory.readAt >= before && inventory.readAt <= Date.now());
    for (const protocol of ['http', 'tcp', 'udp'] as const) {
      for (const kind of ['routers', 'services', 'middlewares'] as const) {
        const item = itemOf(inventory, { protocol, kind, name: `${protocol}/${kind}@file` });
        assert.deepEqual(
          [item?.protocol, item?.kind],
          protocol === 'udp' && kind === 'middlewares' ? [undefined, undefined] : [protocol, kind],
        );
      }
    }
    assert.equal(itemOf(inventory, { protocol: 'http', kind: 'routers', name: 'constructor' }), undefined);
  });

  it('asks once only where the endpoint takes no such credentials or is something else', async () => {
    const answers: [HttpResponse, string][] = [
      [
        { status: 401, headers: { 'www-authenticate': 'Basic realm="traefik"' }, body: '401 Unauthorized\n' },
        'unauthorized',
      ],
      [{ status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' }, 'notAnApi'],
    ];
    for (const [answer, kind] of answers) {
      const client = fakeHttpClient(() => answer);
      assert.equal((await failing(client)).kind, kind);
      assert.equal(client.paths.length, 1);
    }
  });

  it('asks twice at most where it is refused', async () => {
    const client = fakeHttpClient(() => ({ status: 403, headers: {}, body: 'Forbidden' }));
    assert.equal((await failing(client)).kind, 'forbidden');
    assert.equal(client.paths.length, 2);
  });

  it('asks for all the rest once the first listing is found, while it is still read', async () => {
    const pages = [json([{ name: 'a' }], { 'x-next-page': '2' }), json([{ name: 'b' }], { 'x-next-page': '1' })];
    let answerSecond = (_: HttpResponse | undefined): void => {};
    const second = new Promise<HttpResponse | undefined>((resolve) => {
      answerSecond = resolve;
    });
    let atSecond = 0;
    const client: FakeHttpClient = fakeHttpClient(async ({ path }) => {
      if (path.startsWith('/api/http/routers?page=2')) return (await second) ?? pageNotFound;
      if (path.startsWith('/api/http/routers')) return pages[0] ?? pageNotFound;
      // The last of the others lets the second page come.
      if (++atSecond === 11) answerSecond(pages[1]);
      return path === '/api/version' ? version : json([], { 'x-next-page': '1' });
    });
    const group = inventoryGroupOf(await readInventory(client, never), 'http', 'routers');
    assert.ok(group?.state === 'read');
    assert.deepEqual([...group.items.keys()], ['a', 'b']);
    assert.equal(client.paths.length, 13);
  });

  it('has a version of which only the number has to be right', async () => {
    const told = json({ Version: '3.7.9', Codename: 5, startDate: null, dashboardName: 'edge' });
    const { version } = await readInventory(proxy({ version: told }), never);
    assert.deepEqual(version, { number: '3.7.9', dashboardName: 'edge' });
  });

  it('has nothing but what an old version has', async () => {
    const inventory = await readInventory(
      proxy({ certificates: pageNotFound, entrypoints: pageNotFound, overview: pageNotFound, version: pageNotFound }),
      never,
    );
    assert.deepEqual([inventory.certificates, inventory.entryPoints], [{ state: 'missing' }, { state: 'missing' }]);
    assert.equal('overview' in inventory, false);
    assert.equal('version' in inventory, false);
  });

  it('tells in their place what of the rest failed', async () => {
    const broken: HttpResponse = { status: 500, headers: {}, body: '' };
    const inventory = await readInventory(
      proxy({ certificates: broken, entrypoints: json('{"name":"web"}'), overview: broken }),
      never,
    );
    const { certificates, entryPoints } = inventory;
    assert.ok(certificates.state === 'failed' && certificates.failure.kind === 'serverError');
    assert.ok(entryPoints.state === 'failed' && entryPoints.failure.kind === 'notAnApi');
    assert.equal('overview' in inventory, false);
  });

  it('has the very same content where nothing has changed', async () => {
    const broken: HttpResponse = { status: 500, headers: {}, body: '' };
    const told = { 'udp/services': broken, 'tcp/middlewares': pageNotFound, overview: json({ providers: ['File'] }) };
    const first = await readInventory(proxy(told), never);
    const again = await readInventory(proxy(told), never, first);
    assert.notEqual(again, first);
    for (const part of ['groups', 'entryPoints', 'certificates', 'overview', 'version'] as const) {
      assert.ok(first[part] !== undefined);
      assert.equal(again[part], first[part], part);
    }
    assert.ok(isSameContent(first, again));
    assert.ok(!isSameContent(first, await readInventory(proxy(told), never)));
  });

  it('has new content where something has changed, and the old of all else', async () => {
    const first = await readInventory(proxy(), never);
    const changes: Readonly<Record<string, HttpResponse>> = {
      'http/services': json([{ name: 'new@file' }]),
      'tcp/routers': pageNotFound,
      entrypoints: { status: 500, headers: {}, body: '' },
      certificates: json([{ name: 'ab', status: 'expired' }]),
      overview: json({ providers: ['Docker'] }),
      version: json({ Version: '3.7.10' }),
    };
    for (const [path, answer] of Object.entries(changes)) {
      const now = await readInventory(proxy({ [path]: answer }), never, first);
      assert.ok(!isSameContent(first, now), path);
      assert.equal(now.groups === first.groups, !path.includes('/'), path);
      assert.equal(now.groups.udp.services, first.groups.udp.services);
      const last = await readInventory(proxy({ [path]: answer }), never, now);
      assert.ok(isSameContent(now, last), path);
    }
  });

  it('tells a missing listing and a failed one from an empty one, and reads the others', async () => {
    const inventory = await readInventory(
      proxy({
        'tcp/middlewares': pageNotFound,
        'udp/routers': json('[]'),
        'http/routers': json('[{"name":"cut'),
        'http/services': { status: 500, headers: {}, body: 'panic' },
      }),
      never,
    );
    const missing = inventoryGroupOf(inventory, 'tcp', 'middlewares');
    const empty = inventoryGroupOf(inventory, 'udp', 'routers');
    const cut = inventoryGroupOf(inventory, 'http', 'routers');
    const broken = inventoryGroupOf(inventory, 'http', 'services');
    assert.equal(missing?.state, 'missing');
    assert.ok(empty?.state === 'read' && empty.items.size === 0);
    assert.ok(cut?.state === 'failed' && cut.failure.kind === 'malformed');
    assert.ok(broken?.state === 'failed' && broken.failure.kind === 'serverError');
    assert.ok(itemOf(inventory, { protocol: 'http', kind: 'middlewares', name: 'http/middlewares@file' }));
  });

  it('does without a version', async () => {
    const long = json(`{"Version":"3.7.9","x":[${'{},'.repeat(2_000_000)}0]}`);
    for (const answer of [pageNotFound, json('[]'), json('<html>'), { ...version, status: 403 }, long]) {
      const inventory = await readInventory(proxy({ version: answer }), never);
      assert.equal('version' in inventory, false);
    }
  });

  it('fails where nothing is listed, and says whether it is a Traefik', async () => {
    const unrouted = await failing(fakeHttpClient(() => pageNotFound));
    assert.equal(unrouted.kind, 'notFound');
    assert.match(unrouted.sentence, /proxy\.example\.test:8080 responded, but does not route the API/);
    assert.match(unrouted.nextStep, /If its router expects a host name, set the host header of the endpoint\.$/);

    const old = await failing(fakeHttpClient(({ path }) => (path === '/api/version' ? version : pageNotFound)));
    assert.equal(old.kind, 'notFound');
    assert.match(old.nextStep, /Traefik 2\.0 or later/);

    const broken = await failing(fakeHttpClient(() => ({ status: 503, headers: {}, body: '' })));
    assert.equal(broken.kind, 'serverError');
  });

  it('takes what has only empty lists for no Traefik', async () => {
    for (const body of ['[]', '[[[]]]']) {
      const failure = await failing(fakeHttpClient(() => json(body)));
      assert.equal(failure.kind, 'notAnApi');
      assert.match(failure.sentence, /^The server at http:\/\/proxy\.example\.test:8080 is not Traefik\.$/);
    }
    const empty = await readInventory(
      fakeHttpClient(({ path }) => (path === '/api/version' ? version : json('[]'))),
      never,
    );
    assert.equal(empty.version?.number, '3.7.9');
  });

  it('knows a search engine by how it refuses', async () => {
    const refusal = { headers: { 'content-type': 'application/json' } };
    const engine = { ...refusal, body: '{"error":"no handler found for uri [/api/http/routers] and method [GET]"}' };
    for (const status of [400, 404, 405]) {
      const failure = await failing(fakeHttpClient(() => ({ ...engine, status })));
      assert.deepEqual([failure.kind, failure.status], ['notAnApi', status]);
      assert.match(failure.sentence, /^The server at \S+ is not Traefik\.$/);
    }
    const own = await failing(
      fakeHttpClient(() => ({ ...engine, status: 400, body: '{"message":"invalid request"}' })),
    );
    assert.equal(own.kind, 'rejected');
    const asked = await failing(fakeHttpClient(() => ({ ...engine, status: 401 })));
    assert.equal(asked.kind, 'unauthorized');
  });

  it('is canceled as a whole', async () => {
    for (const path of ['http/routers', 'udp/services', 'version']) {
      const controller = new AbortController();
      const client = proxy({ [path]: new Promise<HttpResponse>(() => {}) });
      const reading = readInventory(client, controller.signal);
      setImmediate(() => controller.abort());
      await assert.rejects(reading, (error) => isRequestFailure(error) && error.failure.kind === 'canceled');
    }
  });

  it('is asked for by two and read once; the requests end when both have left', async () => {
    let open = 0;
    const client = fakeHttpClient(({ signal }) => {
      open++;
      signal?.addEventListener('abort', () => open--);
      return new Promise(() => {});
    });
    const shared = singleFlight((signal) => readInventory(client, signal));
    const [one, two] = [new AbortController(), new AbortController()];
    const asks = [shared.read(one.signal), shared.read(two.signal)].map((ask) => ask.catch(() => 'left'));
    one.abort();
    assert.equal(await asks[0], 'left');
    assert.deepEqual([client.paths.length, open], [1, 1]);
    two.abort();
    assert.equal(await asks[1], 'left');
    assert.deepEqual([client.paths.length, open], [1, 0]);
  });
});
