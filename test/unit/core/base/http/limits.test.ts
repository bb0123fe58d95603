import assert from 'node:assert/strict';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { endedAfterEach, failureOf } from './fixtures';
import { closed, serveBytes, serveHttp, serveRaw } from './servers';

const get = { method: 'GET', path: '/' } as const;
const kib = 1024;

describe('limits', () => {
  const test = endedAfterEach();

  describe('of time', () => {
    it('ends a TLS handshake that is never answered', async () => {
      const server = await test.server(serveRaw((socket) => socket.resume(), 'https'));
      const failure = await failureOf(test.client(server.url, { connectTimeoutMs: 100 }).request(get));
      assert.equal(failure.kind, 'timedOut');
      assert.match(failure.sentence, / accepted the connection but did not complete the TLS handshake in time\.$/);
      assert.equal(failure.detail, 'Timed out after 0.1 s.');
      await Promise.all(server.sockets.map(closed));
    });

    it('ends the wait for a header that does not come', async () => {
      const server = await test.server(serveBytes('HTTP/1.1 200 OK\r\nx-slow: ', 'stay'));
      const failure = await failureOf(test.client(server.url, { answerTimeoutMs: 100 }).request(get));
      assert.equal(failure.kind, 'timedOut');
      assert.match(failure.sentence, /did not respond in time/);
      await Promise.all(server.sockets.map(closed));
    });

    it('ends a body that stops', async () => {
      const server = await test.server(serveBytes('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"a"', 'stay'));
      const failure = await failureOf(test.client(server.url, { answerTimeoutMs: 100 }).request(get));
      assert.equal(failure.kind, 'timedOut');
      assert.match(failure.sentence, /did not complete its response in time/);
      await Promise.all(server.sockets.map(closed));
    });

    it('ends a body that dribbles for ever', async () => {
      const server = await test.server(
        serveHttp((_, response) => {
          const dribble = setInterval(() => response.write(' '), 10);
          response.on('close', () => clearInterval(dribble));
        }),
      );
      const failure = await failureOf(test.client(server.url, { totalTimeoutMs: 300 }).request(get));
      assert.equal(failure.kind, 'timedOut');
      await Promise.all(server.sockets.map(closed));
    });
  });

  describe('of size', () => {
    const options = { maxBytes: 64 * kib };

    it('takes a body of just the limit, and none of a byte more', async () => {
      const server = await test.server(
        serveHttp((request, response) => response.end('a'.repeat(64 * kib + (request.url === '/more' ? 1 : 0)))),
      );
      const client = test.client(server.url, options);
      assert.equal((await client.request(get)).body.length, 64 * kib);
      const failure = await failureOf(client.request({ method: 'GET', path: '/more' }));
      assert.equal(failure.kind, 'tooLarge');
      assert.match(failure.sentence, /larger than 0\.063 MiB/);
    });

    it('ends an endless body', async () => {
      const server = await test.server(
        serveHttp((_, response) => {
          const more = () => {
            while (!response.destroyed && response.write('x'.repeat(16 * kib)));
          };
          response.on('drain', more);
          more();
        }),
      );
      assert.equal((await failureOf(test.client(server.url, options).request(get))).kind, 'tooLarge');
      await Promise.all(server.sockets.map(closed));
    });

    for (const [name, compress] of [
      ['gzip', (data: Buffer) => gzipSync(data)],
      ['br', (data: Buffer) => brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
    ] as const) {
      it(`stops a ${name} bomb at the limit`, async () => {
        const bomb = compress(Buffer.alloc(128 * kib * kib));
        assert.ok(bomb.length < 512 * kib);
        const server = await test.server(
          serveHttp((_, response) => response.setHeader('content-encoding', name).end(bomb)),
        );
        const before = process.memoryUsage().arrayBuffers;
        const failure = await failureOf(test.client(server.url, { maxBytes: kib * kib }).request(get));
        assert.equal(failure.kind, 'tooLarge');
        assert.match(failure.sentence, /larger than 1 MiB/);
        assert.ok(process.memoryUsage().arrayBuffers - before < 64 * kib * kib);
      });
    }

    it('ends a header that is too large', async () => {
      const server = await test.server(
        serveBytes(`HTTP/1.1 200 OK\r\n${`set-cookie: ${'c'.repeat(4_000)}\r\n`.repeat(10)}\r\n`, 'stay'),
      );
      const failure = await failureOf(test.client(server.url).request(get));
      assert.equal(failure.kind, 'tooLarge');
      assert.match(failure.sentence, /header/);
      await Promise.all(server.sockets.map(closed));
    });
  });

  describe('of encodings', () => {
    const text = JSON.stringify({ name: 'grün', long: 'x'.repeat(100_000) });
    const encodings: readonly (readonly [string, Buffer])[] = [
      ['gzip', gzipSync(text)],
      ['X-GZIP', gzipSync(text)],
      ['br', brotliCompressSync(text)],
      ['deflate', deflateSync(text)],
      ['identity', Buffer.from(text)],
      ['gzip, br', brotliCompressSync(gzipSync(text))],
    ];
    for (const [encoding, body] of encodings) {
      it(`reads ${encoding}`, async () => {
        const server = await test.server(
          serveHttp((request, response) => {
            assert.equal(request.headers['accept-encoding'], 'gzip, br');
            response.setHeader('content-encoding', encoding).end(body);
          }),
        );
        assert.equal((await test.client(server.url).request(get)).body, text);
      });
    }

    for (const head of ['204 No Content\r\n', '304 Not Modified\r\n', '200 OK\r\ncontent-length: 0\r\n']) {
      it(`reads no body that claims to be compressed: ${head.slice(0, 3)}`, async () => {
        const server = await test.server(serveBytes(`HTTP/1.1 ${head}content-encoding: gzip\r\n\r\n`, 'stay'));
        assert.equal((await test.client(server.url).request(get)).body, '');
      });
    }

    it('drops a byte order mark', async () => {
      const server = await test.server(serveHttp((_, response) => response.end('\ufeff{}')));
      assert.equal((await test.client(server.url).request(get)).body, '{}');
    });

    const damaged: readonly (readonly [string, string, Buffer])[] = [
      ['gzip that breaks off', 'gzip', gzipSync(text).subarray(0, 60)],
      ['brotli that breaks off', 'br', brotliCompressSync(text).subarray(0, 20)],
      ['no gzip at all', 'gzip', Buffer.from('{"plain":true}')],
      ['no brotli at all', 'br', Buffer.from('{"plain":true}')],
      ['an encoding never asked for', 'zstd', Buffer.from('{}')],
      ['a chain of encodings', 'gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(text)))],
    ];
    for (const [name, encoding, body] of damaged) {
      it(`reports ${name}`, async () => {
        const server = await test.server(
          serveHttp((_, response) => response.setHeader('content-encoding', encoding).end(body)),
        );
        const failure = await failureOf(test.client(server.url).request(get));
        assert.equal(failure.kind, 'malformed');
        await Promise.all(server.sockets.map(closed));
      });
    }
  });
});
