import assert from 'node:assert/strict';
import { openEngineCatalog } from '../../../../../src/core/search/engine/engineCatalog';
import { FollowedHits } from '../../../../../src/core/search/follow/followedHits';
import { followSearch } from '../../../../../src/core/search/follow/followSearch';
import { askNewer } from '../../../../../src/core/search/follow/openFollow';
import { openPager } from '../../../../../src/core/search/paging/openPager';
import { searchOf } from '../../../../../src/core/search/query/searchOf';
import { emptyQuestion, type SearchQuestion } from '../../../../../src/protocol/question';
import { type EngineName, type SampleSearchEngine, startSearchEngine } from '../../../../servers/search/index';
import { watchedClient } from '../paging/engines';

/** Hits that one request asks for. */
const hitsPerRequest = 250;

const begin = Date.parse('2026-11-24T12:00:00Z');
const document = (id: string, second: number, host = 'a') => ({
  id,
  source: JSON.stringify({ '@timestamp': new Date(begin + second * 1_000).toISOString(), host }),
});
/** One a second. */
const documents = Array.from({ length: 120 }, (_, at) => document(`d${at}`, at - 120));

for (const name of [
  'elasticsearch-6.8.23',
  'elasticsearch-7.17.29',
  'elasticsearch-9.1.0',
  'opensearch-3.0.0',
] as const satisfies readonly EngineName[]) {
  describe(`askNewer: looking for new hits, in ${name}`, () => {
    let engine: SampleSearchEngine;
    let watched: ReturnType<typeof watchedClient>;
    beforeEach(async () => {
      engine = await startSearchEngine({ engine: name, documents: 0 });
      engine.createIndex('moments', documents, { shards: 3 });
      watched = watchedClient(engine.url);
    });
    afterEach(async () => {
      await watched.close();
      await engine.close();
    });

    async function follow(about: Partial<SearchQuestion> = {}) {
      const { client } = watched;
      const question: SearchQuestion = { ...emptyQuestion, index: 'moments', size: 10, ...about };
      const fields = await openEngineCatalog(client).fields('moments');
      const page = await openPager(client).run(searchOf(question, 0, new Date(begin), fields));
      const found = followSearch(
        { question, search: page.search, from: 0, time: '@timestamp' },
        fields,
        new Date(begin),
      );
      if (typeof found === 'string') assert.fail(found);
      const hits = new FollowedHits(found.isInOrder ? page.hits : [], !page.hasNext);
      const look = () =>
        askNewer({ client, follow: found, timeoutMs: undefined, hits, now: begin }, new AbortController().signal);
      const ids = () => hits.hits.map(({ id }) => id);
      return { hits, ids, look, page };
    }

    it('puts them on top of the page, late ones at their place, and each once', async () => {
      const { ids, look, page } = await follow();
      const before = page.hits.map(({ id }) => id);
      assert.equal(before[0], 'd119');
      await look();
      assert.deepEqual(ids(), before);
      engine.addDocuments('moments', [document('n1', 1), document('n2', 2), document('late', -1.5)]);
      await look();
      await look();
      assert.deepEqual(ids(), ['n2', 'n1', 'd119', 'late', ...before.slice(1)]);
    });

    it('asks for those of its filters and its time alone, and for one page where few are new', async () => {
      const filters = [{ label: 'host: b', clause: '{"match":{"host":"b"}}', isOut: false }];
      const time = { field: '@timestamp', span: '15m' as const, from: '', to: '' };
      const { ids, look } = await follow({ filters, time });
      assert.deepEqual(ids(), []);
      engine.addDocuments('moments', [document('n1', 1, 'b'), document('n2', 2), document('old', -3_600, 'b')]);
      const { length } = watched.asked;
      await look();
      assert.equal(watched.asked.length, length + 1);
      assert.deepEqual(ids(), ['n1']);
    });

    it('asks for more where many are new', async () => {
      const { ids, look } = await follow();
      const many = Array.from({ length: hitsPerRequest + 20 }, (_, at) => document(`n${at}`, at / 100));
      engine.addDocuments('moments', many);
      await look();
      assert.equal(ids().length, 10 + many.length);
      assert.equal(new Set(ids()).size, ids().length);
    });
  });
}
