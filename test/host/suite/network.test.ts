import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import type { Door, DoorOptions } from '../../../src/core/http/door';
import { makeAuthority } from '../../unit/core/http/certificates';
import { reportOf } from '../../unit/core/http/coreProcess';
import { endpointAt } from '../../unit/core/http/endpointAt';
import { serveProxy } from '../../unit/core/http/forwardProxy';
import { serveHttp, serveHttps, type TestServer } from '../../unit/core/http/servers';
import { coreFile, extensionCore } from '../shared/core';

/**
 * What a bundled undici must be able to do under the Node of this VS Code, whose tls and net VS Code has patched. The
 * same is tested more closely in plain Node (test/unit/core/http).
 */
describe('the door in the extension host', () => {
  const authority = makeAuthority();
  const get = { method: 'GET', path: '/' } as const;
  const ends: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  const started = async <S extends TestServer>(server: Promise<S>): Promise<S> => {
    ends.push((await server).close);
    return server;
  };
  const doorTo = (url: string, options: DoorOptions): Door => {
    const door = extensionCore().openDoor(endpointAt(url), options);
    ends.push(door.close);
    return door;
  };
  const secureServer = () =>
    started(
      serveHttps(
        { ...authority.issue(['127.0.0.1']), ca: authority.cert, requestCert: true, rejectUnauthorized: false },
        (request, response) => response.end(JSON.stringify({ knowsUs: (request.socket as TLSSocket).authorized })),
      ),
    );

  it('trusts an authority of the endpoint’s own and shows a client certificate', async () => {
    const { url } = await secureServer();
    const { cert, key } = authority.issue(['reader']);
    const answer = await doorTo(url, { tls: { ca: [authority.cert], cert, key } }).request(get);
    assert.deepEqual(JSON.parse(answer.body), { knowsUs: true });
  });

  it('does not trust an authority that nobody named', async () => {
    const { url } = await secureServer();
    await assert.rejects(doorTo(url, {}).request(get), (error) => {
      assert.ok(extensionCore().isRequestFailure(error));
      assert.equal(error.failure.kind, 'tls');
      return true;
    });
  });

  it('trusts the certificates of the operating system where they are asked for', async () => {
    const { url } = await secureServer();
    const folder = await mkdtemp(join(tmpdir(), 'proxy-scout-trust-'));
    ends.push(() => rm(folder, { recursive: true }));
    const file = join(folder, 'authority.pem');
    await writeFile(file, authority.cert);
    const asked = (options: string, env: NodeJS.ProcessEnv) =>
      reportOf(
        coreFile(),
        `
          const core = require(coreFile);
          const door = core.openDoor({ ...endpoint, url }, ${options});
          const asked = door.request({ method: 'GET', path: '/' });
          report.came = await asked.then(({ status }) => status, ({ failure }) => failure.kind);
          await door.close();`,
        url,
        env,
      );
    const system = '{ extraCertificates: core.systemCertificates() }';
    // Only on Linux a file is the system's store; others take no authority without asking a person.
    const trusted = process.platform === 'linux' ? 200 : 'tls';
    assert.deepEqual(await asked(system, { SSL_CERT_FILE: file }), { came: trusted });
    assert.deepEqual(await asked('{}', { SSL_CERT_FILE: file }), { came: 'tls' });
    assert.deepEqual(await asked(system, {}), { came: 'tls' });
    if (process.platform !== 'linux') assert.notEqual(extensionCore().systemCertificates()?.length ?? 0, 0);
  });

  it('goes through a proxy, by a tunnel for https', async () => {
    const server = await secureServer();
    const proxy = await started(serveProxy({ port: server.port }));
    const options = { proxy: proxy.url, tls: { ca: [authority.cert], servername: '127.0.0.1' } };
    const answer = await doorTo('https://edge.example.test:8443', options).request(get);
    assert.equal(answer.status, 200);
    assert.deepEqual(
      proxy.asked.map(({ line }) => line),
      ['CONNECT edge.example.test:8443'],
    );
  });

  it('ends a cancelled request at the server', async () => {
    const server = await started(serveHttp(() => {}));
    const cancel = new AbortController();
    const asking = doorTo(server.url, {}).request({ ...get, signal: cancel.signal });
    const failing = assert.rejects(asking, (error) => extensionCore().isRequestFailure(error));
    while (server.sockets.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const closed = new Promise((resolve) => server.sockets[0]?.once('close', resolve));
    cancel.abort();
    await failing;
    await closed;
  });
});
