import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { EndpointAuth } from '../../../../../src/core/base/endpoints/endpoint';
import { endpointAt } from './endpointAt';
import { endedAfterEach, failureOf } from './fixtures';
import { readAll, serveHttp, serveRaw } from './servers';

describe('httpClient: the HTTP client', () => {
  const test = endedAfterEach();

  /** A server that answers `{}` and keeps what it was asked. */
  async function recorder() {
    const asked: (Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { readonly body: string })[] = [];
    const server = await test.server(
      serveHttp(async (request, response) => {
        asked.push({
          method: request.method,
          url: request.url,
          headers: request.headers,
          body: await readAll(request),
        });
        response.setHeader('content-type', 'application/json').setHeader('x-two', ['a', 'b']).end('{"ok":"é"}');
      }),
    );
    return { server, asked };
  }

  it('asks below the URL’s path and gives the answer as it came', async () => {
    const { server, asked } = await recorder();
    const answer = await test
      .client(`${server.url}/deep/er`)
      .request({ method: 'GET', path: '/api/http/routers/a%2Fb?page=1' });
    assert.equal(asked[0]?.url, '/deep/er/api/http/routers/a%2Fb?page=1');
    assert.equal(asked[0]?.headers['user-agent'], 'Proxy-Scout');
    assert.equal(asked[0]?.headers.accept, 'application/json');
    assert.equal(asked[0]?.headers['content-type'], undefined);
    assert.equal(asked[0]?.headers.host, new URL(server.url).host);
    assert.equal(answer.status, 200);
    assert.equal(answer.body, '{"ok":"é"}');
    assert.equal(answer.headers['x-two'], 'a, b');
  });

  it('resolves for a status that is no success', async () => {
    const server = await test.server(serveHttp((_, response) => response.writeHead(503).end('later')));
    const answer = await test.client(server.url).request({ method: 'GET', path: '/' });
    assert.deepEqual([answer.status, answer.body], [503, 'later']);
  });

  const accounts: readonly (readonly [string, EndpointAuth, string, string])[] = [
    ['basic', { type: 'basic', username: 'zoë', password: 'pä:ss€' }, 'authorization', `Basic ${b64('zoë:pä:ss€')}`],
    ['bearer', { type: 'bearer', token: 'abc.def' }, 'authorization', 'Bearer abc.def'],
    ['API key', { type: 'apiKey', key: 'aWQ6a2V5' }, 'authorization', 'ApiKey aWQ6a2V5'],
    ['API key in its own header', { type: 'apiKey', key: 'k1', header: 'X-Api-Key' }, 'x-api-key', 'k1'],
  ];
  for (const [name, auth, header, value] of accounts) {
    it(`shows who asks: ${name}`, async () => {
      const { server, asked } = await recorder();
      await test.client(endpointAt(server.url, { auth })).request({ method: 'GET', path: '/' });
      assert.equal(asked[0]?.headers[header], value);
    });
  }

  it('sends the endpoint’s own headers, Host among them', async () => {
    const { server, asked } = await recorder();
    const endpoint = endpointAt(server.url, { headers: { 'X-Team': 'edge', Host: 'traefik.example.test' } });
    await test.client(endpoint).request({ method: 'GET', path: '/' });
    assert.equal(asked[0]?.headers['x-team'], 'edge');
    assert.equal(asked[0]?.headers.host, 'traefik.example.test');
  });

  for (const header of ['Content-Length', 'transfer-encoding', 'Connection', 'Proxy-Authorization']) {
    it(`refuses an own header that would change the framing: ${header}`, async () => {
      const { server, asked } = await recorder();
      const client = test.client(endpointAt(server.url, { headers: { [header]: '5' } }));
      assert.equal((await failureOf(client.request({ method: 'GET', path: '/' }))).kind, 'invalid');
      assert.equal(asked.length, 0);
    });
  }

  for (const header of ['Content-Length', 'transfer-encoding', 'Upgrade', 'hOST']) {
    it(`refuses an API key in a header that is not for it: ${header}`, async () => {
      const { server } = await recorder();
      const client = test.client(endpointAt(server.url, { auth: { type: 'apiKey', key: '5', header } }));
      assert.equal((await failureOf(client.request({ method: 'GET', path: '/' }))).kind, 'invalid');
      assert.equal(server.sockets.length, 0);
    });
  }

  it('says so when a token cannot be sent', async () => {
    const { server } = await recorder();
    const client = test.client(endpointAt(server.url, { auth: { type: 'bearer', token: 'two\nlines' } }));
    const failure = await failureOf(client.request({ method: 'GET', path: '/' }));
    assert.equal(failure.kind, 'invalid');
    assert.doesNotMatch(JSON.stringify(failure), /two/);
  });

  const wrongPaths = [
    'api',
    '//../x',
    '/a/../b',
    '/a/./b',
    '/a/%2e%2E/b',
    '/..',
    '/a b',
    '/é',
    '/a#b',
    '/a\r\nX: y',
    '',
  ];
  for (const path of wrongPaths) {
    it(`refuses the path ${JSON.stringify(path)}`, async () => {
      const { server } = await recorder();
      assert.equal((await failureOf(test.client(server.url).request({ method: 'GET', path }))).kind, 'invalid');
      assert.equal(server.sockets.length, 0);
    });
  }

  it('sends dots that are no segment as they are', async () => {
    const { server, asked } = await recorder();
    const client = test.client(server.url);
    for (const path of ['/.logs-2026.01/_search', '/a..b/%2E%2Ec', "/x?q=../'(y)'", '//double']) {
      await client.request({ method: 'GET', path });
      assert.equal(asked.at(-1)?.url, path);
    }
  });

  it('sends a GET’s body with its length, and ten page turns over at most two connections', async () => {
    const { server, asked } = await recorder();
    const client = test.client(server.url);
    for (let page = 0; page < 10; page++) {
      await client.request({ method: 'GET', path: '/logs/_search', body: `{"from":${page},"q":"é"}` });
    }
    assert.equal(asked.length, 10);
    for (const [page, { method, headers, body }] of asked.entries()) {
      assert.equal(method, 'GET');
      assert.equal(body, `{"from":${page},"q":"é"}`);
      assert.equal(headers['content-length'], String(Buffer.byteLength(body)));
      assert.equal(headers['transfer-encoding'], undefined);
      assert.equal(headers['content-type'], 'application/json');
    }
    assert.ok(server.sockets.length <= 2, `${server.sockets.length} connections`);
  });

  it('asks six times at once, no more, and lets the others wait', async () => {
    let now = 0;
    let most = 0;
    const server = await test.server(
      serveHttp((_, response) => {
        most = Math.max(most, ++now);
        setTimeout(() => {
          now -= 1;
          response.end('{}');
        }, 20);
      }),
    );
    const client = test.client(server.url);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => client.request({ method: 'GET', path: '/', body: '{}' })),
    );
    assert.equal(answers.length, 30);
    assert.equal(most, 6);
    assert.equal(server.sockets.length, 6);
  });

  describe('when a kept-alive connection died', () => {
    /** Answers the first request of a connection; ends the connection as `die` does on the second one. */
    async function forgetful(die: 'end' | 'resetAndDestroy', dies: (connection: number) => boolean) {
      let requests = 0;
      let connections = 0;
      const server = await test.server(
        serveRaw((socket) => {
          const connection = ++connections;
          let first = true;
          socket.on('data', () => {
            requests += 1;
            if (!first && dies(connection)) socket[die]();
            else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
            first = false;
          });
        }),
      );
      return { server, requests: () => requests };
    }

    for (const die of ['end', 'resetAndDestroy'] as const) {
      it(`asks a GET once more over a new one (${die})`, async () => {
        const { server, requests } = await forgetful(die, () => true);
        const client = test.client(server.url);
        await client.request({ method: 'GET', path: '/' });
        const answer = await client.request({ method: 'GET', path: '/', body: '{}' });
        assert.equal(answer.status, 200);
        assert.equal(server.sockets.length, 2);
        assert.equal(requests(), 3);
      });
    }

    it('does not ask a POST again, unless it may be repeated', async () => {
      const { server } = await forgetful('end', () => true);
      const client = test.client(server.url);
      await client.request({ method: 'GET', path: '/' });
      const failure = await failureOf(client.request({ method: 'POST', path: '/', body: '{}' }));
      assert.equal(failure.kind, 'reset');
      assert.equal(server.sockets.length, 1);
      await client.request({ method: 'GET', path: '/' });
      const answer = await client.request({ method: 'POST', path: '/', body: '{}', repeatable: true });
      assert.equal(answer.status, 200);
    });

    it('asks a POST again when it was not even sent', async () => {
      const { server } = await forgetful('end', () => false);
      const client = test.client(server.url);
      await client.request({ method: 'GET', path: '/' });
      const [first] = server.sockets;
      assert.ok(first);
      // The end reaches us while undici still thinks that the connection stands.
      first.resetAndDestroy();
      await once(first, 'close');
      assert.equal((await client.request({ method: 'POST', path: '/', body: '{}' })).status, 200);
      assert.equal(server.sockets.length, 2);
    });

    it('does not ask again when a new one is closed without an answer', async () => {
      const server = await test.server(serveRaw((socket) => socket.once('data', () => socket.end())));
      const failure = await failureOf(test.client(server.url).request({ method: 'GET', path: '/' }));
      assert.equal(failure.kind, 'reset');
      assert.match(failure.nextStep, /HTTPS/);
      assert.equal(server.sockets.length, 1);
    });

    it('does not ask a third time', async () => {
      let connections = 0;
      const server = await test.server(
        serveRaw((socket) => {
          const connection = ++connections;
          let requests = 0;
          socket.on('data', () => {
            if (connection === 1 && ++requests === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
            else socket.end();
          });
        }),
      );
      const client = test.client(server.url);
      await client.request({ method: 'GET', path: '/' });
      assert.equal((await failureOf(client.request({ method: 'GET', path: '/' }))).kind, 'reset');
      assert.equal(server.sockets.length, 2);
    });
  });

  it('never uses a connection again on which something was too long', async () => {
    // As Elasticsearch 7.17 does after a header over 16 KB: 400, the connection stays open, and nothing more is answered.
    const server = await test.server(
      serveRaw((socket) => {
        let dead = false;
        socket.on('data', (data) => {
          if (dead) return;
          dead = data.length > 8_192;
          socket.write(
            dead
              ? 'HTTP/1.1 400 Bad Request\r\ncontent-length: 2\r\n\r\n{}'
              : 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}',
          );
        });
      }),
    );
    const client = test.client(server.url);
    const tooLong = await client.request({ method: 'GET', path: `/?q=${'a'.repeat(12_000)}` });
    assert.equal(tooLong.status, 400);
    assert.equal((await client.request({ method: 'GET', path: '/' })).status, 200);
    assert.equal(server.sockets.length, 2);
  });

  it('keeps the connection of a short request that was refused for what it says', async () => {
    const server = await test.server(
      serveRaw((socket) => {
        socket.on('data', () => socket.write('HTTP/1.1 400 Bad Request\r\ncontent-length: 2\r\n\r\n{}'));
      }),
    );
    const client = test.client(server.url);
    for (let times = 0; times < 3; times++) {
      assert.equal((await client.request({ method: 'GET', path: '/_search', body: '{"x":1}' })).status, 400);
    }
    assert.equal(server.sockets.length, 1);
  });
});

function b64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}
