import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import type { ClientCertificate, Endpoint, EndpointTls, TlsTrust } from '../../../src/core/base/endpoints/endpoint';
import { type Failure, isRequestFailure } from '../../../src/core/base/errors/failure';
import type { HttpClient, HttpClientOptions } from '../../../src/core/base/http/httpClient';
import { systemCertificates } from '../../../src/core/base/http/trustedAuthorities';
import { fingerprintOf } from '../../../src/core/base/http/verifyCertificate';
import { makeAuthority } from '../../unit/core/base/http/certificates';
import { reportOf } from '../../unit/core/base/http/coreProcess';
import { endpointAt } from '../../unit/core/base/http/endpointAt';
import { serveProxy } from '../../unit/core/base/http/forwardProxy';
import { keyStore } from '../../unit/core/base/http/keyStore';
import { serveHttp, serveHttps, type TestServer } from '../../unit/core/base/http/servers';
import { distFolder, moduleOfExtension } from '../shared/core';

/**
 * What a bundled undici must be able to do under the Node of this VS Code, whose tls and net VS Code has patched. The
 * same is tested more closely in plain Node (test/unit/core/http).
 */
describe('network: the HTTP client in the extension host', () => {
  const authority = makeAuthority();
  const get = { method: 'GET', path: '/' } as const;
  const ends: (() => Promise<void>)[] = [];
  let connectTo: typeof import('../../../src/vscode/shared/network').connectTo;
  before(async () => {
    ({ connectTo } = await moduleOfExtension('rows'));
  });
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  const started = async <S extends TestServer>(server: Promise<S>): Promise<S> => {
    ends.push((await server).close);
    return server;
  };
  const clientTo = (endpoint: Endpoint, options: HttpClientOptions = {}): HttpClient => {
    const httpClient = connectTo(endpoint, false, options);
    ends.push(httpClient.close);
    return httpClient;
  };
  const fileWith = async (content: string | Uint8Array): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'proxy-scout-trust-'));
    ends.push(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'file'), content);
    return join(folder, 'file');
  };
  /** Shows its own certificate and that of its authority, as Elasticsearch does. */
  const secureServer = (names: readonly string[] = ['127.0.0.1']) => {
    const { cert, key } = authority.issue(names);
    return started(
      serveHttps(
        { cert: cert + authority.cert, key, ca: authority.cert, requestCert: true, rejectUnauthorized: false },
        (request, response) => response.end(JSON.stringify({ knowsUs: (request.socket as TLSSocket).authorized })),
      ),
    );
  };
  const failureOf = async (asked: Promise<unknown>): Promise<Failure> => {
    const error = await asked.then(
      () => assert.fail('it should have failed'),
      (reason: unknown) => reason,
    );
    assert.ok(isRequestFailure(error));
    return error.failure;
  };
  const pinned = (pem: string): EndpointTls => ({
    trust: { type: 'pin', fingerprint: fingerprintOf(new X509Certificate(pem).raw) },
  });

  it('trusts an authority of the endpoint’s own and shows a client certificate', async () => {
    const { url } = await secureServer();
    const { cert, key } = authority.issue(['reader']);
    const trust: TlsTrust = { type: 'file', path: await fileWith(authority.cert) };
    const clients: readonly ClientCertificate[] = [
      { type: 'pem', file: await fileWith(cert), keyFile: await fileWith(key) },
      { type: 'pfx', file: await fileWith(keyStore({ cert, key }, 'secret')), passphrase: 'secret' },
    ];
    for (const client of clients) {
      const answer = await clientTo(endpointAt(url, { tls: { trust, client } })).request(get);
      assert.deepEqual(JSON.parse(answer.body), { knowsUs: true });
    }
  });

  it('does not trust an authority that nobody named, and tells what could be pinned', async () => {
    const { url } = await secureServer();
    const { kind, certificate } = await failureOf(clientTo(endpointAt(url)).request(get));
    assert.equal(kind, 'tls');
    assert.equal(certificate?.of, 'authority');
    const trust: TlsTrust = { type: 'pin', fingerprint: certificate.fingerprint };
    assert.equal((await clientTo(endpointAt(url, { tls: { trust } })).request(get)).status, 200);
  });

  it('trusts nobody but the pinned authority, also through a proxy', async () => {
    const server = await secureServer(['edge.example.test']);
    const proxy = await started(serveProxy({ port: server.port }));
    const options = { proxy: proxy.url, extraCertificates: [authority.cert] };
    const url = 'https://edge.example.test:8443';
    const httpClient = clientTo(endpointAt(url, { tls: pinned(authority.cert) }), options);
    assert.equal((await httpClient.request(get)).status, 200);
    const other = clientTo(endpointAt(url, { tls: pinned(makeAuthority('another').cert) }), options);
    assert.match((await failureOf(other.request(get))).sentence, /does not match the pinned fingerprint/);
  });

  it('trusts the certificates of the operating system where they are asked for', async () => {
    const { url } = await secureServer();
    const file = await fileWith(authority.cert);
    const asked = (options: string, env: NodeJS.ProcessEnv) =>
      reportOf(
        distFolder(),
        `
          const { connectTo } = await moduleOf('rows');
          const httpClient = connectTo({ ...endpoint, url }, false, ${options});
          const asked = httpClient.request({ method: 'GET', path: '/' });
          report.came = await asked.then(({ status }) => status, ({ failure }) => failure.kind);
          await httpClient.close();`,
        url,
        env,
      );
    // Only on Linux a file is the system's store; others take no authority without asking a person.
    const trusted = process.platform === 'linux' ? 200 : 'tls';
    assert.deepEqual(await asked('{}', { SSL_CERT_FILE: file }), { came: trusted });
    assert.deepEqual(await asked('{ extraCertificates: undefined }', { SSL_CERT_FILE: file }), { came: 'tls' });
    assert.deepEqual(await asked('{}', {}), { came: 'tls' });
    if (process.platform !== 'linux') assert.notEqual(systemCertificates()?.length ?? 0, 0);
  });

  it('goes through a proxy, by a tunnel for https', async () => {
    const server = await secureServer();
    const proxy = await started(serveProxy({ port: server.port }));
    const options = { proxy: proxy.url, extraCertificates: [authority.cert] };
    const endpoint = endpointAt('https://edge.example.test:8443', { tls: { serverName: '127.0.0.1' } });
    const answer = await clientTo(endpoint, options).request(get);
    assert.equal(answer.status, 200);
    assert.deepEqual(
      proxy.asked.map(({ line }) => line),
      ['CONNECT edge.example.test:8443'],
    );
  });

  it('ends a canceled request at the server', async () => {
    const server = await started(serveHttp(() => {}));
    const cancel = new AbortController();
    const asking = clientTo(endpointAt(server.url)).request({ ...get, signal: cancel.signal });
    const failing = assert.rejects(asking, (error) => isRequestFailure(error));
    while (server.sockets.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const closed = new Promise((resolve) => server.sockets[0]?.once('close', resolve));
    cancel.abort();
    await failing;
    await closed;
  });
});
