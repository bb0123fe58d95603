import assert from 'node:assert/strict';
import type { HttpRequest, HttpResponse } from '../../../../../src/core/base/http/httpClient';
import { exportHits } from '../../../../../src/core/search/export/exportHits';
import { openPager } from '../../../../../src/core/search/paging/openPager';
import { type EngineName, type SampleSearchEngine, startSearchEngine } from '../../../../servers/search/index';
import { failureFrom } from '../fakeHttpClient';
import { idsOf, said, searchOf, watchedClient } from './engines';

const reopened = 'The server no longer kept the result, so it was reopened. Hits may have moved.';
const documents = (count: number, first = 0) =>
  Array.from({ length: count }, (_, at) => ({ id: String(first + at), source: `{"n":${first + at}}` }));

describe('reopened: a result of which part went away', function () {
  this.timeout(30_000);
  let engine: SampleSearchEngine;
  const ends: (() => Promise<void>)[] = [];
  async function start(name: EngineName, options: Parameters<typeof startSearchEngine>[0] = {}) {
    engine = await startSearchEngine({ engine: name, documents: 0, ...options });
    ends.push(() => engine.close());
    engine.createIndex('day-1', documents(60), { shards: 2, window: 50 });
    engine.createIndex('day-2', documents(60, 60), { shards: 2, window: 50 });
  }
  function open(change?: (request: HttpRequest, answer: HttpResponse) => HttpResponse, prefetch = false) {
    const { client, asked, close } = watchedClient(engine.url, change);
    const pager = openPager(client, { prefetch, idleMs: 0 });
    ends.unshift(() => pager.close(), close);
    return { client, pager, asked };
  }
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });
  const all = searchOf({ sort: ['n'] }, { index: 'day-*', size: 10 });

  it('goes on over the indices that are left, on OpenSearch, which then refuses the point in time', async () => {
    await start('opensearch-2.19.0');
    const { pager } = open();
    await pager.run(all);
    await pager.turn('next');
    engine.deleteIndex('day-2');
    const page = await pager.turn('next');
    assert.equal(page.from, 20);
    assert.ok(idsOf(page).includes('day-1/20'));
    assert.deepEqual([page.notes, page.partial], [[reopened], []]);
  });

  it('says when to run the search again, on Elasticsearch, which goes on without what is away', async () => {
    await start('elasticsearch-8.19.0');
    const { pager } = open();
    await pager.run(all);
    engine.deleteIndex('day-2');
    const page = await pager.turn('next');
    assert.match(page.partial.join(), /^2 of 4 shards failed: no copy of the data is available \(day-2\)\.$/);
    assert.deepEqual(page.notes, [
      'Run the search again when these shards are available. Until then, the result continues without them.',
    ]);
  });

  for (const name of ['elasticsearch-8.19.0', 'opensearch-2.19.0'] as const) {
    it(`is opened again over an index of the same name that came in its place, on ${name}`, async () => {
      await start(name);
      const { pager } = open();
      await pager.run(searchOf({ sort: ['n'] }, { index: 'day-1', size: 10 }));
      await pager.turn('next');
      engine.deleteIndex('day-1');
      const failure = await failureFrom(() => pager.turn('next'));
      assert.ok(failure.kind === 'serverError' || failure.kind === 'notFound');
      assert.equal(pager.page?.from, 10);
      engine.createIndex('day-1', documents(60), { shards: 2 });
      const page = await pager.turn('next');
      assert.ok(idsOf(page).includes('day-1/20'));
      assert.deepEqual(page.notes, [reopened]);
    });
  }

  const lost = { type: 'search_context_missing_exception', reason: 'No search context found for id [1]' };

  /** Shards of the first point in time forget it as soon as `isLost`: they were started again. */
  function forgetful() {
    let isLost = false;
    let first: string | undefined;
    const change = (request: HttpRequest, answer: HttpResponse): HttpResponse => {
      const { pit } = said({ method: '', path: '', body: request.body ?? '' }) as { pit?: { id: string } };
      if (pit === undefined || answer.status !== 200) return answer;
      first ??= pit.id;
      if (!isLost || pit.id !== first) return answer;
      const body = JSON.parse(answer.body);
      const failures = [{ shard: 0, index: 'day-1', reason: lost }];
      const hits = { total: { value: 60, relation: 'eq' }, hits: body.hits?.hits?.slice(5) ?? [] };
      return {
        ...answer,
        body: JSON.stringify({ ...body, _shards: { total: 4, successful: 3, failed: 1, failures }, hits }),
      };
    };
    return { change, lose: () => (isLost = true) };
  }

  for (const prefetch of [false, true]) {
    it(`is opened again at its place when shards no longer hold it${prefetch ? ', also where a page was asked for ahead' : ''}`, async () => {
      await start('elasticsearch-8.19.0');
      const { change, lose } = forgetful();
      const { pager, asked } = open(change, prefetch);
      await pager.run(all);
      lose();
      if (prefetch)
        for (let waits = 0; asked.length < 3 && waits < 200; waits++) await new Promise((r) => setTimeout(r, 5));
      const page = await pager.turn('next');
      assert.equal(page.hits.length, 10);
      assert.ok(idsOf(page).includes('day-1/10'));
      assert.deepEqual([page.partial, page.notes, page.total], [[], [reopened], { value: 120, relation: 'eq' }]);
      await pager.close();
      assert.equal(engine.openPits(), 0);
    });
  }

  it('shows what it has where it cannot be opened again, and says so; then goes on as soon as it can', async () => {
    await start('elasticsearch-8.19.0');
    const { change, lose } = forgetful();
    let isShut = false;
    const body = '{"error":{"type":"search_phase_execution_exception","reason":"all shards failed"},"status":503}';
    const { pager } = open((request, answer) =>
      isShut && request.path.includes('_pit?') ? { ...answer, status: 503, body } : change(request, answer),
    );
    await pager.run(all);
    lose();
    isShut = true;
    const page = await pager.turn('next');
    assert.equal(page.hits.length, 5);
    assert.match(page.partial.join(), /^1 of 4 shards failed: No search context found for id \[1\] \(day-1\)\.$/);
    assert.match(
      page.notes.join(),
      /could not be reopened\. Run the search again when the whole server is available\.$/,
    );
    isShut = false;
    const next = await pager.turn('next');
    assert.deepEqual([next.from, next.hits.length, next.partial, next.notes], [20, 10, [], [reopened]]);
  });

  it('never counts for certain what shards did not answer', async () => {
    await start('opensearch-2.19.0');
    engine.breakShards('day-1', [0]);
    const { pager } = open();
    for (const body of [{ sort: ['n'] }, {}]) {
      const page = await pager.run(searchOf(body, { index: 'day-*', size: 10 }));
      assert.equal(page.partial.length, 1);
      assert.equal(page.total?.relation, 'gte');
    }
  });

  for (const name of ['elasticsearch-7.17.29', 'opensearch-3.0.0'] as const) {
    it(`is kept for as long as ${name} allows, in pages, at the window and in exports`, async () => {
      await start(name, { longestKeepAlive: 60_000 });
      const { pager, client } = open();
      assert.equal((await pager.run(all)).asked, 'point in time');
      assert.deepEqual((await pager.turn('next')).notes, []);
      await pager.run(searchOf({}, { index: 'day-*', size: 10, from: 40 }));
      assert.equal((await pager.turn('next')).asked, 'point in time');
      const older = { ...client, engine: async () => ({ family: 'elasticsearch', version: '6.8.23' }) as const };
      for (const way of [client, older]) {
        const lines: string[] = [];
        const { hits, notes } = await exportHits(way, searchOf({}, { index: 'day-*' }), {
          format: 'ndjson',
          columns: [],
          write: async (chunk) => void lines.push(chunk),
        });
        assert.deepEqual([hits, notes], [120, []]);
      }
    });
  }
});
