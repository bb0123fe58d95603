import assert from 'node:assert/strict';
import { openPager } from '../../src/core/search/paging/openPager';
import { median, timed } from '../bench/measure';
import { makeIndex } from './documents.mjs';
import { client, engine, withSearchClient } from './engine';

const rounds = 30;
const deepest = 100_000;
const pageSize = 10;

/** Only on one engine: a million documents take minutes to index. */
if (engine.isDeep) {
  describe(`depth: a million documents in ${engine.kind} ${engine.version}`, function () {
    this.timeout(1_800_000);

    before(() => makeIndex(client, 'deep', { count: 1_000_000 }));
    after(() => client.call('DELETE', '/deep'));

    it(`has a page at depth ${deepest.toLocaleString('en-US')} for 1.5 times the first page of its point in time`, () =>
      withSearchClient(async (searchClient) => {
        const pager = openPager(searchClient, { prefetch: false });
        const first: number[] = [];
        const deep: number[] = [];
        const body = '{"query":{"match_all":{}},"sort":[{"@timestamp":"desc"}]}';
        await pager.run({ index: 'deep', body, from: 0, size: pageSize });
        await pager.turn({ offset: deepest });
        for (let round = 1; round <= rounds; round++) {
          // A page just seen is not asked for again, so each round takes the next one, at the beginning and at the depth.
          const page = round * pageSize;
          await pager.turn({ offset: page - pageSize + 1 });
          first.push(await timed(() => pager.turn('next')));
          await pager.turn({ offset: deepest + page - pageSize + 1 });
          deep.push(await timed(() => pager.turn('next')));
        }
        assert.equal(pager.page?.asked, 'point in time');
        await pager.close();
        const [top, bottom] = [median(first), median(deep)];
        console.log(
          `      page 1: ${top.toFixed(1)} ms, page at ${deepest}: ${bottom.toFixed(1)} ms, medians of ${rounds}`,
        );
        assert.ok(bottom <= 1.5 * top, `${bottom.toFixed(1)} ms is more than 1.5 times ${top.toFixed(1)} ms`);
      }));
  });
}
