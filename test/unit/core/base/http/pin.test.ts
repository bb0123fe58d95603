import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import * as tls from 'node:tls';
import type { Endpoint } from '../../../../../src/core/base/endpoints/endpoint';
import type { HttpClientOptions } from '../../../../../src/core/base/http/httpClient';
import { fingerprintOf } from '../../../../../src/core/base/http/verifyCertificate';
import { forge, type Identity, makeAuthority, makeSelfSigned } from './certificates';
import { endpointAt } from './endpointAt';
import { endedAfterEach, failureOf } from './fixtures';
import { serveProxy } from './forwardProxy';
import { serveHttps } from './servers';

const get = { method: 'GET', path: '/api/version' } as const;
const fingerprint = (pem: string): string => fingerprintOf(new X509Certificate(pem).raw);

describe('pin: a pinned fingerprint', () => {
  const test = endedAfterEach();
  const authority = makeAuthority('an engine’s own authority');
  const namesake = makeAuthority('an engine’s own authority');
  const stranger = makeAuthority('a stranger');
  const yesterday = new Date(Date.now() - 24 * 3_600_000);

  /** A server that shows `identity` and, after it, `chain`. `asked` is what was asked, if anything. */
  async function serve(identity: Identity, ...chain: readonly string[]) {
    const asked: (string | undefined)[] = [];
    const server = await test.server(
      serveHttps({ key: identity.key, cert: [identity.cert, ...chain].join('\n') }, (request, response) => {
        asked.push(request.url);
        response.end('{}');
      }),
    );
    return { url: server.url, port: server.port, sockets: server.sockets, asked };
  }
  const pinned = (url: string, pem: string): Endpoint =>
    endpointAt(url, { tls: { trust: { type: 'pin', fingerprint: fingerprint(pem) } } });
  const statusOf = async (url: string, pem: string, options?: HttpClientOptions) =>
    (await test.client(pinned(url, pem), options).request(get)).status;
  const refusalOf = (url: string, pem: string, options?: HttpClientOptions) =>
    failureOf(test.client(pinned(url, pem), options).request(get));

  describe('of the server’s own certificate', () => {
    const own: readonly (readonly [what: string, identity: Identity])[] = [
      ['that is self-signed', makeSelfSigned(['127.0.0.1'])],
      ['of an authority that nobody knows', stranger.issue(['127.0.0.1'])],
      ['for another name', stranger.issue(['elsewhere.test'])],
      ['that has expired', stranger.issue(['127.0.0.1'], yesterday)],
    ];
    for (const [what, identity] of own) {
      it(`is enough for one ${what}`, async () => {
        const server = await serve(identity);
        assert.equal(await statusOf(server.url, identity.cert), 200);
        assert.equal(server.sockets.length, 1);
      });
    }

    it('is not enough for another certificate of the same name, and says which was seen', async () => {
      const [mine, other] = [makeSelfSigned(['127.0.0.1']), makeSelfSigned(['127.0.0.1'])];
      const server = await serve(other);
      const failure = await refusalOf(server.url, mine.cert);
      assert.equal(failure.kind, 'tls');
      assert.match(failure.sentence, /uses a certificate that does not match the pinned fingerprint/);
      assert.ok(failure.sentence.includes(`Its fingerprint is ${fingerprint(other.cert)}.`), failure.sentence);
      assert.deepEqual(server.asked, []);
    });

    it('is not enough for one that shows the pinned certificate behind its own', async () => {
      const mine = makeSelfSigned(['127.0.0.1']);
      const server = await serve(makeSelfSigned(['127.0.0.1']), mine.cert);
      const failure = await refusalOf(server.url, mine.cert);
      assert.equal(failure.kind, 'tls');
      assert.match(failure.sentence, /was not issued by/);
      assert.deepEqual(server.asked, []);
    });

    it('is enough through the tunnel of a proxy, which is asked once', async () => {
      const identity = stranger.issue(['elsewhere.test']);
      const server = await serve(identity);
      const proxy = await serveProxy({ port: server.port });
      await test.server(Promise.resolve(proxy));
      assert.equal(await statusOf('https://edge.example.test', identity.cert, { proxy: proxy.url }), 200);
      assert.equal(proxy.asked.length, 1);
    });
  });

  it('leaves no other way to be trusted: not the system’s authorities', async () => {
    const server = await serve(authority.issue(['127.0.0.1']));
    const failure = await refusalOf(server.url, stranger.cert, { extraCertificates: [authority.cert] });
    assert.match(failure.sentence, /does not match the pinned fingerprint/);
    assert.deepEqual(server.asked, []);
  });

  describe('of an authority', () => {
    it('is enough for what it issued, and nothing is sent before that is known', async () => {
      const server = await serve(authority.issue(['127.0.0.1']), authority.cert);
      const client = test.client(pinned(server.url, authority.cert));
      assert.equal((await client.request(get)).status, 200);
      assert.equal(server.sockets.length, 2);
      assert.deepEqual(server.asked, [get.path]);
      server.sockets[1]?.destroy();
      assert.equal((await client.request(get)).status, 200);
      assert.equal(server.sockets.length, 3, 'the authority is known by now');
    });

    it('is enough with others in between', async () => {
      const middle = authority.below('in between');
      const server = await serve(middle.issue(['127.0.0.1']), middle.cert, authority.cert);
      for (const { cert } of [authority, middle]) assert.equal(await statusOf(server.url, cert), 200);
    });

    it('is enough through the tunnel of a proxy', async () => {
      const server = await serve(authority.issue(['edge.example.test']), authority.cert);
      const proxy = await serveProxy({ port: server.port });
      await test.server(Promise.resolve(proxy));
      assert.equal(await statusOf('https://edge.example.test', authority.cert, { proxy: proxy.url }), 200);
      assert.equal(proxy.asked.length, 2);
    });

    const fakes: readonly (readonly [what: string, identity: Identity, chain: readonly string[]])[] = [
      ['of a namesake', namesake.issue(['127.0.0.1']), []],
      ['of another authority', stranger.issue(['127.0.0.1']), []],
      ['of another authority, which it shows as well', stranger.issue(['127.0.0.1']), [stranger.cert]],
      ['that is self-signed', makeSelfSigned(['127.0.0.1']), []],
    ];
    for (const [what, identity, chain] of fakes) {
      it(`is not enough for one ${what}, however it shows the pinned authority’s certificate too`, async () => {
        const server = await serve(identity, ...chain, authority.cert);
        const failure = await refusalOf(server.url, authority.cert, { extraCertificates: [stranger.cert] });
        assert.equal(failure.kind, 'tls');
        assert.match(failure.sentence, /was not issued by/);
        assert.deepEqual(server.asked, []);
        assert.equal(server.sockets.length, 2);
      });
    }

    it('is not enough for one that is issued by what is no authority', async () => {
      const leaf = authority.issue(['a holder of any certificate']);
      const server = await serve(forge(leaf, ['127.0.0.1']), leaf.cert, authority.cert);
      assert.match((await refusalOf(server.url, authority.cert)).sentence, /was not issued by/);
    });

    it('is not enough even where something adds authorities to every connection, as VS Code’s patch of tls can', async () => {
      const server = await serve(stranger.issue(['127.0.0.1']), authority.cert);
      const node: { connect: unknown } = createRequire(import.meta.url)('node:tls');
      const { connect } = tls;
      node.connect = (options: tls.ConnectionOptions) => {
        const context: { addCACert?: (pem: string) => void } = options.secureContext?.context ?? {};
        context.addCACert?.(stranger.cert);
        return connect(options);
      };
      syncBuiltinESMExports();
      try {
        assert.match((await refusalOf(server.url, authority.cert)).sentence, /was not issued by/);
        assert.deepEqual(server.asked, []);
        assert.equal((await test.client(server.url).request(get)).status, 200, 'what is not pinned is trusted now');
      } finally {
        node.connect = connect;
        syncBuiltinESMExports();
      }
    });

    const faults: readonly (readonly [what: string, identity: Identity, sentence: RegExp])[] = [
      ['for another name', authority.issue(['elsewhere.test']), /for a different host/],
      ['that has expired', authority.issue(['127.0.0.1'], yesterday), /has expired/],
    ];
    for (const [what, identity, sentence] of faults) {
      it(`is not enough for one ${what}`, async () => {
        const server = await serve(identity, authority.cert);
        assert.match((await refusalOf(server.url, authority.cert)).sentence, sentence);
        assert.deepEqual(server.asked, []);
      });
    }

    it('is looked for among the first eight that the server shows', async () => {
      const others = Array.from({ length: 6 }, () => namesake.cert);
      const near = await serve(authority.issue(['127.0.0.1']), ...others, authority.cert);
      assert.equal(await statusOf(near.url, authority.cert), 200);
      const far = await serve(authority.issue(['127.0.0.1']), ...others, stranger.cert, authority.cert);
      assert.match((await refusalOf(far.url, authority.cert)).sentence, /does not match the pinned fingerprint/);
      assert.deepEqual(far.asked, []);
    });

    it('is of no use where the server does not show it', async () => {
      const server = await serve(authority.issue(['127.0.0.1']));
      assert.match((await refusalOf(server.url, authority.cert)).sentence, /does not match the pinned fingerprint/);
    });
  });

  describe('is offered where a server is not trusted:', () => {
    const leaf = authority.issue(['127.0.0.1']);
    const alone = makeSelfSigned(['127.0.0.1']);
    const middle = authority.below('in between');
    const lower = middle.issue(['127.0.0.1']);
    const seen: readonly (readonly [what: string, Identity, chain: readonly string[], pin: string, of: string])[] = [
      ['its own, where it is self-signed', alone, [], alone.cert, 'server'],
      ['its own, where its authority is not shown', leaf, [], leaf.cert, 'server'],
      ['the authority’s that issued it, where it is shown', leaf, [authority.cert], authority.cert, 'authority'],
      ['the one’s above those in between', lower, [middle.cert, authority.cert], authority.cert, 'authority'],
      ['its own, where it shows an authority that did not issue it', alone, [authority.cert], alone.cert, 'server'],
    ];
    for (const [what, identity, chain, pin, of] of seen) {
      it(what, async () => {
        const server = await serve(identity, ...chain);
        const { certificate, nextStep } = await failureOf(test.client(server.url).request(get));
        assert.equal(certificate?.fingerprint, fingerprint(pin));
        assert.equal(certificate.of, of);
        assert.equal(certificate.isSelfSigned, pin !== leaf.cert);
        assert.equal(certificate.validTo, Date.parse(new X509Certificate(pin).validTo));
        assert.ok(nextStep.includes(certificate.fingerprint), nextStep);
        assert.equal(await statusOf(server.url, pin), 200);
      });
    }

    it('and with it whom it is for, as one plain line', async () => {
      const hostile = makeAuthority('A\u202ECA\n$(trash) [x](command:y)');
      const server = await serve(hostile.issue(['127.0.0.1']), hostile.cert);
      const { certificate } = await failureOf(test.client(server.url).request(get));
      assert.equal(certificate?.of, 'authority');
      assert.doesNotMatch(certificate.name, /[\n\u202E]/);
    });
  });

  it('is not offered for the proxy’s certificate', async () => {
    const proxy = await serveProxy({ port: 1, tls: stranger.issue(['127.0.0.1']) });
    await test.server(Promise.resolve(proxy));
    const failure = await failureOf(test.client('https://edge.example.test', { proxy: proxy.url }).request(get));
    assert.equal(failure.kind, 'proxy');
    assert.equal(failure.certificate, undefined);
  });
});
