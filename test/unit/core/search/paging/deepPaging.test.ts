import assert from 'node:assert/strict';
import { canceledFailure } from '../../../../../src/core/base/errors/failure';
import { openPager } from '../../../../../src/core/search/paging/openPager';
import { type EngineName, type SampleSearchEngine, startSearchEngine } from '../../../../servers/search/index';
import { failureFrom } from '../fakeHttpClient';
import { idsOf, pagerOf, said, searchOf, toTheEnd, watchedClient } from './engines';
import { refusal } from './fakeEngine';

const body = { query: { match: { text: 'word' } } };
const sorted = { query: { match_all: {} }, sort: [{ n: 'asc' }] };

function numbered(count: number, first = 0) {
  return Array.from({ length: count }, (_, at) => ({
    id: String(first + at),
    source: JSON.stringify({ text: 'word '.repeat(1 + (at % 3)), n: Math.floor((first + at) / 3) }),
  }));
}

/** Lets others have so many turns. */
async function turnsOfEvents(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
}

describe('deepPaging: a pager that goes on in a point in time', function () {
  this.timeout(30_000);
  let engine: SampleSearchEngine;
  async function start(name: EngineName = 'elasticsearch-8.19.0', window = 50, documents = 120) {
    engine = await startSearchEngine({ engine: name, documents: 0 });
    engine.createIndex('ties', numbered(documents), { shards: 3, window });
  }
  const ends: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
    await engine.close();
  });
  function open(options: Parameters<typeof pagerOf>[1] = {}) {
    const opened = pagerOf(engine, options);
    ends.push(opened.close);
    return opened;
  }

  it('crosses by one hit before the seam, in the order of the score and the tie-break', async () => {
    await start();
    const { pager, asked } = open();
    await pager.run(searchOf(body, { from: 40 }));
    asked.length = 0;
    const page = await pager.turn('next');
    assert.equal(page.asked, 'point in time');
    assert.equal(page.from, 50);
    assert.match(
      page.notes.join(),
      /^From hit 51 on, hits come from a point in time\. The page before has the same order/,
    );
    const inside = asked.filter(({ path }) => path === '/_search').map(said);
    assert.deepEqual(
      inside.map(({ from, size, sort, _source, search_after: after }) => ({
        from,
        size,
        sort,
        _source,
        after: after !== undefined,
      })),
      [
        { from: 49, size: 1, sort: [{ _score: 'desc' }, { _shard_doc: 'asc' }], _source: false, after: false },
        { from: 40, size: 10, sort: undefined, _source: false, after: false },
        {
          from: undefined,
          size: 10,
          sort: [{ _score: 'desc' }, { _shard_doc: 'asc' }],
          _source: undefined,
          after: true,
        },
      ],
    );
    assert.deepEqual((await pager.turn('next')).notes, []);
  });

  it('says how many hits may come again where the index changed', async () => {
    await start();
    const { pager } = open();
    await pager.run(searchOf({ query: { match_all: {} } }, { from: 40 }));
    for (const id of ['0', '1', '2', '3', '4', '5', '6']) engine.deleteDocument('ties', id);
    const page = await pager.turn('next');
    assert.match(page.notes.join(), /^The index changed while you were paging\. .*; up to \d hits may appear again\.$/);
  });

  it('asks a page that lies across the end of the window there, whole', async () => {
    await start();
    const { pager } = open();
    await pager.run(searchOf(body, { from: 46, size: 7 }));
    assert.deepEqual([pager.page?.asked, pager.page?.hits.length], ['point in time', 7]);
    assert.match(pager.page?.notes.join() ?? '', /order may differ from earlier pages/);
  });

  it('starts a search with a sort of its own in a point in time, and asks one request a page', async () => {
    await start();
    const { pager, asked } = open();
    const page = await pager.run(searchOf(sorted));
    assert.deepEqual([page.asked, page.total], ['point in time', { value: 120, relation: 'eq' }]);
    assert.deepEqual(said(asked[1]).sort, [{ n: 'asc' }, { _shard_doc: 'asc' }]);
    asked.length = 0;
    const pages = await toTheEnd(pager);
    assert.equal(asked.length, pages.length - 1);
    assert.ok(asked.every((each) => said(each).track_total_hits === false));
    assert.deepEqual(pages.at(-1)?.total, { value: 120, relation: 'eq' });
    await pager.close();
    assert.equal(engine.openPits(), 0);
  });

  it('asks in an order that nobody asked for by from and size up to the window, and in a point in time from there', async () => {
    await start();
    const { pager, asked } = open();
    await pager.run({ ...searchOf(sorted), isDefaultOrder: true });
    const pages = [pager.page, ...(await toTheEnd(pager)).slice(1)];
    assert.deepEqual(
      pages.map((page) => page?.asked),
      Array.from({ length: 12 }, (_, at) => (at < 5 ? 'from/size' : 'point in time')),
    );
    const ids = pages.flatMap((page) => page?.hits.map(({ id }) => id) ?? []);
    assert.equal(new Set(ids).size, 120);
    assert.match(pages[5]?.notes.join() ?? '', /^From hit 51 on, hits come from a point in time\./);
    assert.deepEqual(pages[6]?.notes, []);
    const [first] = asked.filter(({ path }) => path.startsWith('/ties/_search')).map(said);
    assert.deepEqual(first, { ...sorted, from: 0, size: 10 });
    const back = await pager.turn('previous');
    assert.deepEqual([back.from, back.asked], [100, 'point in time']);
  });

  it('takes a sort by score alone as none (a trap)', async () => {
    await start('opensearch-3.0.0');
    for (const sort of ['_score', ['_score'], [{ _score: 'desc' }], { _score: { order: 'desc' } }]) {
      const { pager } = open();
      assert.equal((await pager.run(searchOf({ ...body, sort }))).asked, 'from/size');
    }
    const { pager } = open();
    assert.equal((await pager.run(searchOf({ ...body, sort: [{ _score: 'asc' }] }))).asked, 'point in time');
    await pager.close();
  });

  it('sends back all values of a hit, the tie-break’s too', async () => {
    await start('elasticsearch-7.17.29');
    const { pager, asked } = open();
    await pager.run(searchOf(sorted));
    await pager.turn('next');
    const { search_after: after, sort } = said(asked.at(-1));
    assert.equal(Array.isArray(after) && after.length, 2);
    assert.equal(Array.isArray(sort) && sort.length, 2);
  });

  it('goes back to the very pages that were shown, not by a reversed sort', async () => {
    await start('elasticsearch-7.17.29');
    const { pager, asked } = open();
    await pager.run(searchOf(sorted, { size: 4 }));
    const forth = await toTheEnd(pager);
    asked.length = 0;
    for (const page of forth.slice(0, -1).reverse()) assert.deepEqual(idsOf(await pager.turn('previous')), idsOf(page));
    assert.ok(asked.length > 0);
    assert.ok(asked.every((each) => JSON.stringify(said(each).sort) === '[{"n":"asc"},{"_shard_doc":"asc"}]'));
  });

  it('never sorts by _id', async () => {
    await start('opensearch-2.19.0');
    const { pager, asked } = open();
    await pager.run(searchOf(sorted));
    await toTheEnd(pager);
    assert.ok(asked.every((each) => !each.body.includes('"_id"')));
  });

  it('goes on with another tie-break where the engine has not the first, as Elasticsearch 7.10', async () => {
    await start('opensearch-2.19.0');
    const { client } = watchedClient(engine.url);
    const guessed = { ...client, engine: async () => ({ family: 'opensearch', version: '3.3.0' }) as const };
    const pager = openPager(guessed, { prefetch: false });
    await pager.run(searchOf(sorted, { size: 7 }));
    const all = (await toTheEnd(pager)).flatMap(idsOf);
    assert.equal(new Set(all).size, 120);
    assert.equal(all.length, 120);
    await pager.close();
  });

  it('asks for no documents on the way to a far page', async () => {
    await start('elasticsearch-8.19.0', 30, 200);
    const { pager, asked } = open();
    await pager.run(searchOf({ ...sorted, highlight: { fields: { text: {} } } }));
    asked.length = 0;
    const page = await pager.turn({ offset: 150 });
    assert.equal(page.hits.length, 10);
    const hops = asked.filter(({ path }) => path.includes('filter_path'));
    assert.equal(hops.length, 4);
    for (const hop of hops) {
      const { _source, stored_fields: stored, highlight, size } = said(hop);
      assert.deepEqual([_source, stored, highlight, size], [false, '_none_', undefined, 30]);
    }
    asked.length = 0;
    await pager.turn({ offset: 120 });
    assert.equal(asked.length, 1);
  });

  it('stops on the way to a far page when it is canceled, and stays where it was', async () => {
    await start('elasticsearch-8.19.0', 30, 200);
    const { pager } = open();
    await pager.run(searchOf(sorted));
    const cancel = new AbortController();
    const passed: number[] = [];
    const failure = await failureFrom(() =>
      pager.turn(
        { offset: 190 },
        {
          signal: cancel.signal,
          onProgress(hits) {
            passed.push(hits);
            if (passed.length === 2) cancel.abort();
          },
        },
      ),
    );
    assert.equal(failure.kind, 'canceled');
    assert.deepEqual(passed, [30, 60]);
    assert.equal(pager.page?.from, 0);
    assert.equal((await pager.turn('next')).from, 10);
  });

  it('shows nothing, and how many there are, behind the end', async () => {
    for (const name of ['elasticsearch-8.19.0', 'opensearch-3.0.0'] as const) {
      await start(name);
      for (const each of [body, sorted]) {
        const { pager } = open();
        await pager.run(searchOf(each));
        const page = await pager.turn({ offset: 1_000 });
        assert.deepEqual([page.hits.length, page.total, page.hasNext], [0, { value: 120, relation: 'eq' }, false]);
        assert.equal((await pager.turn('previous')).from, 110);
        assert.equal(pager.page?.hits.length, 10);
        await pager.close();
      }
      if (name === 'elasticsearch-8.19.0') await engine.close();
    }
  });

  it('opens another point in time when one expired, and says that the result may have moved', async () => {
    for (const each of [body, sorted]) {
      await start('elasticsearch-8.19.0', 50, 150);
      const { pager, asked } = open();
      await pager.run(searchOf(each, { from: 50 }));
      const before = await pager.turn('next');
      engine.closePits();
      asked.length = 0;
      const page = await pager.turn('next');
      assert.match(page.notes.join(), /no longer kept the result, so it was reopened\. Hits may have moved/);
      assert.deepEqual([page.from, page.hits.length, engine.openPits()], [70, 10, 1]);
      // By another sort than the score hits that tie with the last one come again.
      if (each === body) assert.ok(!idsOf(page).some((id) => idsOf(before).includes(id)));
      assert.deepEqual((await pager.turn('next')).notes, []);
      // Pages of the point in time that is lost are not mixed with those of the new one.
      asked.length = 0;
      await pager.turn({ offset: 60 });
      assert.ok(asked.length > 0);
      await pager.close();
      if (each === body) await engine.close();
    }
  });

  it('goes on in another point in time without losing a hit that ties with the last, and without its tie-break', async () => {
    for (const name of ['elasticsearch-7.17.29', 'opensearch-2.19.0'] as const) {
      await start(name, 50, 150);
      const { pager } = open();
      await pager.run(searchOf(sorted, { size: 10 }));
      const shown = new Set(idsOf(pager.page ?? assert.fail()));
      for (let turn = 0; pager.page?.hasNext; turn++) {
        if (turn % 3 === 0) engine.closePits();
        for (const id of idsOf(await pager.turn('next'))) shown.add(id);
      }
      assert.equal(shown.size, 150, `${150 - shown.size} lost on ${name}`);
      await pager.close();
      if (name === 'elasticsearch-7.17.29') await engine.close();
    }
  });

  it('reopens only once a request', async () => {
    await start();
    const inner = watchedClient(engine.url, ({ path }, answer) =>
      path === '/_search' && isLost
        ? refusal('search_context_missing_exception', 'No search context found for id [1]', 404)
        : answer,
    );
    ends.push(inner.close);
    let isLost = false;
    const pager = openPager(inner.client, { prefetch: false });
    await pager.run(searchOf(sorted));
    isLost = true;
    assert.equal((await failureFrom(() => pager.turn('next'))).kind, 'notFound');
    assert.equal(inner.asked.filter(({ path }) => path.includes('keep_alive')).length, 2);
    isLost = false;
    assert.equal((await pager.turn('next')).from, 10);
    await pager.close();
    assert.equal(engine.openPits(), 0);
  });

  it('has one point in time open at a time, and none once closed (invariant 6)', async () => {
    await start();
    const { pager } = open();
    for (let run = 0; run < 3; run++) {
      await pager.run(searchOf(sorted));
      assert.equal(engine.openPits(), 1);
    }
    const running = failureFrom(() => pager.run(searchOf(sorted)));
    await pager.close();
    await running;
    assert.equal(engine.openPits(), 0);
  });

  it('opens the next point in time only behind the closing of the one before (invariant 6)', async () => {
    await start();
    const { client, close } = watchedClient(engine.url);
    ends.push(close);
    const openBefore: number[] = [];
    const slowToClose: typeof client = {
      ...client,
      async request(request) {
        if (request.method === 'DELETE') await turnsOfEvents(20);
        if (request.path.includes('_pit?')) openBefore.push(engine.openPits());
        return client.request(request);
      },
    };
    const pager = openPager(slowToClose, { prefetch: false });
    for (let run = 0; run < 3; run++) await pager.run(searchOf(sorted));
    await pager.close();
    assert.deepEqual(openBefore, [0, 0, 0]);
    assert.equal(engine.openPits(), 0);
  });

  it('closes a point in time whose opening was canceled by a newer search (invariant 6)', async () => {
    await start();
    const { pager } = open();
    const canceled = [1, 2, 3].map(() => failureFrom(() => pager.run(searchOf(sorted))));
    await pager.run(searchOf(body));
    for (const each of canceled) assert.equal((await each).kind, 'canceled');
    await pager.close();
    assert.equal(engine.openPits(), 0);
  });

  it('closes what a search opened that is closed half way (invariant 6)', async () => {
    await start();
    for (const turns of [0, 1, 2, 5, 10, 20]) {
      const { pager } = open();
      const running = failureFrom(() => pager.run(searchOf(sorted)).then(() => Promise.reject(canceledFailure())));
      for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
      await pager.close();
      assert.equal((await running).kind, 'canceled');
      assert.equal(engine.openPits(), 0, `after ${turns} turns`);
    }
  });

  it('says with each page that a point in time was opened over fewer shards than there are', async () => {
    engine = await startSearchEngine({ engine: 'opensearch-3.0.0', documents: 0, odd: true });
    const { pager } = open();
    const page = await pager.run(searchOf({ sort: [{ n: 'asc' }] }, { index: 'other-shape,unallocated', size: 5 }));
    assert.match(page.partial.join(), /^2 of 3 shards could not be kept/);
    assert.match((await pager.turn('next')).partial.join(), /^2 of 3 shards/);
    await pager.close();
  });

  it('shows a sorted search by from and size where Elasticsearch opens nothing over missing shards', async () => {
    engine = await startSearchEngine({ documents: 0, odd: true });
    const { pager } = open();
    const page = await pager.run(searchOf({ sort: [{ n: 'asc' }] }, { index: 'other-shape,unallocated', size: 5 }));
    assert.equal(page.asked, 'from/size');
    assert.match(page.notes.join(), /No point in time could be opened/);
    assert.ok(page.partial.length > 0);
  });

  it('takes no cursor from a page with shards missing, so that nothing is lost for good', async () => {
    await start();
    const { pager } = open();
    await pager.run(searchOf(sorted));
    engine.breakShards('ties', [1]);
    const partial = await pager.turn('next');
    assert.match(partial.partial.join(), /1 of 3 shards failed/);
    engine.breakShards('ties', []);
    await pager.turn('next');
    const rest = (await toTheEnd(pager)).flatMap(idsOf);
    const whole = open();
    await whole.pager.run(searchOf(sorted));
    const all = (await toTheEnd(whole.pager)).flatMap(idsOf);
    assert.deepEqual(rest, all.slice(20));
    await pager.close();
    await whole.pager.close();
  });

  it('shows an empty wildcard of a sorted search as it is', async () => {
    for (const name of ['elasticsearch-8.19.0', 'opensearch-3.0.0'] as const) {
      await start(name);
      const { pager } = open();
      const page = await pager.run(searchOf({ sort: [{ n: 'asc' }] }, { index: 'nothing-*' }));
      assert.deepEqual([page.hits.length, page.hasNext], [0, false]);
      await pager.close();
      if (name === 'elasticsearch-8.19.0') await engine.close();
    }
  });

  it('says that a user may not open a point in time', async () => {
    await start();
    const { client, close } = watchedClient(engine.url, ({ path }, answer) =>
      path.includes('_pit?') ? refusal('security_exception', 'unauthorized', 403) : answer,
    );
    ends.push(close);
    const pager = openPager(client, { prefetch: false });
    await pager.run(searchOf(body, { from: 38 }));
    const last = await pager.turn('next');
    assert.deepEqual([last.from, last.hits.length, last.hasNext], [48, 2, false]);
    assert.match(last.notes.join(), /hit 50 .*this user is not allowed to open a point in time/);
  });

  it('stays before the window, with the failure to try again, where the engine is busy', async () => {
    await start();
    let isBusy = true;
    const { client, close } = watchedClient(engine.url, ({ path }, answer) =>
      path.includes('_pit?') && isBusy ? refusal('rejected_execution_exception', 'too many contexts', 429) : answer,
    );
    ends.push(close);
    const pager = openPager(client, { prefetch: false });
    await pager.run(searchOf(body, { from: 40 }));
    assert.equal((await failureFrom(() => pager.turn('next'))).kind, 'rateLimited');
    assert.deepEqual([pager.page?.from, pager.page?.hasNext], [40, true]);
    isBusy = false;
    assert.equal((await pager.turn('next')).from, 50);
    await pager.close();
  });

  it('counts exactly inside the point in time', async () => {
    await start();
    const { pager, asked } = open();
    await pager.run(searchOf({ ...sorted, track_total_hits: 20 }));
    assert.deepEqual(pager.page?.total, { value: 20, relation: 'gte' });
    engine.addDocuments('ties', numbered(5, 500));
    assert.deepEqual(await pager.count(), { value: 120, relation: 'eq' });
    assert.equal(asked.at(-1)?.path, '/_search');
    assert.deepEqual(pager.page?.total, { value: 120, relation: 'eq' });
    assert.deepEqual((await pager.turn('next')).total, { value: 120, relation: 'eq' });
    await pager.close();
  });

  it('pages to the window and stops there on Elasticsearch 6.8', async () => {
    await start('elasticsearch-6.8.23');
    const { pager, asked } = open();
    await pager.run(searchOf(body, { size: 20 }));
    const pages = await toTheEnd(pager);
    assert.deepEqual(
      pages.map(({ hits }) => hits.length),
      [20, 20, 10],
    );
    assert.deepEqual(pages[0]?.total, { value: 120, relation: 'eq' });
    assert.match(pages.at(-1)?.notes.join() ?? '', /hit 50 /);
    assert.deepEqual(await pager.count(), { value: 120, relation: 'eq' });
    assert.deepEqual(engine.documentsCreated, []);
    assert.ok(asked.every(({ path }) => !/_pit|point_in_time/.test(path)));
  });

  it('shows more hits a page than the window is wide', async () => {
    for (const name of ['elasticsearch-8.19.0', 'opensearch-2.19.0'] as const) {
      await start(name);
      for (const each of [body, sorted]) {
        const { pager } = open();
        const page = await pager.run(searchOf(each, { size: 70 }));
        assert.deepEqual([page.hits.length, new Set(idsOf(page)).size, page.hasNext], [70, 70, true]);
        assert.equal((await pager.turn('next')).hits.length, 50);
        await pager.close();
      }
      if (name === 'elasticsearch-8.19.0') await engine.close();
    }
  });

  for (const name of ['elasticsearch-8.19.0', 'opensearch-2.19.0', 'opensearch-3.0.0'] as const) {
    it(`asks for aggregations once, of all hits, wherever a walk begins on ${name}`, async () => {
      await start(name);
      const aggs = { most: { max: { field: 'n' } }, all: { value_count: { field: 'n' } } };
      for (const from of [40, 70]) {
        const { pager, asked } = open();
        const first = await pager.run(searchOf({ query: { match_all: {} }, aggs }, { from }));
        const second = await pager.turn('next');
        assert.equal(second.asked, 'point in time');
        for (const { aggregations } of [first, second]) {
          assert.equal(aggregations, '{"most":{"value":39.0},"all":{"value":120}}');
        }
        const asking = asked.filter((each) => each.body.includes('"aggs"'));
        // Once more where the first was refused for the window.
        assert.ok(asking.length <= 2, `${asking.length} asked`);
        await pager.close();
      }
    });
  }
});
