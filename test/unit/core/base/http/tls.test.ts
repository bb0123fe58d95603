import assert from 'node:assert/strict';
import type { TLSSocket } from 'node:tls';
import { makeAuthority, makeSelfSigned } from './certificates';
import { endpointAt } from './endpointAt';
import { endedAfterEach, failureOf } from './fixtures';
import { serveBytes, serveHttp, serveHttps } from './servers';

const get = { method: 'GET', path: '/' } as const;
const authority = makeAuthority();
const stranger = makeAuthority('another authority');
const ca = [authority.cert];

describe('tls: TLS', () => {
  const test = endedAfterEach();

  const serve = (names: readonly string[] = ['127.0.0.1', 'localhost']) =>
    test.server(serveHttps(authority.issue(names), (_, response) => response.end('{}')));

  it('trusts the authorities in the endpoint’s own file, besides Node’s and the system’s', async () => {
    const server = await serve();
    const path = await test.file(`${makeAuthority('a third one').cert}\n${authority.cert}`);
    const { url } = await test.server(serveHttps(stranger.issue(['127.0.0.1']), (_, response) => response.end('{}')));
    for (const at of [server.url, url]) {
      const endpoint = endpointAt(at, { tls: { trust: { type: 'file', path } } });
      assert.equal((await test.client(endpoint, { extraCertificates: [stranger.cert] }).request(get)).status, 200);
    }
  });

  it('trusts a server whose own certificate is in that file', async () => {
    const { cert, key } = authority.issue(['127.0.0.1']);
    const server = await test.server(serveHttps({ cert, key }, (_, response) => response.end('{}')));
    const endpoint = endpointAt(server.url, { tls: { trust: { type: 'file', path: await test.file(cert) } } });
    assert.equal((await test.client(endpoint).request(get)).status, 200);
  });

  it('trusts the system’s authorities, besides Node’s own', async () => {
    const server = await serve();
    const { url } = await test.server(serveHttps(stranger.issue(['127.0.0.1']), (_, response) => response.end('{}')));
    const extraCertificates = [authority.cert, stranger.cert];
    for (const at of [server.url, url]) {
      assert.equal((await test.client(at, { extraCertificates }).request(get)).status, 200);
    }
  });

  it('is not undone by a certificate that cannot be read among the system’s', async () => {
    const server = await serve();
    const extraCertificates = [
      'not a certificate',
      '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
      ...ca,
    ];
    assert.equal((await test.client(server.url, { extraCertificates }).request(get)).status, 200);
  });

  it('is asked for a name by its name, and for an address by none', async () => {
    const names: TLSSocket['servername'][] = [];
    const server = await test.server(
      serveHttps(authority.issue(['localhost', '127.0.0.1']), (request, response) => {
        names.push((request.socket as TLSSocket).servername);
        response.end('{}');
      }),
    );
    for (const name of ['127.0.0.1', 'localhost']) {
      await test.client(`https://${name}:${server.port}`, { extraCertificates: ca }).request(get);
    }
    assert.deepEqual(names, [false, 'localhost']);
  });

  it('can be asked for another name than the URL’s', async () => {
    const server = await serve(['traefik.example.test']);
    const endpoint = endpointAt(server.url, { tls: { serverName: 'traefik.example.test' } });
    assert.equal((await test.client(endpoint, { extraCertificates: ca }).request(get)).status, 200);
  });

  describe('says why a certificate is not accepted:', () => {
    const yesterday = new Date(Date.now() - 24 * 3_600_000);
    const cases = [
      ['self-signed', makeSelfSigned(['127.0.0.1']), /self-signed/, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
      ['unknown authority', stranger.issue(['127.0.0.1']), /authority that is not trusted/, undefined],
      ['another host', authority.issue(['other.example.test']), /a different host/, 'ERR_TLS_CERT_ALTNAME_INVALID'],
      ['expired', authority.issue(['127.0.0.1'], yesterday), /has expired/, 'CERT_HAS_EXPIRED'],
    ] as const;
    for (const [name, identity, sentence, code] of cases) {
      it(name, async () => {
        const server = await test.server(serveHttps(identity, (_, response) => response.end('{}')));
        const failure = await failureOf(test.client(server.url, { extraCertificates: ca }).request(get));
        assert.equal(failure.kind, 'tls');
        assert.match(failure.sentence, sentence);
        if (code !== undefined) assert.equal(failure.code, code);
        const trusting = test.client(endpointAt(server.url, { tls: { trust: { type: 'anyone' } } }));
        assert.equal((await trusting.request(get)).status, 200);
      });
    }

    it('verifies even where the process was told not to', async () => {
      const server = await test.server(serveHttps(stranger.issue(['127.0.0.1']), (_, response) => response.end('{}')));
      const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      const { emitWarning } = process;
      process.emitWarning = () => {};
      process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
      try {
        assert.equal((await failureOf(test.client(server.url).request(get))).kind, 'tls');
      } finally {
        process.emitWarning = emitWarning;
        if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
        else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
      }
    });
  });

  it('finds http where https was asked for', async () => {
    const plain = await test.server(serveHttp((_, response) => response.end('{}')));
    const failure = await failureOf(test.client(plain.url.replace('http:', 'https:')).request(get));
    assert.equal(failure.kind, 'tls');
    assert.match(failure.sentence, /does not use HTTPS on this port/);
    assert.match(failure.nextStep, /try the URL with http\./);
  });

  it('finds https where http was asked for', async () => {
    const server = await serve();
    const failure = await failureOf(test.client(server.url.replace('https:', 'http:')).request(get));
    assert.ok(['reset', 'malformed'].includes(failure.kind), failure.kind);
    assert.match(failure.nextStep, /HTTPS/);
  });

  it('finds something else than TLS', async () => {
    const server = await test.server(serveBytes('SSH-2.0-OpenSSH_9.6\r\n', 'stay'));
    const failure = await failureOf(test.client(server.url.replace('http:', 'https:')).request(get));
    assert.equal(failure.kind, 'tls');
  });

  it('asks over one kept connection', async () => {
    const server = await serve();
    const client = test.client(server.url, { extraCertificates: ca });
    for (let page = 0; page < 10; page++) await client.request({ ...get, body: '{}' });
    assert.equal(server.sockets.length, 1);
  });
});
