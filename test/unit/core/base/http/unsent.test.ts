import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import * as tls from 'node:tls';
import type { Endpoint } from '../../../../../src/core/base/endpoints/endpoint';
import { fingerprintOf } from '../../../../../src/core/base/http/verifyCertificate';
import { type Identity, makeAuthority, makeSelfSigned } from './certificates';
import { endpointAt } from './endpointAt';
import { endedAfterEach, failureOf } from './fixtures';
import { serveProxy } from './forwardProxy';
import { closed, listening } from './servers';

const get = { method: 'GET', path: '/api/version' } as const;
const auth = { type: 'basic', username: 'reader', password: 'proxy-test' } as const;
const authority = makeAuthority();
const stranger = makeAuthority('a stranger');
const pin = (pem: string) => ({ type: 'pin', fingerprint: fingerprintOf(new X509Certificate(pem).raw) }) as const;

describe('unsent: before it is known who answers, nothing is sent', () => {
  const test = endedAfterEach();

  /** A TLS server that says nothing and keeps what it hears, whose connections each show another one of `identities`. */
  async function serve(version: tls.SecureVersion, ...identities: readonly Identity[]) {
    let heard = '';
    const contexts = identities.map((identity) =>
      tls.createSecureContext({ ...identity, minVersion: version, maxVersion: version }),
    );
    let shaken = 0;
    const shown = (): tls.SecureContext =>
      contexts[Math.min(shaken++, contexts.length - 1)] ?? tls.createSecureContext();
    const server = tls.createServer({
      ...identities[0],
      minVersion: version,
      maxVersion: version,
      SNICallback: (_, give) => give(null, shown()),
    });
    server.on('secureConnection', (socket) => {
      socket.on('error', () => {});
      socket.on('data', (bytes) => {
        heard += bytes.toString('latin1');
      });
    });
    const running = await test.server(listening(server, 'https'));
    return { ...running, heard: () => heard };
  }
  const at = (url: string, more: Partial<Endpoint>) =>
    endpointAt(url, { auth, headers: { 'X-Api-Key': 'canary' }, host: 'edge.example.test', ...more });
  const shows = (issued: Identity, ...chain: readonly string[]): Identity => ({
    key: issued.key,
    cert: [issued.cert, ...chain].join('\n'),
  });
  const own = (): Identity => authority.issue(['edge.example.test']);
  const anotherOwn = makeSelfSigned(['edge.example.test']);

  const cases: readonly (readonly [what: string, identities: () => readonly Identity[], Partial<Endpoint>])[] = [
    ['a certificate that nobody vouches for', () => [own()], {}],
    ['another certificate than the pinned one', () => [own()], { tls: { trust: pin(anotherOwn.cert) } }],
    [
      'the pinned authority’s certificate first, and another’s when asked again',
      () => [shows(own(), authority.cert), stranger.issue(['edge.example.test'])],
      { tls: { trust: pin(authority.cert) } },
    ],
    [
      'the pinned authority’s certificate both times, and the second time one that it did not issue',
      () => [shows(own(), authority.cert), shows(stranger.issue(['edge.example.test']), authority.cert)],
      { tls: { trust: pin(authority.cert) } },
    ],
  ];
  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
    for (const [what, identities, more] of cases) {
      it(`to one that shows ${what} (${version})`, async () => {
        const server = await serve(version, ...identities());
        assert.equal((await failureOf(test.client(at(server.url, more)).request(get))).kind, 'tls');
        await Promise.all(server.sockets.map(closed));
        assert.equal(server.sockets.length, identities().length);
        assert.equal(server.heard(), '');
      });
    }

    it(`to a proxy, also where the endpoint’s server need not be verified (${version})`, async () => {
      const proxy = await serveProxy({
        port: 1,
        tls: { ...stranger.issue(['127.0.0.1']), minVersion: version, maxVersion: version },
      });
      await test.server(Promise.resolve(proxy));
      for (const url of ['https://edge.example.test', 'http://edge.example.test']) {
        const client = test.client(endpointAt(url, { auth, tls: { trust: { type: 'anyone' } } }), {
          proxy: proxy.url,
          proxyAuthorization: 'Bearer for-the-proxy',
        });
        assert.equal((await failureOf(client.request(get))).kind, 'proxy');
      }
      await Promise.all(proxy.sockets.map(closed));
      assert.deepEqual(proxy.asked, []);
    });
  }

  it('and what is sent then goes to the one that was judged', async () => {
    const server = await serve('TLSv1.3', shows(own(), authority.cert));
    const cancel = new AbortController();
    const asked = failureOf(
      test.client(at(server.url, { tls: { trust: pin(authority.cert) } })).request({ ...get, signal: cancel.signal }),
    );
    while (server.heard() === '') await new Promise(setImmediate);
    cancel.abort();
    await asked;
    assert.equal(server.sockets.length, 2);
    assert.match(server.heard(), /^GET \/api\/version HTTP\/1\.1\r\n[\s\S]*authorization: Basic/);
  });
});
