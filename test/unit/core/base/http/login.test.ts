import assert from 'node:assert/strict';
import type { Endpoint, EndpointAuth } from '../../../../../src/core/base/endpoints/endpoint';
import { challengesOf } from '../../../../../src/core/base/http/login';
import { failureOfStatus } from '../../../../../src/core/base/http/responseFailures';
import type { DigestUser } from '../../../../servers/shared/digest';
import { listen } from '../../../../servers/shared/listen';
import type { ReceivedRequest } from '../../../../servers/shared/reply';
import { type RunningTraefik, startTraefik, type TraefikOptions } from '../../../../servers/traefik/index';
import { endpointAt } from './endpointAt';
import { endedAfterEach } from './fixtures';
import { serveProxy } from './forwardProxy';

const get = { method: 'GET', path: '/api/version' } as const;
const user = { username: 'reader', password: 'proxy-test' };
const byBasic: EndpointAuth = { type: 'basic', ...user };
const byDigest: EndpointAuth = { ...byBasic, scheme: 'digest' };

describe('login: a login by user and password', () => {
  const test = endedAfterEach();

  async function traefik(options: TraefikOptions): Promise<RunningTraefik> {
    const server = await startTraefik(options);
    await test.server(Promise.resolve({ ...server, sockets: [] }));
    return server;
  }
  const digestTraefik = (more: Partial<DigestUser> = {}, options: TraefikOptions = {}) =>
    traefik({ ...options, digest: { ...user, ...more } });
  const schemes = (requests: readonly ReceivedRequest[]) =>
    requests.map(({ headers }) => headers.authorization?.split(' ')[0]);
  const counts = (requests: readonly ReceivedRequest[]) =>
    requests.map(({ headers }) => challengesOf(headers.authorization ?? '')[0]?.parameters.get('nc'));

  it('goes along by Basic without being asked', async () => {
    const server = await traefik({ auth: byBasic });
    assert.equal((await test.client(endpointAt(server.url, { auth: byBasic })).request(get)).status, 200);
    assert.deepEqual(schemes(server.requests), ['Basic']);
  });

  for (const algorithm of ['MD5', 'SHA-256'] as const) {
    it(`answers a server that wants Digest (${algorithm}), and counts from then on`, async () => {
      const server = await digestTraefik({ algorithm });
      let told = 0;
      const client = test.client(endpointAt(server.url, { auth: byBasic }), {
        onDigest: () => {
          told += 1;
        },
      });
      for (const path of ['/api/version', '/api/http/routers?page=2&per_page=5', '/api/overview']) {
        assert.equal((await client.request({ method: 'GET', path })).status, 200);
      }
      assert.deepEqual(schemes(server.requests), ['Basic', 'Digest', 'Digest', 'Digest']);
      assert.deepEqual(counts(server.requests), [undefined, '00000001', '00000002', '00000003']);
      assert.equal(told, 1);
    });
  }

  it('never sends the password where the endpoint says Digest', async () => {
    const server = await digestTraefik();
    const client = test.client(endpointAt(server.url, { auth: byDigest }), {
      onDigest: () => assert.fail('known already'),
    });
    for (let time = 0; time < 2; time++) assert.equal((await client.request(get)).status, 200);
    assert.deepEqual(schemes(server.requests), [undefined, 'Digest', 'Digest']);
  });

  it('does not send it either to whoever asks for Basic in the place of Digest', async () => {
    const server = await traefik({ auth: byBasic });
    const endpoint = endpointAt(server.url, { auth: byDigest });
    const answer = await test.client(endpoint).request(get);
    assert.equal(answer.status, 401);
    assert.deepEqual(schemes(server.requests), [undefined]);
    const { sentence, nextStep } = failureOfStatus(answer, endpoint).failure;
    assert.match(sentence, /no longer uses Digest authentication, so the password was not sent\.$/);
    assert.match(nextStep, /The server accepts Basic\.$/);
  });

  it('nor where it was only found out meanwhile that the server wants Digest', async () => {
    let asksFor = 'Digest realm="r", nonce="n", qop="auth"';
    const server = await listen(({ headers }) =>
      headers.authorization?.startsWith('Digest ') && asksFor.startsWith('Digest ')
        ? { status: 200, headers: {}, body: '{}' }
        : { status: 401, headers: { 'www-authenticate': asksFor }, body: '' },
    );
    await test.server(Promise.resolve({ ...server, sockets: [] }));
    const client = test.client(endpointAt(server.url, { auth: byBasic }));
    assert.equal((await client.request(get)).status, 200);
    assert.deepEqual(client.endpoint.auth, byDigest);
    asksFor = 'Basic realm="r"';
    const answer = await client.request(get);
    assert.deepEqual(schemes(server.requests), ['Basic', 'Digest', 'Digest']);
    assert.match(failureOfStatus(answer, client.endpoint).failure.sentence, /no longer uses Digest/);
  });

  it('sends the password no more once another window knows that the server wants Digest', async () => {
    const server = await traefik({ auth: byBasic });
    let isDigest = false;
    const client = test.client(endpointAt(server.url, { auth: byBasic }), { isDigest: () => isDigest });
    assert.equal((await client.request(get)).status, 200);
    isDigest = true;
    assert.equal((await client.request(get)).status, 401);
    assert.deepEqual(schemes(server.requests), ['Basic', undefined]);
    assert.deepEqual(client.endpoint.auth, byDigest);
  });

  it('is for the address that a redirect leads to', async () => {
    const server = await listen(({ headers, path }) => {
      if (headers.authorization === undefined) {
        return { status: 401, headers: { 'www-authenticate': 'Digest realm="r", nonce="n", qop="auth"' }, body: '' };
      }
      return path === '/api/version'
        ? { status: 307, headers: { location: '/there?x=1' }, body: '' }
        : { status: 200, headers: {}, body: '{}' };
    });
    await test.server(Promise.resolve({ ...server, sockets: [] }));
    assert.equal((await test.client(endpointAt(server.url, { auth: byDigest })).request(get)).status, 200);
    const uris = server.requests.map(({ headers }) =>
      challengesOf(headers.authorization ?? '')[0]?.parameters.get('uri'),
    );
    assert.deepEqual(uris, [undefined, '/api/version', '/there?x=1']);
    assert.deepEqual(counts(server.requests), [undefined, '00000001', '00000002']);
  });

  it('takes the new nonce when the old one is stale', async () => {
    const server = await digestTraefik({ usesOfNonce: 2 });
    const client = test.client(endpointAt(server.url, { auth: byDigest }));
    for (let time = 0; time < 5; time++) assert.equal((await client.request(get)).status, 200);
    assert.deepEqual(counts(server.requests), [
      undefined,
      ...['00000001', '00000002', '00000003'],
      ...['00000001', '00000002', '00000003'],
      '00000001',
    ]);
  });

  it('takes a new nonce from a server that has forgotten all of them', async () => {
    const first = await digestTraefik();
    const client = test.client(endpointAt(first.url, { auth: byDigest }));
    assert.equal((await client.request(get)).status, 200);
    await first.close();
    const second = await digestTraefik({}, { port: first.port });
    assert.equal((await client.request(get)).status, 200);
    assert.deepEqual(counts(second.requests), ['00000002', '00000001']);
  });

  it('holds for many requests at once, whose counts arrive in any order', async () => {
    const server = await digestTraefik();
    const client = test.client(endpointAt(server.url, { auth: byDigest }));
    const asked = Array.from({ length: 60 }, (_, page) =>
      client.request({ method: 'GET', path: `/api/http/routers?per_page=1&page=${page + 1}` }),
    );
    assert.deepEqual(
      (await Promise.all(asked)).filter(({ status }) => status === 401),
      [],
    );
  });

  it('asks twice at most where the password is wrong, and once only by Basic', async () => {
    for (const [auth, sent] of [
      [byBasic, ['Basic', 'Digest']],
      [byDigest, [undefined, 'Digest']],
    ] as const) {
      const server = await digestTraefik();
      const endpoint = endpointAt(server.url, { auth: { ...auth, password: 'wrong' } });
      const answer = await test.client(endpoint).request(get);
      assert.equal(answer.status, 401);
      assert.deepEqual(schemes(server.requests), sent);
      assert.match(failureOfStatus(answer, endpoint).failure.sentence, /did not accept the credentials\.$/);
    }
    const server = await traefik({ auth: byBasic });
    await test.client(endpointAt(server.url, { auth: { ...byBasic, password: 'wrong' } })).request(get);
    assert.deepEqual(schemes(server.requests), ['Basic']);
  });

  it('does not go on by Digest where Basic was refused and both are offered', async () => {
    const challenge = 'Basic realm="x", Digest realm="x", nonce="n", qop="auth"';
    const server = await listen(() => ({ status: 401, headers: { 'www-authenticate': challenge }, body: '' }));
    await test.server(Promise.resolve({ ...server, sockets: [] }));
    await test.client(endpointAt(server.url, { auth: byBasic })).request(get);
    assert.deepEqual(schemes(server.requests), ['Basic']);
    await test.client(endpointAt(server.url, { auth: byDigest })).request(get);
    assert.deepEqual(schemes(server.requests.slice(1)), [undefined, 'Digest']);
  });

  it('says that a kind of Digest is not supported', async () => {
    const challenge = 'Digest realm="x", nonce="n", qop="auth-int"';
    const server = await listen(() => ({ status: 401, headers: { 'www-authenticate': challenge }, body: '' }));
    await test.server(Promise.resolve({ ...server, sockets: [] }));
    const endpoint = endpointAt(server.url, { auth: byDigest });
    const answer = await test.client(endpoint).request(get);
    assert.equal(server.requests.length, 1);
    assert.match(
      failureOfStatus(answer, endpoint).failure.sentence,
      /requires a kind of Digest authentication that is not supported\.$/,
    );
  });

  it('leaves other credentials alone', async () => {
    const server = await digestTraefik();
    for (const auth of [{ type: 'none' }, { type: 'bearer', token: 'token' }] as const) {
      assert.equal((await test.client(endpointAt(server.url, { auth })).request(get)).status, 401);
    }
    assert.deepEqual(schemes(server.requests), [undefined, 'Bearer']);
  });

  it('is for the way that is left when a proxy has relayed the request', async () => {
    const server = await digestTraefik({}, { basePath: '/ops' });
    const proxy = await serveProxy({ port: server.port });
    await test.server(Promise.resolve(proxy));
    const endpoint = endpointAt('http://edge.example.test/ops', { auth: byDigest });
    assert.equal((await test.client(endpoint, { proxy: proxy.url }).request(get)).status, 200);
    assert.equal(proxy.asked.length, 2);
  });

  it('is repeated with the body of the request', async () => {
    const server = await digestTraefik();
    await test.client(endpointAt(server.url, { auth: byDigest })).request({ ...get, method: 'POST', body: '{"a":1}' });
    assert.deepEqual(
      server.requests.map(({ method, body }) => [method, body]),
      [
        ['POST', '{"a":1}'],
        ['POST', '{"a":1}'],
      ],
    );
  });
});

describe('login: an API that is routed', () => {
  const test = endedAfterEach();
  const version = async (endpoint: Endpoint) => (await test.client(endpoint).request(get)).status;

  it('below a prefix is found there', async () => {
    const server = await startTraefik({ basePath: '/ops/traefik' });
    await test.server(Promise.resolve({ ...server, sockets: [] }));
    assert.equal(await version(endpointAt(`${server.url}/ops/traefik`)), 200);
    assert.equal(await version(endpointAt(server.url)), 404);
  });

  it('by a Host rule is found under that name, whatever address leads there', async () => {
    const server = await startTraefik({ host: 'traefik.example.test', basePath: '/ops' });
    await test.server(Promise.resolve({ ...server, sockets: [] }));
    const url = `${server.url}/ops`;
    assert.equal(await version(endpointAt(url)), 404);
    for (const host of ['traefik.example.test', 'traefik.example.test:8443']) {
      assert.equal(await version(endpointAt(url, { host })), 200);
      assert.equal(await version(endpointAt(url, { headers: { host } })), 200);
    }
  });
});
