import assert from 'node:assert/strict';
import { probeEndpoint } from '../../../../src/core/addressProbe/probe';
import type { Endpoint } from '../../../../src/core/base/endpoints/endpoint';
import { isRequestFailure } from '../../../../src/core/base/errors/failure';
import { openHttpClient } from '../../../../src/core/base/http/openHttpClient';
import { readRecordings } from '../../../recordings/read';
import { listen, type RunningServer } from '../../../servers/shared/listen';
import { recordedReply } from '../../../servers/shared/recorded';
import type { Handler, Reply } from '../../../servers/shared/reply';

const recorded = (server: string, name: string): Reply => {
  const recording = readRecordings(server).get(name);
  assert.ok(recording !== undefined, `${server} has no case ${name}`);
  return recordedReply(recording);
};

const json = (value: unknown): Reply => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});
const page: Reply = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Sign in</title>',
};

/** What searches and this ask to see whether bodies arrive. */
const isCheck = (body: string): boolean => body.includes('does_this_body_arrive');

describe('probe: Test Connection', () => {
  let server: RunningServer | undefined;
  afterEach(() => server?.close());

  /** What Test Connection says where `handler` answers; a failure's sentence where it fails. */
  async function said(kind: Endpoint['kind'], handler: Handler): Promise<{ sentence: string; usable: boolean }> {
    server = await listen(handler);
    const client = openHttpClient({
      version: 1,
      id: '0b7cbd7a-2f6e-4f0e-9a3c-6f6e0f4a1d11',
      kind,
      name: 'edge',
      url: server.url,
      auth: { type: 'none' },
      headers: {},
      order: 0,
    });
    try {
      return await probeEndpoint(client, AbortSignal.timeout(30_000));
    } catch (error) {
      assert.ok(isRequestFailure(error), String(error));
      return { sentence: `${error.failure.kind}: ${error.failure.sentence}`, usable: false };
    } finally {
      await client.close();
    }
  }

  const proxies: [what: string, reply: Reply, sentence: RegExp, usable: boolean][] = [
    ['a release', json({ Version: '3.7.9', Codename: 'x' }), /^Traefik 3\.7\.9$/, true],
    ['a build from source', recorded('traefik-3.7', 'version'), /^Traefik dev$/, true],
    ['version 2', json({ Version: '2.11.53', Codename: 'x' }), /^Traefik 2\.11\.53$/, true],
    [
      'a release with something odd beside its version',
      json({ Version: '3.9.0', startDate: 7 }),
      /^Traefik 3\.9\.0$/,
      true,
    ],
    ['version 1', json({ Version: '1.7.34' }), /^Traefik 1\.7\.34 is not supported\. Version 2\.0 or later/, false],
    ['a version that is an attack', json({ Version: '[x](command:evil) $(x)' }), /^Traefik$/, true],
    ['a search engine', recorded('opensearch-3.0.0', 'root'), /^OpenSearch 3\.0\.0 is a search engine\./, false],
    ['other JSON', json({ ok: true }), /not the Traefik API/, false],
    ['JSON that is null', json(null), /not the Traefik API/, false],
    [
      'a page that is not routed',
      recorded('traefik-3.7', 'api-alone'),
      /^The server responded, but the Traefik API is not at this URL \(status 404\)/,
      false,
    ],
    ['a login page', page, /^notAnApi: .*HTML page, possibly a login page/, false],
    ['another server', recorded('traefik-3.7', 'not-routed'), /^notAnApi: /, false],
    [
      'a demand for credentials',
      recorded('traefik-3.7', 'auth-none'),
      /^unauthorized: .*requires credentials \(Basic\)/,
      false,
    ],
    ['a refusal', recorded('traefik-3.7', 'forbidden'), /^forbidden: /, false],
  ];
  for (const [what, reply, sentence, usable] of proxies) {
    it(`tells ${what} at a proxy endpoint`, async () => {
      const found = await said('proxy', () => reply);
      assert.match(found.sentence, sentence);
      assert.equal(found.usable, usable);
    });
  }

  const engines: [what: string, root: Reply, search: Reply, sentence: RegExp, usable: boolean][] = [
    ['Elasticsearch', recorded('elasticsearch-7.17.29', 'root'), page, /^Elasticsearch 7\.17\.29$/, true],
    ['an old Elasticsearch', recorded('elasticsearch-6.8.23', 'root'), page, /^Elasticsearch 6\.8\.23$/, true],
    ['OpenSearch', recorded('opensearch-3.0.0', 'root'), page, /^OpenSearch 3\.0\.0$/, true],
    [
      'an engine that does not serve its root',
      recorded('elasticsearch-8.19.0', 'root'),
      recorded('elasticsearch-8.19.0', 'size-0'),
      /^Elasticsearch \(unknown version\)$/,
      true,
    ],
    [
      'an engine without memory left for a search',
      recorded('elasticsearch-8.19.0', 'root'),
      recorded('elasticsearch-8.19.0', 'breaker-429'),
      /^rateLimited: The server does not have enough memory/,
      false,
    ],
    [
      'an engine whose root is another page',
      page,
      recorded('opensearch-2.19.0', 'size-0'),
      /^Search engine \(unknown version\)$/,
      true,
    ],
    ['a login page at every address', page, page, /possibly a login page/, false],
    ['other JSON', json({ ok: true }), json({ ok: true }), /not a search engine/, false],
    [
      'an engine that wants credentials',
      recorded('elasticsearch-8.19.0', 'security-none-root'),
      page,
      /^unauthorized: .*requires credentials \(Basic, ApiKey\)/,
      false,
    ],
    [
      'a proxy that routes nothing here',
      recorded('traefik-3.7', 'api-alone'),
      recorded('traefik-3.7', 'api-alone'),
      /^The server responded, but no search engine is at this URL \(status 404\)/,
      false,
    ],
  ];
  for (const [what, root, search, sentence, usable] of engines) {
    it(`tells ${what} at a search endpoint`, async () => {
      const found = await said('search', ({ path, body }) => {
        if (path === '/') return root;
        return search !== page && isCheck(body) ? recorded('elasticsearch-8.19.0', 'unknown-key') : search;
      });
      assert.match(found.sentence, sentence);
      assert.equal(found.usable, usable);
    });
  }

  const forbidden: Reply = { ...page, status: 403 };
  const nowhere: Reply = { status: 404, headers: { 'content-type': 'text/plain' }, body: '404 page not found' };
  for (const [what, byGet] of [
    ['a GET with a body is refused', forbidden],
    ['there is no search by GET', nowhere],
  ] as const) {
    it(`asks by POST, as searches do, where ${what}`, async () => {
      const found = await said('search', ({ method, path, body }) => {
        if (path === '/') return forbidden;
        if (method === 'GET') return byGet;
        return recorded('elasticsearch-8.19.0', isCheck(body) ? 'unknown-key' : 'size-0');
      });
      assert.equal(found.sentence, 'Elasticsearch (unknown version)');
      assert.ok(found.usable);
    });
  }

  it('says that bodies do not arrive, where searches would say it', async () => {
    const found = await said('search', ({ path }) =>
      path === '/' ? forbidden : recorded('elasticsearch-8.19.0', 'size-0'),
    );
    assert.match(found.sentence, /^rejected: Request bodies do not reach this server, neither with GET nor with POST/);
    assert.equal(found.usable, false);
  });

  it('takes an engine for usable whose credentials are for some indices only', async () => {
    const found = await said('search', () => recorded('elasticsearch-8.19.0', 'security-norole-wildcard'));
    assert.match(found.sentence, /^Search engine \(unknown version\)\. These credentials cannot search all indices/);
    assert.ok(found.usable);
  });
});
