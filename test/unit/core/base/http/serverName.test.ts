import assert from 'node:assert/strict';
import type { TLSSocket } from 'node:tls';
import type { Endpoint } from '../../../../../src/core/base/endpoints/endpoint';
import { serverNameOf } from '../../../../../src/core/base/http/serverName';
import { makeAuthority } from './certificates';
import { endpointAt } from './endpointAt';
import { endedAfterEach, failureOf } from './fixtures';
import { serveProxy } from './forwardProxy';
import { serveHttp, serveHttps } from './servers';

const get = { method: 'GET', path: '/api/version' } as const;
const authority = makeAuthority();

describe('serverName: the name under which a server is asked', () => {
  const test = endedAfterEach();

  const cases: readonly (readonly [string, Partial<Endpoint>, host: string, origin: string, serverName: string])[] = [
    ['https://a.test:8443', {}, 'a.test:8443', 'https://a.test:8443', 'a.test'],
    ['https://10.0.0.5', { host: 'b.test' }, 'b.test', 'https://b.test', 'b.test'],
    ['https://10.0.0.5:8443', { host: 'b.test:444' }, 'b.test:444', 'https://b.test:444', 'b.test'],
    ['https://10.0.0.5', { host: 'b.test:443' }, 'b.test:443', 'https://b.test', 'b.test'],
    ['https://a.test', { headers: { hOST: 'b.test' } }, 'b.test', 'https://b.test', 'b.test'],
    ['https://a.test', { headers: { Host: '' } }, 'a.test', 'https://a.test', 'a.test'],
    ['https://a.test', { headers: { Host: 'b.test' }, host: 'c.test' }, 'c.test', 'https://c.test', 'c.test'],
    ['https://a.test', { host: 'b.test', tls: { serverName: 'c.test' } }, 'b.test', 'https://b.test', 'c.test'],
    ['https://[fd00::1]:8443', {}, '[fd00::1]:8443', 'https://[fd00::1]:8443', 'fd00::1'],
    ['https://a.test', { host: '[fd00::1]:1' }, '[fd00::1]:1', 'https://[fd00::1]:1', 'fd00::1'],
  ];
  for (const [url, more, host, origin, serverName] of cases) {
    it(`of ${url} with ${JSON.stringify(more)} is ${host}`, () => {
      const { isOwn: _, ...named } = serverNameOf(endpointAt(url, more));
      assert.deepEqual(named, { host, origin, serverName });
    });
  }

  it('is its own where it is another one than the address’s, however that is spelt', () => {
    const isOwn = (url: string, host: string) => serverNameOf(endpointAt(url, { host })).isOwn;
    assert.equal(isOwn('http://a.test', 'b.test'), true);
    assert.equal(isOwn('http://a.test', 'a.test:81'), true);
    assert.equal(isOwn('http://a.test', 'A.test:80'), false);
    assert.equal(isOwn('https://[fd00::1]:8443', '[fd00:0::1]:8443'), false);
  });

  it('is sent, over http to an address', async () => {
    const server = await test.server(serveHttp((request, response) => response.end(request.headers.host)));
    for (const more of [{ host: 'api.example.test:81' }, { headers: { Host: 'api.example.test:81' } }]) {
      assert.equal((await test.client(endpointAt(server.url, more)).request(get)).body, 'api.example.test:81');
    }
  });

  const unusable: readonly Partial<Endpoint>[] = [
    { headers: { Host: 'a b' } },
    { headers: { Host: 'a.test/x' } },
    { headers: { Host: 'a.test:65536' } },
    { host: 'a.test:65536' },
    { host: '[::::]' },
    { host: '10.0.0.256' },
  ];
  for (const more of unusable) {
    it(`that no request can name is not sent: ${JSON.stringify(more)}`, async () => {
      const server = await test.server(serveHttp((_, response) => response.end('{}')));
      const failure = await failureOf(test.client(endpointAt(server.url, more)).request(get));
      assert.equal(failure.kind, 'invalid');
      assert.match(failure.nextStep, /set its host/);
      assert.equal(server.sockets.length, 0);
    });
  }

  it('is the one of the TLS connection too, and the certificate must be for it', async () => {
    const asked: unknown[] = [];
    const answer = (names: readonly string[]) =>
      test.server(
        serveHttps(authority.issue(names), (request, response) => {
          asked.push([(request.socket as TLSSocket).servername, request.headers.host]);
          response.end('{}');
        }),
      );
    const options = { extraCertificates: [authority.cert] };
    const right = await answer(['api.example.test']);
    const wrong = await answer(['127.0.0.1']);
    const named = (url: string) => endpointAt(url, { host: 'api.example.test:8443' });
    assert.equal((await test.client(named(right.url), options).request(get)).status, 200);
    const failure = await failureOf(test.client(named(wrong.url), options).request(get));
    assert.equal(failure.code, 'ERR_TLS_CERT_ALTNAME_INVALID');
    assert.match(failure.detail ?? '', /api\.example\.test/);
    assert.deepEqual(asked, [['api.example.test', 'api.example.test:8443']]);
  });

  it('is asked for through a tunnel, also over http: a proxy that relays would send the address’s', async () => {
    const server = await test.server(serveHttp((request, response) => response.end(request.headers.host)));
    const proxy = await serveProxy({ port: server.port });
    await test.server(Promise.resolve(proxy));
    const endpoint = endpointAt('http://edge.example.test', { host: 'api.example.test' });
    const answer = await test.client(endpoint, { proxy: proxy.url }).request(get);
    assert.equal(answer.body, 'api.example.test');
    assert.deepEqual(
      proxy.asked.map(({ line }) => line),
      ['CONNECT edge.example.test:80'],
    );
  });

  describe('and a redirect to it', () => {
    const redirecting = (location: string) =>
      test.server(
        serveHttp((request, response) => {
          if (request.url === get.path) response.writeHead(302, { location }).end();
          else response.end(JSON.stringify([request.url, request.headers.host]));
        }),
      );
    const host = 'api.example.test';

    for (const location of ['/there?x=1', `http://${host}/there?x=1`, `//${host}:80/there?x=1`]) {
      it(`is followed on the way that is known: ${location}`, async () => {
        const server = await redirecting(location);
        const answer = await test.client(endpointAt(server.url, { host })).request(get);
        assert.equal(answer.body, `["/there?x=1","${host}"]`);
      });
    }

    it('by https is offered at the address, with the port that the server names', async () => {
      for (const [port, better] of [
        ['', 'https://127.0.0.1/base'],
        [':8443', 'https://127.0.0.1:8443/base'],
      ]) {
        const server = await test.server(
          serveHttp((_, response) => response.writeHead(302, { location: `https://${host}${port}/x` }).end()),
        );
        const failure = await failureOf(test.client(endpointAt(`${server.url}/base`, { host })).request(get));
        assert.equal(failure.betterUrl, better);
      }
    });

    for (const location of ['http://other.example.test/', `http://${host}:81/`, `http://${host}@other.example.test/`]) {
      it(`is not followed elsewhere: ${location}`, async () => {
        const server = await redirecting(location);
        const failure = await failureOf(test.client(endpointAt(server.url, { host })).request(get));
        assert.equal(failure.kind, 'redirected');
        assert.equal(server.sockets.length, 1);
      });
    }

    it('is followed on our way also where its path looks like another server', async () => {
      const server = await redirecting(`http://${host}//other.example.test/x`);
      const answer = await test.client(endpointAt(server.url, { host })).request(get);
      assert.equal(answer.body, `["//other.example.test/x","${host}"]`);
    });
  });
});
