import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { failureOfStatus } from '../../../../../src/core/base/http/responseFailures';
import { makeAuthority } from './certificates';
import { endpointAt } from './endpointAt';
import { endedAfterEach, failureOf } from './fixtures';
import { serveProxy } from './forwardProxy';
import { closed, readAll, serveHttp, serveHttps, serveRaw } from './servers';

const get = { method: 'GET', path: '/api/version' } as const;
const host = 'traefik.example.test';
const authority = makeAuthority();
const ca = [authority.cert];

describe('forwardProxy: a proxy', () => {
  const test = endedAfterEach();

  const echo = () =>
    serveHttp(async (request, response) =>
      response.end(JSON.stringify({ path: request.url, headers: request.headers, body: await readAll(request) })),
    );
  const echoSecurely = (names: readonly string[] = [host]) =>
    serveHttps(authority.issue(names), (request, response) => response.end(JSON.stringify(request.headers)));

  it('relays plain http, asked with the whole address', async () => {
    const { port } = await test.server(echo());
    const proxy = await serveProxy({ port });
    await test.server(Promise.resolve(proxy));
    const endpoint = endpointAt(`http://${host}:8080/base`, { auth: { type: 'bearer', token: 'for-the-endpoint' } });
    const options = { proxy: `http://us%40er:pw@127.0.0.1:${proxy.port}` };
    const client = test.client(endpoint, options);
    const answer = await client.request({ ...get, body: '{"a":1}' });
    const { path, headers, body } = JSON.parse(answer.body);
    assert.equal(path, '/base/api/version');
    assert.equal(headers.host, `${host}:8080`);
    assert.equal(headers.authorization, 'Bearer for-the-endpoint');
    assert.equal(body, '{"a":1}');
    await client.request(get);
    assert.deepEqual(
      proxy.asked,
      Array.from({ length: 2 }, () => ({
        line: `GET http://${host}:8080/base/api/version`,
        authorization: `Basic ${Buffer.from('us@er:pw').toString('base64')}`,
      })),
    );
    assert.equal(proxy.sockets.length, 1);
  });

  it('gives a tunnel for https, and learns nothing of what goes through it', async () => {
    const { port } = await test.server(echoSecurely());
    const proxy = await serveProxy({ port });
    await test.server(Promise.resolve(proxy));
    const options = { proxy: `http://user:pw@127.0.0.1:${proxy.port}`, extraCertificates: ca };
    const client = test.client(`https://${host}`, options);
    const headers = JSON.parse((await client.request({ ...get, body: '{}' })).body);
    await client.request({ ...get, body: '{}' });
    assert.equal(headers.host, host);
    assert.equal(headers['proxy-authorization'], undefined);
    assert.deepEqual(proxy.asked, [
      { line: `CONNECT ${host}:443`, authorization: `Basic ${Buffer.from('user:pw').toString('base64')}` },
    ]);
  });

  it('is sent what http.proxyAuthorization says, and the endpoint is not', async () => {
    const [secure, plain] = [await test.server(echoSecurely()), await test.server(echo())];
    for (const [scheme, { port }] of [
      ['https', secure],
      ['http', plain],
    ] as const) {
      const proxy = await serveProxy({ port });
      await test.server(Promise.resolve(proxy));
      const options = { proxy: proxy.url, proxyAuthorization: 'Bearer for-the-proxy', extraCertificates: ca };
      const answer = await test.client(`${scheme}://${host}`, options).request(get);
      assert.deepEqual(
        proxy.asked.map(({ authorization }) => authorization),
        ['Bearer for-the-proxy'],
      );
      if (scheme === 'https') assert.doesNotMatch(answer.body, /for-the-proxy/);
    }
  });

  it('may itself be asked by https, verified or not as the setting says', async () => {
    const { port } = await test.server(echoSecurely());
    const plain = await test.server(echo());
    const own = makeAuthority('the proxy’s authority');
    const [secure, relay] = [
      await serveProxy({ port, tls: own.issue(['127.0.0.1']) }),
      await serveProxy({ port: plain.port, tls: own.issue(['127.0.0.1']) }),
    ];
    for (const proxy of [secure, relay]) await test.server(Promise.resolve(proxy));

    const trusting = { proxy: secure.url, extraCertificates: [own.cert, ...ca] };
    assert.equal((await test.client(`https://${host}`, trusting).request(get)).status, 200);
    const relayed = { proxy: relay.url, extraCertificates: [own.cert] };
    assert.equal((await test.client(`http://${host}`, relayed).request(get)).status, 200);
    const lax = { proxy: secure.url, proxyStrictSsl: false, extraCertificates: ca };
    assert.equal((await test.client(`https://${host}`, lax).request(get)).status, 200);

    const strict = await failureOf(
      test.client(`https://${host}`, { proxy: secure.url, extraCertificates: ca }).request(get),
    );
    assert.equal(strict.kind, 'proxy');
    assert.match(strict.sentence, /^HTTP proxy error: https:\/\/127\.0\.0\.1:\d+ uses a certificate from an authority/);
    assert.match(strict.nextStep, /http\.proxyStrictSSL/);
  });

  it('that need not be verified does not spare the endpoint its verification', async () => {
    const { port } = await test.server(echoSecurely());
    const proxy = await serveProxy({ port });
    await test.server(Promise.resolve(proxy));
    const failure = await failureOf(
      test.client(`https://${host}`, { proxy: proxy.url, proxyStrictSsl: false }).request(get),
    );
    assert.equal(failure.kind, 'tls');
    assert.match(failure.sentence, /^https:\/\/traefik\.example\.test uses/);
  });

  it('is passed by for hosts of http.noProxy and for loopback', async () => {
    const proxy = await serveProxy({ port: 1 });
    await test.server(Promise.resolve(proxy));
    const server = await test.server(echo());
    assert.equal((await test.client(server.url, { proxy: proxy.url }).request(get)).status, 200);
    const failure = await failureOf(
      test.client('http://nowhere.invalid', { proxy: proxy.url, noProxy: ['.invalid'] }).request(get),
    );
    assert.equal(failure.kind, 'hostNotFound');
    assert.equal(proxy.sockets.length, 0);
  });

  for (const [status, sentence] of [
    [407, /^The HTTP proxy http:\/\/127\.0\.0\.1:\d+ requires credentials\.$/],
    [
      403,
      /^The HTTP proxy http:\/\/127\.0\.0\.1:\d+ did not connect to https:\/\/traefik\.example\.test \(status 403\)\.$/,
    ],
    [502, /did not connect/],
  ] as const) {
    it(`that refuses a tunnel with ${status} is named`, async () => {
      const proxy = await serveProxy({ port: 1, refuse: status });
      await test.server(Promise.resolve(proxy));
      const failure = await failureOf(test.client(`https://${host}`, { proxy: proxy.url }).request(get));
      assert.equal(failure.kind, 'proxy');
      assert.equal(failure.status, status);
      assert.match(failure.sentence, sentence);
      await Promise.all(proxy.sockets.map(closed));
    });
  }

  it('that asks for credentials when it relays is named', async () => {
    const proxy = await serveProxy({ port: 1, refuse: 407 });
    await test.server(Promise.resolve(proxy));
    const failure = await failureOf(test.client(`http://${host}`, { proxy: proxy.url }).request(get));
    assert.deepEqual([failure.kind, failure.status], ['proxy', 407]);
  });

  it('that is not there is named', async () => {
    const gone = await serveRaw(() => {});
    await gone.close();
    const failure = await failureOf(test.client(`https://${host}`, { proxy: gone.url }).request(get));
    assert.equal(failure.kind, 'proxy');
    assert.equal(failure.code, 'ECONNREFUSED');
    assert.match(failure.sentence, /^HTTP proxy error: http:\/\/127\.0\.0\.1:\d+ refused the connection\.$/);
  });

  it('that speaks no HTTP, or closes, is named', async () => {
    const odd = await test.server(serveRaw((socket) => void socket.once('data', () => socket.end('SSH-2.0\r\n'))));
    const shut = await test.server(serveRaw((socket) => void socket.once('data', () => socket.end())));
    for (const [{ url }, sentence] of [
      [odd, /is not HTTP/],
      [shut, /closed the connection without a response/],
    ] as const) {
      const failure = await failureOf(test.client(`https://${host}`, { proxy: url }).request(get));
      assert.equal(failure.kind, 'proxy');
      assert.match(failure.sentence, sentence);
    }
  });

  it('that never answers is given up', async () => {
    const proxy = await serveProxy({ port: 1, silent: true });
    await test.server(Promise.resolve(proxy));
    const options = { proxy: proxy.url, connectTimeoutMs: 100 };
    const failure = await failureOf(test.client(`https://${host}`, options).request(get));
    assert.equal(failure.kind, 'proxy');
    assert.match(failure.sentence, /^HTTP proxy error: .* did not connect to https:\/\/.* in time\.$/);
    await Promise.all(proxy.sockets.map(closed));
  });

  it('that takes a connection and no handshake is named', async () => {
    const { url } = await test.server(serveRaw((socket) => socket.resume(), 'https'));
    const failure = await failureOf(test.client(`https://${host}`, { proxy: url, connectTimeoutMs: 100 }).request(get));
    assert.equal(failure.kind, 'proxy');
    assert.match(
      failure.sentence,
      /^HTTP proxy error: .* accepted the connection but did not complete the TLS handshake in time\.$/,
    );
  });

  it('that answers itself when it relays is named beside the server', async () => {
    for (const [refuse, kind, words] of [
      [403, 'forbidden', 'denied access (status 403).'],
      [502, 'serverError', 'failed with status 502.'],
    ] as const) {
      const proxy = await serveProxy({ port: 1, refuse });
      await test.server(Promise.resolve(proxy));
      const client = test.client(`http://${host}`, { proxy: proxy.url });
      const { failure } = failureOfStatus(await client.request(get), client.endpoint);
      assert.equal(failure.kind, kind);
      assert.equal(failure.sentence, `http://${host}, or the HTTP proxy ${proxy.url} in front of it, ${words}`);
    }
  });

  it('that cannot be used is said so before anything is sent', async () => {
    for (const proxy of ['socks5://127.0.0.1:1080', 'http://']) {
      const failure = await failureOf(test.client(`https://${host}`, { proxy }).request(get));
      assert.equal(failure.kind, 'proxy');
      assert.match(failure.nextStep, /http:\/\/ or https:\/\//);
    }
  });

  describe('is let go when the request is canceled', () => {
    async function canceled(url: string, proxy: Awaited<ReturnType<typeof serveProxy>>, reached: () => boolean) {
      await test.server(Promise.resolve(proxy));
      const asker = new AbortController();
      const options = { proxy: proxy.url, extraCertificates: ca };
      const failed = failureOf(test.client(url, options).request({ ...get, signal: asker.signal }));
      while (!reached()) await wait(5);
      asker.abort();
      assert.equal((await failed).kind, 'canceled');
      assert.equal(proxy.sockets.length, 1);
      await Promise.all(proxy.sockets.map(closed));
    }

    it('while the tunnel is awaited', async () => {
      const proxy = await serveProxy({ port: 1, silent: true });
      await canceled(`https://${host}`, proxy, () => proxy.asked.length === 1);
    });

    it('during the TLS handshake in the tunnel', async () => {
      const target = await test.server(serveRaw((socket) => socket.resume()));
      const proxy = await serveProxy({ port: target.port });
      await canceled(`https://${host}`, proxy, () => target.sockets.length === 1);
    });

    it('while the answer through the tunnel is awaited', async () => {
      let asked = false;
      const target = await test.server(
        serveHttps(authority.issue([host]), () => {
          asked = true;
        }),
      );
      const proxy = await serveProxy({ port: target.port });
      await canceled(`https://${host}`, proxy, () => asked);
    });

    it('while it relays', async () => {
      const proxy = await serveProxy({ port: 1, silent: true });
      await canceled(`http://${host}`, proxy, () => proxy.asked.length === 1);
    });
  });
});
