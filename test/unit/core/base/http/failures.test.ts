import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { EndpointAuth } from '../../../../../src/core/base/endpoints/endpoint';
import type { FailureKind } from '../../../../../src/core/base/errors/failure';
import type { HttpClientOptions } from '../../../../../src/core/base/http/httpClient';
import { openHttpClient } from '../../../../../src/core/base/http/openHttpClient';
import { endpointAt } from './endpointAt';
import { endedAfterEach, failureOf } from './fixtures';
import { closed, serveBytes, serveHttp, serveRaw, type TestServer } from './servers';

const get = { method: 'GET', path: '/' } as const;

describe('failures', () => {
  const test = endedAfterEach();

  /** A port on which nothing listens. */
  async function deadPort(): Promise<number> {
    const server = await serveRaw(() => {});
    await server.close();
    return server.port;
  }

  describe('a refused connection', () => {
    it('says what refused', async () => {
      const url = `http://127.0.0.1:${await deadPort()}`;
      const failure = await failureOf(test.client(url).request(get));
      assert.equal(failure.kind, 'refused');
      assert.equal(failure.code, 'ECONNREFUSED');
      assert.equal(failure.sentence, `${url} refused the connection.`);
      assert.match(failure.nextStep, /Check that it is running/);
    });

    it('says so too where a name has several addresses', async () => {
      const failure = await failureOf(test.client(`http://localhost:${await deadPort()}`).request(get));
      assert.equal(failure.kind, 'refused');
      assert.equal(failure.code, 'ECONNREFUSED');
    });

    it('says where it was tried from, and what localhost is there', async () => {
      const url = `http://localhost:${await deadPort()}`;
      const failure = await failureOf(test.client(url, { from: 'container' }).request(get));
      assert.equal(failure.sentence, `${url} refused the connection. Requests are sent from the container.`);
      assert.match(failure.nextStep, /^localhost is the machine that requests are sent from\./);
    });
  });

  it('a host that does not exist', async () => {
    const failure = await failureOf(test.client('http://nowhere.invalid:8080').request(get));
    assert.equal(failure.kind, 'hostNotFound');
    assert.match(failure.sentence, /^The host nowhere\.invalid was not found\.$/);
  });

  it('an address that leads nowhere', async () => {
    // TCP cannot connect to a broadcast address: the system refuses it without sending anything.
    const failure = await failureOf(test.client('http://255.255.255.255:9200').request(get));
    assert.equal(failure.kind, 'unreachable');
  });

  const hostile: readonly (readonly [string, FailureKind, RegExp, Buffer | string, 'end' | 'destroy' | 'stay'])[] = [
    ['a bad status line', 'malformed', /is not HTTP/, 'HELLO 200\r\n\r\n', 'stay'],
    ['another protocol', 'malformed', /is not HTTP/, 'SSH-2.0-OpenSSH_9.6\r\n', 'stay'],
    ['a TLS alert', 'malformed', /is not HTTP/, Buffer.from('15030300020246', 'hex'), 'end'],
    ['a bad header', 'malformed', /is not HTTP/, 'HTTP/1.1 200 OK\r\nno colon\r\n\r\n', 'stay'],
    [
      'two lengths',
      'malformed',
      /is corrupted/,
      'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}',
      'stay',
    ],
    ['a bad chunk', 'malformed', /./, 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n', 'stay'],
    ['an end before the header', 'reset', /without a response/, 'HTTP/1.1 200 OK\r\nx-half: 1', 'end'],
    ['no answer', 'reset', /without a response/, '', 'destroy'],
    ['100 alone', 'malformed', /an unexpected 1xx status/, 'HTTP/1.1 100 Continue\r\n\r\n', 'stay'],
    [
      'another protocol that was not asked for',
      'malformed',
      /an unexpected 1xx status/,
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
      'stay',
    ],
    [
      'an end within the length',
      'reset',
      /before its response was complete/,
      'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"a"',
      'end',
    ],
    [
      'an end within the chunks',
      'reset',
      /before its response was complete/,
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"a":\r\n',
      'end',
    ],
  ];
  for (const [name, kind, sentence, bytes, then] of hostile) {
    it(`the server sends ${name}`, async () => {
      const server = await test.server(serveBytes(bytes, then));
      const failure = await failureOf(test.client(server.url).request(get));
      assert.equal(failure.kind, kind);
      assert.match(failure.sentence, sentence);
      await Promise.all(server.sockets.map(closed));
    });
  }

  it('an answer without length ends with the connection, and is whole', async () => {
    const server = await test.server(serveBytes('HTTP/1.0 200 OK\r\n\r\n{"a":1}', 'end'));
    assert.equal((await test.client(server.url).request(get)).body, '{"a":1}');
  });

  it('what a server says is one short line without invisible characters', async () => {
    const server = await test.server(serveBytes('HTTP/1.1 200 OK\r\nevil\u202e\u0007header\r\n\r\n', 'stay'));
    const { detail = '' } = await failureOf(test.client(server.url).request(get));
    assert.ok(detail.length <= 500);
    assert.doesNotMatch(detail, /[\p{Cc}\p{Cf}]/u);
  });

  describe('hold no credentials', () => {
    const canary = 'c4n4ry-Pässw0rd';
    const basic = Buffer.from(`reader:${canary}`, 'utf8').toString('base64');
    const accounts: readonly EndpointAuth[] = [
      { type: 'basic', username: 'reader', password: canary },
      { type: 'bearer', token: 'c4n4ry-Pasw0rd' },
      { type: 'apiKey', key: 'c4n4ry-Pasw0rd' },
      { type: 'apiKey', key: 'c4n4ry-Pasw0rd', header: 'X-Key' },
    ];
    const echo = (socket: { once(name: 'data', then: (data: Buffer) => void): void; end(data: string): void }) =>
      socket.once('data', (data) => socket.end(String(data)));
    const ways: readonly (readonly [string, () => Promise<TestServer>, HttpClientOptions])[] = [
      ['refused', async () => ({ ...(await dead()), sockets: [] }), {}],
      ['cut off', () => serveBytes('', 'destroy'), {}],
      ['too slow', () => serveRaw((socket) => socket.resume()), { answerTimeoutMs: 50 }],
      ['too large', () => serveHttp((_, response) => response.end('{}'.repeat(50))), { maxBytes: 10 }],
      ['malformed, echoing the request', () => serveRaw(echo), {}],
      [
        'redirected',
        () => serveHttp((_, response) => response.writeHead(302, { location: 'http://x.test/' }).end()),
        {},
      ],
      ['a refusing proxy', () => serveRaw((socket) => socket.resume()), { proxy: `http://p:${canary}@127.0.0.1:1` }],
    ];
    const dead = async () => {
      const server = await serveRaw(() => {});
      await server.close();
      return { ...server, close: async () => {} };
    };
    for (const [name, serve, options] of ways) {
      it(name, async () => {
        const server = await test.server(serve());
        const asked = accounts.map(async (auth) => {
          const url = options.proxy === undefined ? server.url : 'http://traefik.example.test';
          const client = openHttpClient(endpointAt(url, { auth, headers: { 'X-Own': 'c4n4ry-0wn' } }), options);
          const error: unknown = await client.request(get).catch((reason: unknown) => reason);
          await client.close();
          assert.ok(error instanceof Error && 'failure' in error);
          const seen = [
            inspect(error, { depth: 20, showHidden: true, getters: true }),
            JSON.stringify(error),
            JSON.stringify(error.failure),
            error.stack ?? '',
            error.message,
          ].join('\n');
          assert.doesNotMatch(seen, /c4n4ry/);
          assert.ok(!seen.includes(basic));
        });
        // At once, as a limit of time is noticed up to a second later.
        await Promise.all(asked);
      });
    }
  });
});
