import assert from 'node:assert/strict';
import { type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Recording, readRecordings, readTraefikGolden } from '../../recordings/read';
import { frontToken } from '../../servers/traefik/front';
import { hostileTexts, longName } from '../../servers/traefik/hostile';
import { type RunningTraefik, startTraefik, type TraefikOptions } from '../../servers/traefik/index';
import { splitArray, withoutMembers } from '../../servers/traefik/json-text';
import notCovered from '../../servers/traefik/not-covered.json';

interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

function ask(url: string, path: string, method = 'GET', headers: Record<string, string> = {}): Promise<Got> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const asked = request({ hostname, port, path, method, headers, agent: false }, (answer) => {
      text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }), reject);
    });
    asked.on('error', reject);
    asked.end();
  });
}

/** What a client can tell apart. A nonce and a clock are different each time. */
function comparable(got: Got) {
  const challenge = got.headers['www-authenticate']?.replace(/(nonce|opaque)="[^"]*"/g, '$1=""');
  let body: unknown = got.body;
  try {
    body = JSON.parse(got.body);
  } catch {
    // Not JSON: compared as text.
  }
  return {
    status: got.status,
    type: got.headers['content-type'],
    nextPage: got.headers['x-next-page'],
    sniff: got.headers['x-content-type-options'],
    location: got.headers.location,
    challenge,
    chunked: got.headers['transfer-encoding'],
    body,
  };
}

/** How the recorded server was set up where it was not asked at its open entry point. */
const setUps: Readonly<Record<string, TraefikOptions>> = {
  'auth-none': { auth: { type: 'basic', username: 'reader', password: 'proxy-test' } },
  'auth-right': { auth: { type: 'basic', username: 'reader', password: 'proxy-test' } },
  'auth-wrong': { auth: { type: 'basic', username: 'reader', password: 'proxy-test' } },
  'digest-none': { digest: { username: 'reader', password: 'proxy-test' } },
  forbidden: { front: 'ipAllowList' },
  'not-routed': { front: 'otherBackend' },
  prefixed: { basePath: '/ops/traefik' },
  'prefixed-root': { basePath: '/ops/traefik' },
  redirected: { front: 'redirectScheme' },
  sso: { front: 'forwardAuth' },
  throttled: { front: 'rateLimit' },
};

const reasons = new Map<string, string>(Object.entries(notCovered));

for (const version of ['3.7', '2.11'] as const) {
  describe(`the sample Traefik ${version} against the recorded one`, () => {
    const recordings = readRecordings(`traefik-${version}`);

    async function replay({ case: name, request: recorded }: Recording): Promise<Got> {
      const server = await startTraefik({ version, ...setUps[name] });
      try {
        const again = () => ask(server.url, recorded.path, recorded.method, recorded.headers);
        if (name === 'throttled') await again();
        return await again();
      } finally {
        await server.close();
      }
    }

    for (const [name, recording] of recordings) {
      const reason = reasons.get(`${version}/${name}`);
      it(reason === undefined ? `answers ${name} as recorded` : `does not answer ${name}: ${reason}`, async () => {
        const same = () => replay(recording).then((got) => assert.deepEqual(comparable(got), expected));
        const expected = comparable(recording.response);
        if (reason === undefined) await same();
        else await assert.rejects(same, assert.AssertionError, 'it does: take it off the list');
      });
    }

    it('lists pages item for item in the text as recorded', async () => {
      const server = await startTraefik({ version });
      const { body } = await ask(server.url, '/api/http/routers?per_page=10000');
      assert.equal(body, recordings.get('http-routers-all')?.response.body);
      assert.match(body, /"priority":9223372036854775807,/);
      await server.close();
    });
  });
}

describe('traefik: the sample Traefik', () => {
  let server: RunningTraefik;

  async function start(options?: TraefikOptions) {
    server = await startTraefik(options);
  }
  afterEach(() => server.close());

  const get = (path: string, headers?: Record<string, string>) => ask(server.url, path, 'GET', headers);
  const names = async (path: string) => (JSON.parse((await get(path)).body) as { name: string }[]).map((it) => it.name);

  it('has every case that is listed as not covered', async () => {
    await start();
    const known = ['3.7', '2.11'].flatMap((version) =>
      [...readRecordings(`traefik-${version}`).keys()].map((name) => `${version}/${name}`),
    );
    assert.deepEqual(
      [...reasons.keys()].filter((name) => !known.includes(name)),
      [],
    );
  });

  it('names a page that does not exist, and never sends X-Next-Page with a refusal', async () => {
    await start();
    const refusals = ['page=6&per_page=8', 'per_page=0', 'page=-1', 'per_page=x'].map((query) =>
      get(`/api/http/services?${query}`),
    );
    assert.deepEqual(
      (await Promise.all(refusals)).map(({ status, headers, body }) => [status, headers['x-next-page'], body]),
      [
        [400, undefined, '{"message":"invalid request: page: 6, per_page: 8"}\n'],
        [400, undefined, '{"message":"invalid request: per_page: 0"}\n'],
        [400, undefined, '{"message":"invalid request: page: -1"}\n'],
        [400, undefined, '{"message":"invalid request: per_page: 0"}\n'],
      ],
    );
  });

  it('says 1 after a last page that is exactly full, and 400 to one page more', async () => {
    await start();
    const last = await get('/api/http/services?page=2&per_page=11');
    assert.deepEqual([last.headers['x-next-page'], JSON.parse(last.body).length], ['1', 11]);
    assert.equal((await get('/api/http/services?page=3&per_page=11')).status, 400);
  });

  it('gives an empty listing as an empty first page', async () => {
    await start({ listings: { 'http/routers': [] } });
    const { status, headers, body } = await get('/api/http/routers?page=1');
    assert.deepEqual([status, headers['x-next-page'], body], [200, '1', '[]\n']);
  });

  it('does not know a listing that an older version did not have', async () => {
    await start({ listings: { 'tcp/middlewares': 'absent' } });
    assert.equal((await get('/api/tcp/middlewares')).body, '404 page not found\n');
    assert.equal((await get('/api/tcp/middlewares/x@file')).body, '404 page not found\n');
  });

  it('filters routers by the service and the middleware they name', async () => {
    await start();
    assert.deepEqual(await names('/api/http/routers?serviceName=canary@docker'), ['shop-api-v2@file']);
    assert.deepEqual(await names('/api/http/routers?serviceName=api@internal&search=debug'), ['debug@internal']);
    assert.deepEqual(await names('/api/http/routers?middlewareName=retry@file'), ['shop-api@file']);
    assert.deepEqual(await names('/api/http/routers?middlewareName=retry'), []);
  });

  it('ignores in 2.11 the parameters that 3.0 brought', async () => {
    await start({ version: '2.11' });
    assert.equal(
      (await names('/api/http/routers?serviceName=canary@docker&middlewareName=x&sortBy=status')).length,
      41,
    );
  });

  it('sorts services by the number of their servers, ties by name', async () => {
    await start();
    const ascending = await names('/api/http/services?sortBy=servers&direction=asc');
    const descending = await names('/api/http/services?sortBy=servers&direction=down');
    assert.deepEqual(descending, [...ascending].reverse());
    assert.equal(descending[0], 'shop@file');
  });

  it('answers a single item of every listing', async () => {
    await start();
    for (const path of ['http/services', 'tcp/routers', 'udp/services', 'entrypoints', 'certificates']) {
      const [first = ''] = await names(`/api/${path}`);
      assert.equal(JSON.parse((await get(`/api/${path}/${encodeURIComponent(first)}`)).body).name, first);
      assert.match((await get(`/api/${path}/nobody`)).body, /^\{"message":"[a-z ]+ not found: nobody"\}\n$/);
    }
    assert.equal((await get('/api/http/routers/%zz')).status, 400);
  });

  it('keeps everything below its base path', async () => {
    await start({ basePath: '/ops/traefik' });
    assert.equal((await get('/api/version')).status, 404);
    assert.equal((await names('/ops/traefik/api/http/routers')).length, 48);
    assert.match((await get('/ops/traefik/dashboard/')).body, /<title>Traefik Proxy/);
  });

  it('admits what its fronts admit', async () => {
    await start({ front: 'forwardAuth' });
    assert.equal((await get('/api/version', { authorization: `Bearer ${frontToken}` })).status, 200);
    await server.close();
    await start({ auth: { type: 'apiKey', key: 'k', header: 'X-Api-Key' } });
    assert.equal((await get('/api/version', { 'x-api-key': 'k' })).status, 200);
    assert.equal((await get('/api/version', { 'x-api-key': 'j' })).status, 401);
  });

  it('can be reloaded between two pages', async () => {
    await start();
    const first = await names('/api/http/routers?per_page=10&page=1');
    server.bump('http/routers');
    const second = await names('/api/http/routers?per_page=10&page=2');
    assert.equal(second[0], first[9], 'the last item of page 1 has moved to page 2');
    server.replace('http/routers', [{ name: 'only@file', status: 'enabled', priority: 9_223_372_036_854_775_807n }]);
    assert.equal((await get('/api/http/routers?per_page=10&page=3')).status, 400);
    assert.match((await get('/api/http/routers')).body, /"priority":9223372036854775807\}/);
    assert.equal(JSON.parse((await get('/api/overview')).body).http.routers.total, 1);
  });

  it('gives everything as raw data, in maps by name and without what only a listing adds', async () => {
    await start();
    const recorded = readRecordings('traefik-3.7').get('rawdata')?.response.body ?? '';
    const maps = JSON.parse((await get('/api/rawdata')).body);
    assert.deepEqual(maps.services, JSON.parse(recorded).services);
    assert.deepEqual(maps.tcpRouters, JSON.parse(recorded).tcpRouters);
    assert.deepEqual(Object.keys(maps), Object.keys(JSON.parse(recorded)));
    server.replace('udp/services', []);
    assert.equal('udpServices' in JSON.parse((await get('/api/rawdata')).body), false);
  });

  it('makes up any number of routers, the same each time', async function () {
    this.timeout(60_000);
    await start({ generated: { routers: 3_000, services: 500, middlewares: 300 } });
    const { body } = await get('/api/http/routers?per_page=50000');
    const routers = JSON.parse(body) as { name: string; status: string; service: string; error?: string[] }[];
    assert.equal(new Set(routers.map(({ name }) => name)).size, 3_000);
    assert.deepEqual([...new Set(routers.map(({ status }) => status))].sort(), ['disabled', 'enabled', 'warning']);
    assert.ok(routers.every(({ status, error }) => (status === 'enabled') === (error === undefined)));
    const services = new Set(await names('/api/http/services?per_page=50000'));
    assert.equal(services.size, 500);
    const lost = routers.filter(({ service }) => !services.has(service));
    assert.ok(lost.length > 0 && lost.length < 100);
    assert.ok(lost.every(({ error }) => /^the service .* does not exist$/.test(error?.[0] ?? '')));
    const overview = JSON.parse((await get('/api/overview')).body);
    assert.deepEqual([overview.http.middlewares.total, overview.tcp.routers.total], [300, 60]);
    await server.close();
    await start({ generated: { routers: 3_000, services: 500, middlewares: 300 } });
    assert.equal((await get('/api/http/routers?per_page=50000')).body, body);
  });

  it('serves hostile texts whole', async () => {
    const beacon = 'http://127.0.0.1:9';
    await start({ hostile: { beacon } });
    const served = new Set(await names('/api/http/middlewares?per_page=1000'));
    assert.deepEqual(
      hostileTexts(beacon).filter((name) => !served.has(name)),
      [],
    );
    assert.ok(served.has('x'.repeat(longName)));
    assert.ok([...served].some((name) => name.includes(`![x](${beacon}/`)));
    const odd = JSON.parse((await get('/api/http/routers/__proto__')).body);
    assert.deepEqual([odd.name, odd.rule], ['__proto__', '__proto__']);
  });
});

describe('traefik: the scanner of JSON texts', () => {
  it('takes a listing apart at its items only', () => {
    const items = ['{"a":"],[\\",{","b":[1,[2,{}]]}', '9223372036854775807', '"\\\\"', '[]', 'null'];
    assert.deepEqual(splitArray(`[${items.join(',')}]\n`), items);
    assert.deepEqual(splitArray(` [ ${items.join(' , ')} ] `), items);
    assert.deepEqual(splitArray('[]\n'), []);
  });

  it('takes every golden listing apart into what JSON.parse finds', () => {
    for (const [name, body] of readTraefikGolden()) {
      const whole: unknown = JSON.parse(body);
      if (!Array.isArray(whole)) continue;
      assert.deepEqual(
        splitArray(body).map((item) => JSON.parse(item)),
        whole,
        name,
      );
    }
  });

  it('leaves members out at the top level only, and the digits of the others alone', () => {
    assert.equal(
      withoutMembers('{"name":"a,b","n":9007199254740993,"in":{"name":1},"\\u006eame":2}', new Set(['name'])),
      '{"n":9007199254740993,"in":{"name":1}}',
    );
  });
});
