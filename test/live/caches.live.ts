import assert from 'node:assert/strict';
import { isRequestFailure } from '../../src/core/base/errors/failure';
import { openHttpClient } from '../../src/core/base/http/openHttpClient';
import { openSearchClient, type SearchClient } from '../../src/core/search/engine/searchClient';
import { countHits, exportHits } from '../../src/core/search/export/exportHits';
import { openPager } from '../../src/core/search/paging/openPager';
import type { EngineSearch } from '../../src/core/search/wire/engineSearch';
import { clientOf } from './client.mjs';
import { endpoint, engine, fillIndex, walkedIndex, withSearchClient } from './engine';
import { isInstalled, type ProxyName, startProxy } from './proxies.mjs';

/** Two searches that share no hit, in an order of their own, so that they go to the bare `/_search` of a point in time. */
const sorted: readonly EngineSearch[] = [
  '{"query":{"range":{"serial":{"lt":700}}},"sort":[{"serial":"asc"}]}',
  '{"query":{"range":{"serial":{"gte":20000,"lt":21100}}},"sort":[{"serial":"asc"}]}',
].map((body) => ({ index: walkedIndex, body, from: 0, size: 10 }));

const byScore = sorted.map((search) => ({ ...search, body: search.body.replace(/,"sort".*\]/, '') }));

/** What a cache gives to two requests of one address that differ in their bodies. */
async function isMixedUp(origin: string): Promise<boolean> {
  const client = clientOf({ ...engine, origin });
  const bodies: string[] = [];
  for (const { body } of sorted) {
    bodies.push(JSON.stringify((await client.call('GET', `/${walkedIndex}/_search`, body)).body));
  }
  client.end();
  return bodies[0] === bodies[1];
}

describe(`caches: through what stands before ${engine.kind} ${engine.version}`, function () {
  this.timeout(120_000);
  before(fillIndex);

  async function behind(
    name: ProxyName,
    work: (searchClient: SearchClient, said: string[], origin: string) => Promise<void>,
  ) {
    const proxy = await startProxy(name, engine.origin);
    const httpClient = openHttpClient({ ...endpoint, url: proxy.origin });
    const said: string[] = [];
    try {
      const way = openSearchClient(async () => httpClient, { onMethod: (method) => said.push(method) });
      await work(way, said, proxy.origin);
    } finally {
      await httpClient.close();
      await proxy.stop();
    }
  }

  async function pagesOf(searchClient: SearchClient, search: EngineSearch, count: number) {
    const pager = openPager(searchClient, { prefetch: false });
    const pages = [await pager.run(search)];
    while (pages.length < count) pages.push(await pager.turn('next'));
    await pager.close();
    return pages.map(({ hits, total, notes, partial }) => ({ ids: hits.map(({ id }) => id), total, notes, partial }));
  }

  async function exportOf(searchClient: SearchClient, search: EngineSearch) {
    const ids: string[] = [];
    const write = async (lines: string) => {
      for (const line of lines.split('\n')) if (line !== '') ids.push(JSON.parse(line)._id);
    };
    await exportHits(searchClient, search, { format: 'ndjson', columns: [], write });
    return { ids: ids.sort(), count: await countHits(searchClient, search, AbortSignal.timeout(30_000)) };
  }

  for (const [name, goesBy, mixesUp] of [
    ['nginx that caches', 'GET', true],
    ['HAProxy that caches', 'GET', true],
    ['Varnish that caches', 'POST', true],
    ['HAProxy that refuses a GET with a body', 'POST', false],
  ] as const) {
    if (!isInstalled(name)) continue;
    for (const [what, searches] of [
      ['a search with a sort', sorted],
      ['a search by score', byScore],
    ] as const) {
      it(`shows ${what} its own pages behind ${name}`, () =>
        behind(name, async (searchClient, said, origin) => {
          if (mixesUp) assert.ok(await isMixedUp(origin), 'it keeps nothing, so this shows nothing');
          // First pages alone first: a second page that is the first once more gives a cache away.
          for (const count of [1, 3]) {
            for (const search of searches) {
              const truth = await withSearchClient((straight) => pagesOf(straight, search, count));
              assert.deepEqual(await pagesOf(searchClient, search, count), truth);
            }
          }
          assert.deepEqual(said, goesBy === 'GET' ? [] : ['POST']);
        }));
    }

    it(`exports and counts each search behind ${name}`, () =>
      behind(name, async (searchClient) => {
        for (const [at, search] of sorted.entries()) {
          const found = await exportOf(searchClient, search);
          assert.deepEqual([found.ids.length, new Set(found.ids).size], at === 0 ? [700, 700] : [1_100, 1_100]);
          assert.deepEqual(found, await withSearchClient((straight) => exportOf(straight, search)));
        }
      }));
  }

  const taker = 'nginx that takes bodies off';
  if (isInstalled(taker)) {
    it(`says that nothing can be searched for behind ${taker}`, () =>
      behind(taker, async (searchClient, said) => {
        for (const search of [...sorted, ...byScore]) {
          await assert.rejects(pagesOf(searchClient, search, 1), (error) => {
            assert.ok(isRequestFailure(error));
            assert.match(error.failure.sentence, /neither with GET nor with POST/);
            return true;
          });
        }
        for (const search of byScore)
          await assert.rejects(exportOf(searchClient, search), /neither with GET nor with POST/);
        assert.deepEqual(said, []);
      }));
  }
});
