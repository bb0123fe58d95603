/** The archive of `/api/support-dump`, also one that is not what Traefik makes. */
import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { isRequestFailure } from '../../../../../src/core/base/errors/failure';
import type { HttpClient } from '../../../../../src/core/base/http/httpClient';
import { openHttpClient } from '../../../../../src/core/base/http/openHttpClient';
import { readSupportDump } from '../../../../../src/core/proxy/api/supportDump';
import { supportDumpOf, tarEntry } from '../../../../servers/traefik/supportDump';
import { proxyEndpoint } from '../model/fakeHttpClient';

const json = '{"entryPoints":{"web":{"address":"xxxx"}}}';

/** What is read of a body that arrives in pieces of some bytes. */
async function read(body: Buffer, pieceSize = 1_000, status = 200): Promise<string> {
  async function* pieces(): AsyncGenerator<Buffer> {
    for (let at = 0; at < body.length; at += pieceSize) yield body.subarray(at, at + pieceSize);
  }
  const client: HttpClient = {
    endpoint: proxyEndpoint,
    close: async () => {},
    request: async ({ path, method, readAs }) => {
      assert.deepEqual([method, path], ['GET', '/api/support-dump']);
      return { status, headers: {}, body: status === 200 ? ((await readAs?.(pieces())) ?? '') : '404 page not found' };
    },
  };
  try {
    return await readSupportDump(client, new AbortController().signal);
  } catch (error) {
    if (!isRequestFailure(error)) throw error;
    return `${error.failure.kind}: ${error.failure.sentence}`;
  }
}

const refused =
  'malformed: The support dump of http://proxy.example.test:8080 cannot be read: it is not the archive that Traefik makes.';
const zipped = (...blocks: readonly Buffer[]): Buffer => gzipSync(Buffer.concat(blocks));
const wanted = tarEntry('static-config.json', json);

/** An entry of which some bytes of the header are others, with a checksum that is right. */
function changed(at: number, text: string, name = 'static-config.json'): Buffer {
  const entry = Buffer.from(tarEntry(name, json));
  entry.write(text, at, 'latin1');
  entry.fill(0x20, 148, 156);
  const sum = entry.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  entry.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return entry;
}

describe('supportDump: the static configuration in a support dump', () => {
  it('is read in pieces of any size, and nothing behind it', async () => {
    const dump = supportDumpOf(json, '{"secret":"hunter2"}');
    for (const size of [1, 7, 512, 100_000]) assert.equal(await read(dump, size), json, String(size));
    // Neither the end of the archive nor that of the compression is waited for.
    const open = zipped(tarEntry('version.json', '{}'), wanted, Buffer.alloc(100_000, 'x'));
    assert.equal(await read(open.subarray(0, open.length - 8)), json);
    assert.equal(
      await read(zipped(...Array.from({ length: 15 }, (_, at) => tarEntry(`${at}.json`, '{}')), wanted)),
      json,
    );
  });

  it('is refused in an archive that Traefik does not make', async () => {
    const archives: Readonly<Record<string, Buffer>> = {
      nothing: Buffer.alloc(0),
      'no gzip': Buffer.from(json),
      'no tar': zipped(Buffer.from(json)),
      'a tar without gzip': wanted,
      'cut in the header': zipped(wanted.subarray(0, 300)),
      'cut in the content': zipped(wanted.subarray(0, 520)),
      'cut gzip': zipped(tarEntry('version.json', 'x'.repeat(5_000)), wanted).subarray(0, 60),
      'broken gzip': Buffer.concat([zipped(tarEntry('a', 'b')).subarray(0, 12), Buffer.alloc(50, 0xff)]),
      'no such entry': zipped(tarEntry('runtime-config.json', json), Buffer.alloc(1_024)),
      'another folder': zipped(tarEntry('x/static-config.json', json), Buffer.alloc(1_024)),
      'more than 16 entries': zipped(...Array.from({ length: 16 }, (_, at) => tarEntry(`${at}.json`, '{}')), wanted),
      'a symbolic link': zipped(changed(156, '2')),
      'a hard link': zipped(changed(156, '1')),
      'a folder': zipped(changed(156, '5')),
      'a long name': zipped(changed(156, 'L', '././@LongLink'), wanted),
      'an extended header': zipped(changed(156, 'x', 'PaxHeaders/static-config.json'), wanted),
      'a global header': zipped(changed(156, 'g', 'pax_global_header'), wanted),
      'a device': zipped(changed(156, '3')),
      'a negative size': zipped(changed(124, '-0000000001\0')),
      'a size of no number': zipped(changed(124, '99999999999\0')),
      'no size': zipped(changed(124, '\0'.repeat(12))),
      'a size in base 256': zipped(changed(124, '\x80\0\0\0\0\0\0\0\0\0\0\x20')),
      'a huge size': zipped(changed(124, '77777777777\0')),
      'a wrong checksum': zipped(Buffer.concat([Buffer.from('X'), wanted.subarray(1)])),
      'more than 1 MiB before it': zipped(tarEntry('version.json', ' '.repeat(2 ** 20)), wanted),
      'more than 1 MiB of it': zipped(tarEntry('static-config.json', `{"a":"${'x'.repeat(2 ** 20)}"}`)),
      'gzip of endless nothing': Buffer.concat([
        Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]),
        Buffer.alloc(5 * 300_000, Buffer.from([0, 0, 0, 0xff, 0xff])),
      ]),
      'a bomb': zipped(tarEntry('version.json', '\0'.repeat(50_000_000))),
      'no UTF-8': zipped(tarEntry('static-config.json', Buffer.from([0x7b, 0xff, 0x7d]))),
      'no JSON': zipped(tarEntry('static-config.json', '{')),
      'a list': zipped(tarEntry('static-config.json', '[]')),
    };
    for (const [name, archive] of Object.entries(archives)) assert.equal(await read(archive, 4_096), refused, name);
  });

  it('is not there before 3.3, or where it is blocked', async () => {
    assert.equal(await read(Buffer.alloc(0), 1, 404), 'notFound: http://proxy.example.test:8080 has no support dump.');
  });

  describe('over a network', () => {
    let respond: (response: ServerResponse) => void = () => {};
    let closed = 0;
    const server = createServer((request, response) => {
      request.socket.once('close', () => (closed += 1));
      response.setHeader('content-type', 'application/gzip');
      respond(response);
    });
    let client: HttpClient;
    before((done) => void server.listen(0, '127.0.0.1', done));
    after((done) => void server.close(done));
    beforeEach(() => {
      closed = 0;
      const { port } = server.address() as AddressInfo;
      client = openHttpClient({ ...proxyEndpoint, url: `http://127.0.0.1:${port}` }, { answerTimeoutMs: 500 });
    });
    afterEach(() => client.close());
    const failure = async (signal = new AbortController().signal): Promise<string> =>
      readSupportDump(client, signal).then(
        (text) => text,
        (error: unknown) => (isRequestFailure(error) ? error.failure.kind : String(error)),
      );

    it('is read without the rest, whose connection is closed', async () => {
      const dump = supportDumpOf(json, '{"secret":"hunter2"}');
      respond = (response) => void response.write(dump);
      assert.equal(await failure(), json);
      await new Promise((resolve) => setTimeout(resolve, 100));
      assert.equal(closed, 1);
    });

    it('may be compressed once more on its way', async () => {
      respond = (response) => {
        response.setHeader('content-encoding', 'gzip');
        response.end(gzipSync(supportDumpOf(json, '{}')));
      };
      assert.equal(await failure(), json);
    });

    it('ends with the time that the endpoint has, with its connection, and when it is canceled', async () => {
      const dump = zipped(tarEntry('version.json', '{}'));
      respond = (response) => void response.write(dump.subarray(0, 40));
      assert.equal(await failure(), 'timedOut');
      respond = (response) => {
        response.write(dump.subarray(0, 40));
        setTimeout(() => response.destroy(), 50);
      };
      assert.equal(await failure(), 'reset');
      respond = (response) => void response.write(dump.subarray(0, 40));
      assert.equal(await failure(AbortSignal.timeout(50)), 'canceled');
    });

    it('fails as other requests do', async () => {
      respond = (response) => void response.writeHead(401).end('no');
      assert.equal(await failure(), 'unauthorized');
      respond = (response) => void response.end('<html>Sign in</html>');
      assert.equal(await failure(), 'malformed');
    });
  });
});
