import assert from 'node:assert/strict';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { ServerOptions } from 'node:https';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { TLSSocket } from 'node:tls';
import type { ClientCertificate } from '../../../../../src/core/base/endpoints/endpoint';
import { fingerprintOf } from '../../../../../src/core/base/http/verifyCertificate';
import { type Identity, makeAuthority } from './certificates';
import { endpointAt } from './endpointAt';
import { endedAfterEach, failureOf } from './fixtures';
import { serveProxy } from './forwardProxy';
import { keyStore } from './keyStore';
import { serveHttps, serveRaw } from './servers';

const get = { method: 'GET', path: '/' } as const;
const authority = makeAuthority();
const stranger = makeAuthority('another authority');
const ca = [authority.cert];

describe('clientCertificate: a client certificate', () => {
  const test = endedAfterEach();

  /** A server that tells whom it knows by a certificate. */
  const serve = (options: ServerOptions = {}) =>
    test.server(
      serveHttps(
        {
          ...authority.issue(['127.0.0.1', 'edge.example.test']),
          ca,
          requestCert: true,
          rejectUnauthorized: false,
          ...options,
        },
        (request, response) => {
          const socket = request.socket as TLSSocket;
          response.end(JSON.stringify(socket.authorized ? socket.getPeerCertificate().subject.CN : null));
        },
      ),
    );
  const pem = async ({ cert, key }: Identity): Promise<ClientCertificate> => ({
    type: 'pem',
    file: await test.file(cert),
    keyFile: await test.file(key),
  });
  const clientWith = (url: string, client?: ClientCertificate) =>
    test.client(endpointAt(url, client === undefined ? {} : { tls: { client } }), { extraCertificates: ca });
  const knownAs = async (url: string, client?: ClientCertificate): Promise<unknown> =>
    JSON.parse((await clientWith(url, client).request(get)).body);

  it('tells the server who asks', async () => {
    const { url } = await serve();
    const { cert, key } = authority.issue(['reader']);
    const encrypted = createPrivateKey(key)
      .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'c4n4ry' })
      .toString();
    const forms: readonly ClientCertificate[] = [
      await pem({ cert, key }),
      { type: 'pem', file: await test.file(key + cert) },
      { type: 'pem', file: await test.file(cert + encrypted), passphrase: 'c4n4ry' },
      { type: 'pfx', file: await test.file(keyStore({ cert, key }, 'c4n4ry')), passphrase: 'c4n4ry' },
      { type: 'pfx', file: await test.file(keyStore({ cert, key }, '')) },
    ];
    for (const client of forms) assert.equal(await knownAs(url, client), 'reader');
    assert.equal(await knownAs(url), null);
  });

  it('is shown with those that lead to an authority which the server knows', async () => {
    const { url } = await serve();
    const middle = authority.below('in between');
    const { cert, key } = middle.issue(['reader']);
    assert.equal(await knownAs(url, await pem({ cert: cert + middle.cert, key })), 'reader');
  });

  it('is shown through the tunnel of a proxy, beside a pinned authority, and not to the proxy', async () => {
    const { cert, key } = authority.issue(['edge.example.test']);
    const server = await serve({ cert: cert + authority.cert, key });
    const own = makeAuthority('the proxy’s authority');
    const shownToProxy: unknown[] = [];
    const proxy = await serveProxy({
      port: server.port,
      tls: { ...own.issue(['127.0.0.1']), requestCert: true, rejectUnauthorized: false },
      connected: (socket) => shownToProxy.push(socket.getPeerCertificate()),
    });
    await test.server(Promise.resolve(proxy));
    const trust = { type: 'pin', fingerprint: fingerprintOf(new X509Certificate(authority.cert).raw) } as const;
    const client = await pem(authority.issue(['reader']));
    const endpoint = endpointAt('https://edge.example.test', { tls: { trust, client } });
    const httpClient = test.client(endpoint, { proxy: proxy.url, extraCertificates: [own.cert] });
    assert.equal(JSON.parse((await httpClient.request(get)).body), 'reader');
    assert.deepEqual(shownToProxy, [{}, {}]);
  });

  it('is read again for every connection', async () => {
    const server = await serve();
    const [before, after] = [authority.issue(['before']), authority.issue(['after'])];
    const file = await test.file(before.cert + before.key);
    const httpClient = clientWith(server.url, { type: 'pem', file });
    const known = async () => JSON.parse((await httpClient.request(get)).body);
    assert.equal(await known(), 'before');
    await writeFile(file, after.cert + after.key);
    assert.equal(await known(), 'before', 'the connection still stands');
    server.sockets[0]?.destroy();
    assert.equal(await known(), 'after');
  });

  it('is not looked for again while a drive does not answer, and whoever waits can be canceled', async () => {
    const server = await serve();
    const node: { stat: unknown } = createRequire(import.meta.url)('node:fs/promises');
    const { stat } = node;
    let looked = 0;
    node.stat = () => {
      looked += 1;
      return new Promise(() => {});
    };
    syncBuiltinESMExports();
    try {
      const httpClient = clientWith(server.url, { type: 'pem', file: await test.file('never read') });
      for (let asked = 0; asked < 3; asked += 1) {
        const cancel = new AbortController();
        const request = failureOf(httpClient.request({ ...get, signal: cancel.signal }));
        await new Promise((resolve) => setImmediate(resolve));
        cancel.abort();
        assert.equal((await request).kind, 'canceled');
      }
      assert.equal(looked, 1);
      assert.equal(server.sockets.length, 0);
    } finally {
      node.stat = stat;
      syncBuiltinESMExports();
    }
  });

  it('that cannot be used is told of before anybody is asked', async () => {
    const server = await serve();
    const proxy = await serveProxy({ port: server.port });
    await test.server(Promise.resolve(proxy));
    const client: ClientCertificate = { type: 'pem', file: await test.file('nothing') };
    for (const [url, options] of [
      [server.url, {}],
      ['https://edge.example.test', { proxy: proxy.url }],
    ] as const) {
      const { kind, sentence } = await failureOf(
        test.client(endpointAt(url, { tls: { client } }), options).request(get),
      );
      assert.equal(kind, 'tls');
      assert.match(sentence, /^Client certificate: .* contains no certificate in PEM format\.$/);
    }
    assert.equal(server.sockets.length + proxy.sockets.length, 0);
  });

  for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
    it(`that is missing or not accepted is told of (${maxVersion})`, async () => {
      const { url } = await serve({ rejectUnauthorized: true, maxVersion });
      for (const client of [undefined, await pem(stranger.issue(['reader']))]) {
        const failure = await failureOf(clientWith(url, client).request(get));
        // Node's server closes without an alert where TLS 1.3 has already let the client in.
        assert.ok(failure.kind === 'tls' || failure.kind === 'reset', failure.kind);
      }
    });

    it(`that has expired is told of when the server does not accept it (${maxVersion})`, async () => {
      const { url } = await serve({ rejectUnauthorized: true, maxVersion });
      const client = await pem(authority.issue(['reader'], new Date('2024-02-29T12:00:00Z')));
      const { nextStep } = await failureOf(clientWith(url, client).request(get));
      assert.equal(nextStep, `The client certificate ${client.file} expired on 2024-02-29. Renew it.`);
    });
  }

  it('that has expired is shown all the same: the server may not mind', async () => {
    const { url } = await serve();
    const client = await pem(authority.issue(['reader'], new Date('2024-02-29T12:00:00Z')));
    assert.equal(await knownAs(url, client), null);
  });

  const alerts: readonly (readonly [number: number, name: string])[] = [
    [42, 'bad certificate'],
    [43, 'unsupported certificate'],
    [44, 'certificate revoked'],
    [45, 'certificate expired'],
    [46, 'certificate unknown'],
    [48, 'unknown authority'],
    [116, 'certificate required'],
  ];
  for (const [number, name] of alerts) {
    it(`that a server refuses by the alert “${name}” is named`, async () => {
      const { url } = await test.server(
        serveRaw((socket) => void socket.once('data', () => socket.end(Buffer.of(21, 3, 3, 0, 2, 2, number))), 'https'),
      );
      const without = await failureOf(clientWith(url).request(get));
      assert.equal(without.kind, 'tls');
      assert.match(without.sentence, /requires a client certificate\.$/);
      const client = await pem(authority.issue(['reader']));
      const refused = await failureOf(clientWith(url, client).request(get));
      assert.ok(refused.sentence.endsWith(`did not accept the client certificate ${client.file}.`), refused.sentence);
    });
  }
});
