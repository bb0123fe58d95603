import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { probeEndpoint } from '../../../src/core/addressProbe/probe';
import { type Endpoint, type EndpointAuth, recordVersion } from '../../../src/core/base/endpoints/endpoint';
import { isRequestFailure } from '../../../src/core/base/errors/failure';
import type { HttpClient } from '../../../src/core/base/http/httpClient';
import { openHttpClient } from '../../../src/core/base/http/openHttpClient';
import { openSearchClient } from '../../../src/core/search/engine/searchClient';
import { exportHits } from '../../../src/core/search/export/exportHits';
import { openPager } from '../../../src/core/search/paging/openPager';
import type { EngineSearch } from '../../../src/core/search/wire/engineSearch';
import { makeAuthority } from '../../unit/core/base/http/certificates';
import { type Client, clientOf } from '../client.mjs';
import { makeIndex } from '../documents.mjs';
import { type Engine, type Security, startEngine } from '../engines.mjs';

const engineVersion = '8.11.0';
const indexName = 'walked';
const documentCount = 12_000;

/** What each user may do with `walked`; nobody but `boss` sees `secret`. */
const roles = {
  reader: ['read'],
  /** Not `read`, which would include opening points in time. */
  withoutpit: ['indices:data/read/search', 'indices:data/read/search*', 'indices:data/read/field_caps*'],
  nobody: [],
} as const;
const passwordOf = (name: string): string => `${name}: pass wörd€ 1`;
const basic = (username: string): EndpointAuth => ({ type: 'basic', username, password: passwordOf(username) });

const sorted: EngineSearch = { index: indexName, body: '{"sort":[{"serial":"asc"}]}', from: 0, size: 1_000 };

describe(`secured: Elasticsearch ${engineVersion} with security`, function () {
  this.timeout(300_000);
  const authority = makeAuthority();
  const security: Security = {
    ...authority.issue(['127.0.0.1']),
    ca: authority.cert,
    username: 'boss',
    password: passwordOf('boss').normalize(),
  };
  const folder = mkdtempSync(join(tmpdir(), 'proxy-scout-live-'));
  const authorityFile = join(folder, 'ca.pem');
  let engine: Engine;
  let client: Client;
  let apiKey = '';
  let expired = '';

  before(async () => {
    writeFileSync(authorityFile, authority.cert);
    engine = await startEngine('elasticsearch', { version: engineVersion, security });
    client = clientOf(engine, { security });
    for (const [index, count] of [
      [indexName, documentCount],
      ['secret', 10],
    ] as const) {
      await makeIndex(client, index, { count });
    }
    for (const [name, privileges] of Object.entries(roles)) {
      const indices = privileges.length === 0 ? [] : [{ names: [indexName], privileges }];
      await client.call('PUT', `/_security/role/${name}`, { indices });
      await client.call('PUT', `/_security/user/${name}`, { password: passwordOf(name), roles: [name] });
    }
    const reading = { walked: { index: [{ names: [indexName], privileges: ['read'] }] } };
    const keyOf = async (name: string, more: object = {}): Promise<string> => {
      const { body } = await client.call('POST', '/_security/api_key', { name, role_descriptors: reading, ...more });
      return z.object({ encoded: z.string() }).parse(body).encoded;
    };
    apiKey = await keyOf('one');
    expired = await keyOf('other', { expiration: '1ms' });
  });
  after(async () => {
    client?.end();
    await engine?.stop();
    rmSync(folder, { recursive: true });
  });

  const trusted: Endpoint['tls'] = { trust: { type: 'file', path: authorityFile } };

  async function through<T>(
    auth: EndpointAuth,
    work: (httpClient: HttpClient) => Promise<T>,
    tls = trusted,
  ): Promise<T> {
    const httpClient = openHttpClient({
      version: recordVersion,
      id: '3f1d1b6e-5a0e-4a3c-9f36-0d9a8a1a8f12',
      kind: 'search',
      name: 'secured',
      url: engine.origin,
      auth,
      headers: {},
      order: 0,
      ...(tls !== undefined && { tls }),
    });
    try {
      return await work(httpClient);
    } finally {
      await httpClient.close();
    }
  }

  const wayOf = (httpClient: HttpClient) => openSearchClient(async () => httpClient);

  async function firstPage(httpClient: HttpClient, index = indexName) {
    const pager = openPager(wayOf(httpClient), { prefetch: false });
    try {
      return await pager.run({ ...sorted, index, size: 10 });
    } finally {
      await pager.close();
    }
  }

  const logins: readonly [what: string, auth: () => EndpointAuth][] = [
    ['a user and a password', () => basic('reader')],
    ['an API key', () => ({ type: 'apiKey', key: apiKey })],
  ];
  for (const [what, auth] of logins) {
    it(`takes ${what}, tells so in a test, and walks in a point in time`, () =>
      through(auth(), async (httpClient) => {
        assert.ok((await probeEndpoint(httpClient, AbortSignal.timeout(30_000))).usable);
        const pager = openPager(wayOf(httpClient), { prefetch: false });
        const ids = new Set<string | undefined>();
        for (let page = await pager.run(sorted); ; page = await pager.turn('next')) {
          assert.deepEqual([page.asked, page.partial, page.notes], ['point in time', [], []]);
          for (const { id } of page.hits) ids.add(id);
          if (!page.hasNext) break;
        }
        assert.equal(ids.size, documentCount);
        await pager.close();
      }));
  }

  const refused: readonly [what: string, auth: () => EndpointAuth, sentence: RegExp][] = [
    ['no credentials', () => ({ type: 'none' }), /requires credentials/],
    [
      'a wrong password',
      () => ({ type: 'basic', username: 'reader', password: 'x' }),
      /did not accept the credentials/,
    ],
    ['an API key that has run out', () => ({ type: 'apiKey', key: expired }), /did not accept the credentials/],
  ];
  for (const [what, auth, sentence] of refused) {
    it(`says that it wants other credentials than ${what}`, () =>
      through(auth(), async (httpClient) => {
        const said: string[] = [];
        for (const attempt of [
          () => firstPage(httpClient),
          () => probeEndpoint(httpClient, AbortSignal.timeout(30_000)),
        ]) {
          await assert.rejects(attempt, (error) => {
            assert.ok(isRequestFailure(error));
            assert.match(error.failure.sentence, sentence);
            said.push(JSON.stringify(error.failure));
            return true;
          });
        }
        assert.ok(!said.join().includes(expired));
      }));
  }

  it('is not trusted without its authority', () =>
    through(
      basic('reader'),
      (httpClient) =>
        assert.rejects(firstPage(httpClient), (error) => isRequestFailure(error) && error.failure.kind === 'tls'),
      {},
    ));

  it('names no hit of an index that a user may not read', () =>
    through(basic('reader'), async (httpClient) => {
      assert.deepEqual(
        new Set((await firstPage(httpClient, '*')).hits.map(({ index }) => index)),
        new Set([indexName]),
      );
      await assert.rejects(firstPage(httpClient, 'secret'), (error) => {
        assert.ok(isRequestFailure(error));
        assert.equal(error.failure.kind, 'forbidden');
        return true;
      });
    }));

  it('lets a user who may read nothing test the endpoint, and says what is missing', () =>
    through(basic('nobody'), async (httpClient) => {
      const { sentence, usable } = await probeEndpoint(httpClient, AbortSignal.timeout(30_000));
      assert.match(sentence, /These credentials cannot search all indices/);
      assert.ok(usable);
    }));

  it('shows a user who may not open a point in time the window, and why it ends there', () =>
    through(basic('withoutpit'), async (httpClient) => {
      const pager = openPager(wayOf(httpClient), { prefetch: false });
      const ids = new Set<string | undefined>();
      await pager.run(sorted);
      for (let at = 0; at < 10; at++) {
        const page = at === 0 ? pager.page : await pager.turn('next');
        assert.equal(page?.asked, 'from/size');
        assert.match(page.notes.join(' '), /not allowed to open a point in time/);
        for (const { id } of page.hits) ids.add(id);
      }
      assert.equal(ids.size, 10_000);
      // The user may not read the setting either, so the engine is asked and says where it ends.
      await assert.rejects(pager.turn('next'), /first 10,000 hits.*may not open a point in time/);
      await pager.close();
    }));

  it('exports what such a user may have, and says where that ends', () =>
    through(basic('withoutpit'), async (httpClient) => {
      const ids: string[] = [];
      const { notes } = await exportHits(wayOf(httpClient), sorted, {
        format: 'ndjson',
        columns: [],
        async write(lines) {
          for (const line of lines.split('\n')) if (line !== '') ids.push(JSON.parse(line)._id);
        },
      });
      assert.deepEqual([ids.length, new Set(ids).size], [10_000, 10_000]);
      assert.match(notes.join(' '), /first 10,000/);
    }));
});
