import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import {
  endpointToTry,
  type TrialOutcome,
  trialLimits,
  tryAddress,
} from '../../../../src/core/addressProbe/tryAddress';
import type { EndpointAuth, EndpointKind, EndpointTls } from '../../../../src/core/base/endpoints/endpoint';
import { isRequestFailure } from '../../../../src/core/base/errors/failure';
import { openHttpClient } from '../../../../src/core/base/http/openHttpClient';
import { fingerprintOf } from '../../../../src/core/base/http/verifyCertificate';
import { startSearchEngine } from '../../../servers/search/index';
import { type ListenOptions, listen, type RunningServer } from '../../../servers/shared/listen';
import type { Handler, Reply } from '../../../servers/shared/reply';
import { startTraefik } from '../../../servers/traefik/index';
import { makeAuthority, makeSelfSigned } from '../base/http/certificates';

const user = { type: 'basic', username: 'reader', password: 'secret' } as const;

interface Trial {
  readonly kind?: EndpointKind;
  readonly auth?: EndpointAuth;
  readonly tls?: EndpointTls;
  readonly host?: string;
  readonly signal?: AbortSignal;
  readonly totalTimeoutMs?: number;
}

/** What comes of trying an address. */
async function trying(
  url: string,
  { kind = 'proxy', auth = { type: 'none' }, signal, totalTimeoutMs, ...more }: Trial = {},
) {
  const client = openHttpClient(endpointToTry({ url, auth, ...more }, kind), {
    ...trialLimits,
    ...(totalTimeoutMs !== undefined && { totalTimeoutMs }),
  });
  try {
    return await tryAddress(client, signal ?? AbortSignal.timeout(30_000));
  } finally {
    await client.close();
  }
}

const sentenceOf = (outcome: TrialOutcome): string => ('message' in outcome ? outcome.message.sentence : outcome.type);

const text = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers: { 'content-type': 'text/plain', ...headers },
  body,
});
const page: Reply = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Sign in</title>',
};
const notFound = text(404, '404 page not found\n');

describe('tryAddress: an address that is tried', () => {
  const open: { close(): Promise<void> }[] = [];
  const closes = async <T extends { close(): Promise<void> }>(starting: Promise<T>): Promise<T> => {
    const started = await starting;
    open.push(started);
    return started;
  };
  afterEach(async () => {
    await Promise.all(open.splice(0).map((one) => one.close()));
  });
  const serve = (handler: Handler, options?: ListenOptions): Promise<RunningServer> => closes(listen(handler, options));
  const paths = ({ requests }: RunningServer): string[] => requests.map(({ method, path }) => `${method} ${path}`);

  it('of a Traefik takes one request, without credentials', async () => {
    const traefik = await closes(startTraefik({ basePath: '/ops' }));
    const outcome = await trying(`${traefik.url}/ops`);
    assert.deepEqual(outcome, { type: 'found', kind: 'proxy', product: 'Traefik', version: 'dev' });
    assert.deepEqual(paths(traefik), ['GET /ops/api/version']);
    assert.equal(traefik.requests[0]?.headers.authorization, undefined);
  });

  it('of a search engine takes one request where that is added, and two otherwise', async () => {
    const engine = await closes(startSearchEngine());
    const found = { type: 'found', kind: 'search', product: 'Elasticsearch', version: '8.19.0' };
    assert.deepEqual(await trying(engine.url, { kind: 'search' }), found);
    assert.deepEqual(paths(engine), ['GET /']);
    assert.deepEqual(await trying(engine.url), found);
    assert.deepEqual(paths(engine), ['GET /', 'GET /api/version', 'GET /']);
  });

  it('of an engine that does not serve its root is found by a search', async () => {
    const server = await serve(({ path }) =>
      path === '/_search?size=0'
        ? { status: 200, headers: { 'content-type': 'application/json' }, body: '{"hits":{"hits":[]}}' }
        : text(405, ''),
    );
    assert.deepEqual(await trying(server.url), {
      type: 'found',
      kind: 'search',
      product: undefined,
      version: undefined,
    });
    assert.deepEqual(paths(server), ['GET /api/version', 'GET /', 'GET /_search?size=0']);
  });

  const challenges: [header: string | undefined, offered: readonly string[]][] = [
    ['Basic realm="traefik"', ['basic']],
    ['Digest realm="x", nonce="y", qop="auth"', ['digest']],
    ['Basic realm="security" charset="UTF-8", Bearer realm="security", ApiKey', ['basic', 'bearer', 'apiKey']],
    ['Negotiate', []],
    [undefined, []],
  ];
  for (const [header, offered] of challenges) {
    it(`asks for credentials by ${header}`, async () => {
      const headers = header === undefined ? {} : { 'www-authenticate': header };
      const server = await serve(() => text(401, 'no', headers));
      const outcome = await trying(server.url);
      assert.ok(outcome.type === 'credentials', outcome.type);
      assert.deepEqual([outcome.offered, outcome.refused], [offered, false]);
      assert.equal(server.requests.length, 1);
    });
  }

  it('takes the right credentials and refuses the wrong ones', async () => {
    const traefik = await closes(startTraefik({ auth: user }));
    assert.equal((await trying(traefik.url, { auth: user })).type, 'found');
    const wrong = await trying(traefik.url, { auth: { ...user, password: 'wrong' } });
    assert.ok(wrong.type === 'credentials' && wrong.refused, wrong.type);
    assert.match(sentenceOf(wrong), /did not accept the credentials/);
  });

  it('asks for credentials where only its root does', async () => {
    const server = await serve(({ path }) =>
      path === '/api/version' ? text(400, 'no handler') : text(401, 'no', { 'www-authenticate': 'ApiKey' }),
    );
    const outcome = await trying(server.url);
    assert.ok(outcome.type === 'credentials', outcome.type);
    assert.deepEqual(outcome.offered, ['apiKey']);
  });

  it('offers to trust a self-signed certificate, before anything is sent', async () => {
    const tls = makeSelfSigned(['127.0.0.1']);
    const traefik = await closes(startTraefik({ tls, auth: user }));
    const fingerprint = fingerprintOf(new X509Certificate(tls.cert).raw);
    const outcome = await trying(traefik.url);
    assert.ok(outcome.type === 'certificate', outcome.type);
    assert.equal(outcome.certificate.fingerprint, fingerprint);
    assert.equal(traefik.requests.length, 0);
    const trusted = { trust: { type: 'pin', fingerprint } } as const;
    assert.equal((await trying(traefik.url, { tls: trusted })).type, 'credentials');
    assert.equal((await trying(traefik.url, { tls: trusted, auth: user })).type, 'found');
  });

  it('does not offer to trust a certificate that is for another host', async () => {
    const authority = makeAuthority();
    const traefik = await closes(startTraefik({ tls: authority.issue(['elsewhere.example.test']) }));
    const client = openHttpClient(endpointToTry({ url: traefik.url, auth: { type: 'none' } }, 'proxy'), {
      ...trialLimits,
      extraCertificates: [authority.cert],
    });
    const outcome = await tryAddress(client, AbortSignal.timeout(30_000));
    await client.close();
    assert.ok(outcome.type === 'failed', outcome.type);
    assert.match(sentenceOf(outcome), /uses a certificate for a different host\.$/);
  });

  it('asks for the host name of a Traefik that knows none, once', async () => {
    const traefik = await closes(startTraefik({ host: 'traefik.example.test' }));
    const outcome = await trying(traefik.url);
    assert.equal(outcome.type, 'host');
    assert.equal(traefik.requests.length, 3);
    assert.equal((await trying(traefik.url, { host: 'other.example.test' })).type, 'failed');
    assert.equal((await trying(traefik.url, { host: 'traefik.example.test' })).type, 'found');
  });

  const schemes: [what: string, handler: Handler][] = [
    ['redirects there', ({ headers }) => text(308, '', { location: `https://${headers.host}/x` })],
    ['says so', () => text(400, 'Client sent an HTTP request to an HTTPS server.\n')],
  ];
  for (const [what, handler] of schemes) {
    it(`offers https where the server ${what}, and does not go there`, async () => {
      const server = await serve(handler);
      const outcome = await trying(`${server.url}/ops`);
      assert.ok(outcome.type === 'failed', outcome.type);
      assert.equal(outcome.otherUrl, `https://127.0.0.1:${server.port}/ops`);
      assert.equal(server.requests.length, 1);
    });
  }

  it('offers the other scheme where the server does not understand this one', async () => {
    const plain = await serve(() => page);
    const secure = await serve(() => page, { tls: makeSelfSigned(['127.0.0.1']) });
    const asHttps = await trying(plain.url.replace('http:', 'https:'));
    assert.ok(asHttps.type === 'failed', asHttps.type);
    assert.equal(asHttps.otherUrl, plain.url);
    const asHttp = await trying(secure.url.replace('https:', 'http:'));
    assert.ok(asHttp.type === 'failed', asHttp.type);
    assert.equal(asHttp.otherUrl, secure.url);
  });

  const others: [what: string, handler: Handler, sentence: RegExp][] = [
    ['a login page', () => page, /returns a web page, possibly a login page\.$/],
    [
      'a redirect elsewhere',
      () => text(302, '', { location: 'https://login.example.test/?to=x' }),
      /redirects to another server, possibly to a login page\.$/,
    ],
    [
      'a redirect to its own login',
      () => text(302, '', { location: '/login' }),
      /redirects to another page, possibly a login/,
    ],
    [
      'other JSON',
      () => ({ ...page, headers: { 'content-type': 'application/json' }, body: '{"ok":true}' }),
      /is neither a Tr/,
    ],
    ['Traefik 1', () => ({ ...page, body: '{"Version":"1.7.34"}' }), /^Traefik 1\.7\.34 is not supported\.$/],
    ['a refusal', () => text(403, 'no'), /denied access \(status 403\)/],
    ['another 404', () => text(404, 'nothing'), /is neither a Traefik API nor a known search engine\.$/],
    ['10 MB', () => text(200, 'x'.repeat(10 * 2 ** 20)), /is larger than 1 MiB/],
    ['a failure', ({ path }) => (path === '/' ? text(502, '') : notFound), /failed with status 502/],
  ];
  for (const [what, handler, sentence] of others) {
    it(`says what answers: ${what}, after at most three requests`, async () => {
      const server = await serve(handler);
      const outcome = await trying(server.url);
      assert.equal(outcome.type, 'failed');
      assert.match(sentenceOf(outcome), sentence);
      assert.ok(server.requests.length <= 3, String(server.requests.length));
    });
  }

  it('does not wait for ever, nor three times', async () => {
    const server = await serve(() => page);
    server.faults.add({ path: { prefix: '/' }, fault: { kind: 'hang' } });
    const outcome = await trying(server.url, { totalTimeoutMs: 300 });
    assert.match(sentenceOf(outcome), /did not/);
    assert.equal(server.requests.length, 1);
  });

  it('can be canceled', async () => {
    const server = await serve(() => page);
    server.faults.add({ path: { prefix: '/' }, fault: { kind: 'hang' } });
    const cancel = new AbortController();
    const arrived = server.nextRequest();
    const outcome = trying(server.url, { signal: cancel.signal });
    await arrived;
    cancel.abort();
    await assert.rejects(outcome, (error) => isRequestFailure(error) && error.failure.kind === 'canceled');
  });

  it('says that nothing listens there', async () => {
    const server = await listen(() => page);
    await server.close();
    assert.match(sentenceOf(await trying(server.url)), /refused the connection\.$/);
  });
});
