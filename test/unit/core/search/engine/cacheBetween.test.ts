import assert from 'node:assert/strict';
import { openSearchClient } from '../../../../../src/core/search/engine/searchClient';
import { countHits, exportHits } from '../../../../../src/core/search/export/exportHits';
import { openPager } from '../../../../../src/core/search/paging/openPager';
import { type SampleSearchEngine, startSearchEngine } from '../../../../servers/search/index';
import { endedAfterEach } from '../../base/http/fixtures';
import { idsOf, searchOf } from '../paging/engines';
import { cachesByAddress, proxyBefore } from './proxies';

const searching = (status: number) =>
  searchOf(
    { query: { term: { DownstreamStatus: status } }, sort: [{ '@timestamp': 'desc' }] },
    { index: 'access-logs', size: 10 },
  );

for (const methods of [['GET'], ['GET', 'POST']]) {
  describe(`cacheBetween: behind a cache that keeps answers to ${methods.join(' and ')} by their address`, () => {
    const test = endedAfterEach();
    let engine: SampleSearchEngine;
    before(async () => {
      engine = await startSearchEngine({ documents: 3_000 });
    });
    after(() => engine.close());

    const searches = [searching(200), searching(404)] as const;

    async function way() {
      const proxy = await test.server(proxyBefore(engine.url, cachesByAddress(methods)));
      const [open, direct] = [test.client(proxy.url), test.client(engine.url)];
      const [through, straight] = [openSearchClient(async () => open), openSearchClient(async () => direct)];
      // At an address that nothing here goes to: the check of bodies does not meet what is kept, and finds no cache.
      assert.equal((await through.search({ path: '/products/_search', body: '{"size":0}' })).method, 'GET');
      return { through, straight };
    }

    it('shows each sorted search its own pages, and names no nonce in what was sent', async () => {
      const { through, straight } = await way();
      const pager = openPager(through, { prefetch: false });
      // First pages alone first: a second page that is the first once more gives a cache away.
      for (const [search, pages] of [
        [searches[0], 1],
        [searches[1], 1],
        [searches[0], 3],
        [searches[1], 3],
      ] as const) {
        const truth = openPager(straight, { prefetch: false });
        for (let page = 0; page < pages; page++) {
          for (const each of [pager, truth]) await (page === 0 ? each.run(search) : each.turn('next'));
          assert.ok(pager.page && truth.page);
          assert.deepEqual(
            [idsOf(pager.page), pager.page.total, pager.page.notes],
            [idsOf(truth.page), truth.page.total, []],
          );
          assert.equal(pager.page.sent.path, '/_search');
        }
        await truth.close();
      }
      await pager.close();
    });

    it('exports each search whole, and counts its own hits', async () => {
      const { through, straight } = await way();
      const signal = new AbortController().signal;
      for (const search of searches) {
        const ids = new Set<string>();
        const { hits } = await exportHits(through, search, {
          format: 'ndjson',
          columns: [],
          async write(lines) {
            for (const line of lines.split('\n')) if (line !== '') ids.add(JSON.parse(line)._id);
          },
        });
        const truth = await countHits(straight, search, signal);
        assert.ok(truth !== undefined && truth > 0);
        assert.deepEqual([hits, ids.size, await countHits(through, search, signal)], [truth, truth, truth]);
      }
    });
  });
}
