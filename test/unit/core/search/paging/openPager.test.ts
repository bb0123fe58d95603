import assert from 'node:assert/strict';
import type { HttpRequest } from '../../../../../src/core/base/http/httpClient';
import { openPager } from '../../../../../src/core/search/paging/openPager';
import type { SearchPage } from '../../../../../src/core/search/paging/pager';
import type { EngineSearch } from '../../../../../src/core/search/wire/engineSearch';
import { failureFrom, json } from '../fakeHttpClient';
import { engineWith, type FakeEngine, fakeEngine, hitsFrom, noSuchCall, refusal, slowEngine } from './fakeEngine';

const search: EngineSearch = { index: 'logs', body: '{"query":{"match":{"message":"x"}}}', from: 0, size: 10 };

function asked(request: HttpRequest | undefined): { from: number; size: number } {
  const { from, size } = JSON.parse(request?.body ?? '{}');
  return { from, size };
}

const searches = ({ asked: all }: FakeEngine) => all.filter(({ path }) => path.includes('_search?'));
const pagerOver = (engine: FakeEngine) => openPager(engine, { prefetch: false });
const turnOfEvents = () => new Promise(setImmediate);

/** A pager that shows the first page of an engine whose further answers are yet to come. */
async function onFirstPage() {
  const engine = slowEngine();
  const pager = pagerOver(engine);
  const running = pager.run(search);
  await turnOfEvents();
  engine.answer(0, hitsFrom(0, 10));
  await running;
  return { engine, pager };
}

describe('openPager: a pager that describes its pages', () => {
  /** Descriptions that a test ends, by the number of hits before their page. */
  function describing() {
    const ends = new Map<number, (outcome: string | Error) => void>();
    const describe = async (page: SearchPage) => ({
      ...page,
      words: await new Promise<string>((resolve, reject) =>
        ends.set(page.from, (outcome) => (typeof outcome === 'string' ? resolve(outcome) : reject(outcome))),
      ),
    });
    const pager = openPager(engineWith(100), { prefetch: false, describe });
    const end = async (from: number, outcome: string | Error) => {
      await turnOfEvents();
      ends.get(from)?.(outcome);
    };
    return { pager, end, begun: () => [...ends.keys()] };
  }
  async function onFirst() {
    const made = describing();
    const running = made.pager.run(search);
    await made.end(0, 'first');
    assert.equal((await running).words, 'first');
    return made;
  }

  it('is at a page only once that is described', async () => {
    const { pager, end } = await onFirst();
    const turning = pager.turn('next');
    await turnOfEvents();
    assert.equal(pager.page?.words, 'first');
    await end(10, 'second');
    assert.equal((await turning).words, 'second');
    assert.deepEqual([pager.page?.words, pager.page?.from], ['second', 10]);
  });

  it('stays where it is if it is canceled meanwhile, or the description fails', async () => {
    const { pager, end } = await onFirst();
    const abort = new AbortController();
    const canceled = failureFrom(() => pager.turn('next', { signal: abort.signal }));
    await turnOfEvents();
    abort.abort();
    assert.equal((await canceled).kind, 'canceled');
    assert.equal(pager.page?.from, 0);
    const failing = pager.turn('next');
    await end(10, new Error('not described'));
    await assert.rejects(failing, /not described/);
    const turning = pager.turn('next');
    await end(10, 'second');
    assert.equal((await turning).words, 'second');
  });

  it('goes one page further at once while one is described', async () => {
    const { pager, end, begun } = await onFirst();
    const first = failureFrom(() => pager.turn('next'));
    await turnOfEvents();
    const second = pager.turn('next');
    assert.equal((await first).kind, 'canceled');
    await end(20, 'third');
    assert.equal((await second).words, 'third');
    // The description of the one between was never waited for.
    assert.deepEqual([pager.page?.from, begun()], [20, [0, 10, 20]]);
  });
});

describe('openPager: a pager', () => {
  it('asks for exactly query, from and size, with one preference for all pages', async () => {
    const engine = engineWith(100);
    const pager = pagerOver(engine);
    const page = await pager.run(search);
    await pager.turn('next');
    assert.equal(engine.asked[0]?.body, '{"query":{"match":{"message":"x"}},"from":0,"size":10}');
    assert.equal(engine.asked[1]?.body, '{"query":{"match":{"message":"x"}},"from":10,"size":10}');
    assert.match(engine.asked[0]?.path ?? '', /^\/logs\/_search\?preference=[0-9a-f-]{36}$/);
    assert.equal(engine.asked[1]?.path, engine.asked[0]?.path);
    assert.deepEqual(page.sent, { method: 'GET', path: engine.asked[0]?.path, body: engine.asked[0]?.body });
    await pager.run(search);
    assert.notEqual(engine.asked[2]?.path, engine.asked[0]?.path);
  });

  it('says how many bytes the engine answered with', async () => {
    const answer = hitsFrom(0, 10, { written: 'ä' });
    const page = await pagerOver(fakeEngine(() => answer)).run(search);
    assert.equal(page.bytes, Buffer.byteLength(answer.body));
    assert.ok(page.bytes > answer.body.length);
  });

  it('goes on without the preference where an engine does not know it', async () => {
    const reason = 'request [/logs/_search] contains unrecognized parameter: [preference]';
    const engine = fakeEngine((request) =>
      request.path.includes('preference')
        ? refusal('illegal_argument_exception', reason)
        : hitsFrom(asked(request).from, 10),
    );
    const pager = pagerOver(engine);
    assert.equal((await pager.run(search)).hits.length, 10);
    await pager.turn('next');
    assert.deepEqual(
      engine.asked.map(({ path }) => path.replace(/=.*/, '')),
      ['/logs/_search?preference', '/logs/_search', '/logs/_search'],
    );
  });

  it('walks ten matches from 3 by 2 on, and back to the first', async () => {
    const pager = pagerOver(engineWith(10));
    const shown = [await pager.run({ ...search, from: 3, size: 2 })];
    for (const to of ['next', 'previous', 'previous', 'previous'] as const) shown.push(await pager.turn(to));
    assert.deepEqual(
      shown.map((page) => [page.from, page.hits.map(({ id }) => id)]),
      [
        [3, ['4', '5']],
        [5, ['6', '7']],
        [3, ['4', '5']],
        [1, ['2', '3']],
        [0, ['1', '2']],
      ],
    );
    assert.equal(pager.page?.hasPrevious, false);
    assert.equal((await failureFrom(() => pager.turn('previous'))).kind, 'invalid');
    assert.equal(pager.page?.from, 0);
  });

  it('starts further on than the search says where it is told to', async () => {
    const pager = pagerOver(engineWith(100));
    assert.equal((await pager.run(search, { from: 40 })).hits[0]?.id, '41');
    assert.equal((await pager.turn('first')).hits[0]?.id, '1');
    assert.equal((await pager.turn({ offset: 77 })).hits[0]?.id, '78');
  });

  it('never asks for a page just seen', async () => {
    const engine = engineWith(100);
    const pager = pagerOver(engine);
    await pager.run(search);
    for (const to of ['next', 'next', 'previous', 'previous', 'next', 'first'] as const) await pager.turn(to);
    assert.equal(engine.asked.length, 3);
    assert.equal(pager.page?.from, 0);
  });

  it('shows as many hits as were asked for, where an answer has more, and says so', async () => {
    const pager = pagerOver(fakeEngine((request) => hitsFrom(asked(request).from, 5_000)));
    const first = await pager.run(search);
    assert.deepEqual([first.hits.length, first.hits.at(-1)?.id, first.hasNext], [10, '10', true]);
    assert.deepEqual(first.notes, ['The server returned 5,000 hits instead of 10. The others are left out.']);
    assert.equal((await pager.turn('next')).hits[0]?.id, '11');
  });

  it('tells why shards failed without the credentials of the endpoint', async () => {
    for (const before of ['refused elastic:', 'x'.repeat(290)]) {
      const failures = [{ index: 'logs', reason: { type: 'x', reason: `${before}changeme-test` } }];
      const shards = { total: 2, successful: 1, failed: 1, failures };
      const pager = pagerOver(fakeEngine(() => hitsFrom(0, 10, { _shards: shards })));
      assert.deepEqual((await pager.run(search)).partial, [`1 of 2 shards failed: ${before}••• (logs).`]);
    }
  });

  it('shows nothing any more once it is closed, and can be asked again', async () => {
    const engine = engineWith(100);
    const pager = pagerOver(engine);
    await pager.run(search);
    await pager.close();
    assert.equal(pager.page, undefined);
    assert.equal((await failureFrom(() => pager.turn('next'))).kind, 'invalid');
    assert.equal((await pager.run(search)).hits.length, 10);
  });

  it('ends with a short last page', async () => {
    const pager = pagerOver(engineWith(25));
    await pager.run({ ...search, from: 10 });
    const last = await pager.turn('next');
    assert.deepEqual([last.hits.length, last.hasNext], [5, false]);
    assert.equal((await failureFrom(() => pager.turn('next'))).kind, 'invalid');
  });

  it('ends where the total is exactly reached, without asking for an empty page', async () => {
    const pager = pagerOver(engineWith(20));
    assert.equal((await pager.run(search)).hasNext, true);
    assert.equal((await pager.turn('next')).hasNext, false);
  });

  it('leads from behind the end to the last page, by whole pages (invariant 7)', async () => {
    const pager = pagerOver(engineWith(57));
    const page = await pager.run({ ...search, from: 60 });
    assert.deepEqual([page.hits.length, page.hasNext, page.hasPrevious], [0, false, true]);
    assert.equal((await pager.turn('previous')).from, 50);
    await pager.turn({ offset: 603 });
    assert.deepEqual([pager.page?.hits.length, (await pager.turn('previous')).hits.length], [0, 4]);
    assert.equal(pager.page?.from, 53);
  });

  it('offers the page before where the result has shrunk to nothing behind it (invariant 7)', async () => {
    let matches = 30;
    const engine = fakeEngine((request) =>
      engineWith(matches).search({ path: request.path, body: request.body ?? '' }),
    );
    const pager = pagerOver(engine);
    await pager.run({ ...search, from: 10 });
    matches = 12;
    const empty = await pager.turn('next');
    assert.deepEqual([empty.hits.length, empty.total, empty.hasNext], [0, { value: 12, relation: 'eq' }, false]);
    assert.equal((await pager.turn('previous')).from, 10);
  });

  it('goes on by full pages where nothing was counted', async () => {
    let left = 15;
    const engine = fakeEngine((request) => {
      const { from, size } = asked(request);
      const shown = Math.min(size, left);
      left -= shown;
      return hitsFrom(from, shown);
    });
    const pager = pagerOver(engine);
    assert.deepEqual([(await pager.run(search)).hasNext, pager.page?.total], [true, undefined]);
    const second = await pager.turn('next');
    assert.deepEqual([second.hits.length, second.hasNext], [5, false]);
  });

  it('keeps its page and its place when an answer fails (invariant 3)', async () => {
    let isHealthy = true;
    const good = engineWith(50);
    const engine = fakeEngine((request) =>
      isHealthy
        ? good.search({ path: request.path, body: request.body ?? '' })
        : { status: 503, headers: {}, body: 'Bad Gateway' },
    );
    const pager = pagerOver(engine);
    const first = await pager.run({ ...search, from: 10 });
    isHealthy = false;
    assert.equal((await failureFrom(() => pager.turn('next'))).kind, 'serverError');
    assert.deepEqual(pager.page, first);
    isHealthy = true;
    assert.equal((await pager.turn('next')).from, 20);
  });

  it('pages on in the result before where a newer search fails', async () => {
    const good = engineWith(50);
    const engine = fakeEngine((request) =>
      request.path.startsWith('/missing')
        ? refusal('index_not_found_exception', 'no such index [missing]', 404)
        : good.search({ path: request.path, body: request.body ?? '' }),
    );
    const pager = pagerOver(engine);
    await pager.run(search);
    assert.equal((await failureFrom(() => pager.run({ ...search, index: 'missing' }))).kind, 'notFound');
    assert.equal((await pager.turn('next')).from, 10);
    assert.equal(pager.page?.search.index, 'logs');
  });

  it('refuses a body that names a place itself, and keeps the page', async () => {
    const engine = engineWith(50);
    const pager = pagerOver(engine);
    const first = await pager.run(search);
    for (const own of ['"search_after":[1]', '"pit":{"id":"x"}', '"scroll":"1m"']) {
      const failure = await failureFrom(() => pager.run({ ...search, body: `{${own}}` }));
      assert.equal(failure.kind, 'invalid');
    }
    assert.equal(pager.page, first);
    assert.equal(engine.asked.length, 1);
  });

  it('shows no hits and no next page for a search of aggregations alone', async () => {
    const engine = engineWith(50);
    const pager = pagerOver(engine);
    const page = await pager.run({ ...search, body: '{"aggs":{}}', size: 0 });
    assert.deepEqual([page.hits.length, page.hasNext], [0, false]);
    assert.equal(engine.asked[0]?.body, '{"aggs":{},"from":0,"size":0}');
  });

  it('asks for aggregations with the first page, and shows them with every page', async () => {
    const engine = fakeEngine((request) => {
      const { from } = asked(request);
      return hitsFrom(from, 10, request.body?.includes('aggs') ? { aggregations: { most: { value: 17 } } } : {});
    });
    const pager = pagerOver(engine);
    const body = '{\n  "aggs": {"most": {"max": {"field": "n"}}},\n  "query": {"match_all": {}}\n}';
    const first = await pager.run({ ...search, body });
    const second = await pager.turn('next');
    assert.equal(second.aggregations, first.aggregations);
    assert.match(second.aggregations ?? '', /most/);
    assert.doesNotMatch(engine.asked[1]?.body ?? '', /aggs/);
    assert.match(engine.asked[1]?.body ?? '', /^\{\n.*\n {2}"query": \{"match_all": \{\}\},"from":10,"size":10\n\}$/);
  });
});

describe('openPager: a pager of an engine without points in time', () => {
  const info = { family: 'elasticsearch', version: '6.8.23' } as const;

  it('stops at the window with the limit in words, and asks only for what fits in', async () => {
    const engine = engineWith(12_000, { info });
    const pager = pagerOver(engine);
    await pager.run({ ...search, from: 9_985 });
    const last = await pager.turn('next');
    assert.deepEqual([last.hits.length, last.size, last.hasNext], [5, 5, false]);
    assert.deepEqual(last.notes, [
      'Paging ends at hit 10,000 (index.max_result_window): the server does not support points in time. Narrow the query, or reverse the sort order to see the other end.',
    ]);
    assert.equal((await pager.turn('previous')).from, 9_985);
  });

  it('says so with the page before, where no hit fits in behind it, and asks for nothing more', async () => {
    const engine = fakeEngine((request) => {
      if (request.path.includes('_settings'))
        return json({ logs: { settings: {}, defaults: { 'index.max_result_window': '10000' } } });
      return engineWith(12_000).search({ path: request.path, body: request.body ?? '' });
    }, info);
    const pager = pagerOver(engine);
    const last = await pager.run({ ...search, from: 9_990 });
    assert.equal(last.hasNext, false);
    assert.match(last.notes.join(), /hit 10,000 .*not support points in time/);
    assert.equal((await failureFrom(() => pager.turn('next'))).kind, 'invalid');
    const asking = engine.asked.length;
    const failure = await failureFrom(() => pager.turn({ offset: 10_000 }));
    assert.match(failure.sentence, /hit 10,000 \(index\.max_result_window\)/);
    assert.equal(engine.asked.length, asking);
  });

  it('takes the engine’s own limit from its refusal', async () => {
    const engine = engineWith(12_000, { window: 500 });
    const pager = pagerOver(engine);
    await pager.run({ ...search, from: 485 });
    const last = await pager.turn('next');
    assert.deepEqual([last.from, last.hits.length, last.hasNext], [495, 5, false]);
    assert.match(last.notes.join(), /hit 500 /);
    const failure = await failureFrom(() => pager.turn({ offset: 600 }));
    assert.match(failure.sentence, /hit 500 /);
    assert.equal(pager.page?.from, 495);
  });

  it('says of the page that is shown that paging ends there, once that is found out', async () => {
    const pager = pagerOver(engineWith(12_000));
    assert.equal((await pager.run({ ...search, from: 9_990 })).hasNext, true);
    const failure = await failureFrom(() => pager.turn('next'));
    assert.match(failure.sentence, /hit 10,000 .*not support points in time/);
    assert.equal(pager.page?.hasNext, false);
    assert.match(pager.page?.notes.join() ?? '', /hit 10,000 /);
  });

  it('pages on where the index allows more than 10,000', async () => {
    const pager = pagerOver(engineWith(12_000, { window: 50_000, counts: 50_000 }));
    await pager.run({ ...search, from: 9_995 });
    const page = await pager.turn('next');
    assert.deepEqual([page.hits[0]?.id, page.asked, page.hasNext], ['10006', 'from/size', true]);
  });

  it('asks a sorted search by from and size, and says that hits may shift', async () => {
    const engine = engineWith(30, { info });
    const pager = pagerOver(engine);
    const page = await pager.run({ ...search, body: '{"sort":[{"n":"asc"}]}' });
    assert.equal(page.asked, 'from/size');
    assert.match(page.notes.join(), /not support points in time.*while documents are being added/);
    assert.deepEqual(
      engine.asked.filter(({ method }) => method === 'POST'),
      [],
    );
  });

  it('says which member of the body keeps it from going on', async () => {
    for (const member of ['collapse', 'rescore', 'knn', 'retriever', 'terminate_after']) {
      const engine = engineWith(12_000);
      const pager = pagerOver(engine);
      await pager.run({ ...search, body: `{"${member}":{},"sort":["n"]}`, from: 9_995 }, { from: 9_980 });
      const last = await pager.turn('next').then(() => pager.turn({ offset: 9_993 }));
      assert.equal(last.hits.length, 7);
      assert.match(
        last.notes.join(),
        new RegExp(`searches with ${member} cannot continue beyond it\\. Narrow the query, or remove ${member}`),
      );
      assert.ok(engine.asked.every(({ path }) => !path.includes('_pit')));
    }
  });
});

describe('openPager: a pager that is asked for several things at once', () => {
  it('ends the older search when a newer one comes, and only the newer moves it (invariant 3)', async () => {
    const engine = slowEngine();
    const pager = pagerOver(engine);
    const older = failureFrom(() => pager.run({ ...search, index: 'older' }));
    await turnOfEvents();
    const newer = pager.run({ ...search, index: 'newer' });
    await turnOfEvents();
    assert.equal((await older).kind, 'canceled');
    assert.equal(engine.asked[0]?.signal?.aborted, true);
    engine.answer(1, hitsFrom(0, 0));
    await newer;
    assert.equal(pager.page?.search.index, 'newer');
  });

  it('goes one page further for a next during a next, with the answer under way as the way there', async () => {
    const { engine, pager } = await onFirstPage();
    const first = failureFrom(() => pager.turn('next'));
    await turnOfEvents();
    const second = pager.turn('next');
    assert.equal((await first).kind, 'canceled');
    assert.equal(engine.asked[1]?.signal?.aborted, false);
    engine.answer(1, hitsFrom(10, 10));
    await turnOfEvents();
    await turnOfEvents();
    engine.answer(2, hitsFrom(20, 10));
    assert.equal((await second).from, 20);
    assert.deepEqual(
      engine.asked.map(asked),
      [0, 10, 20].map((from) => ({ from, size: 10 })),
    );
    assert.equal((await pager.turn('previous')).from, 10);
    assert.equal(engine.asked.length, 3);
  });

  it('stays on the last page for a next too many', async () => {
    const { engine, pager } = await onFirstPage();
    void failureFrom(() => pager.turn('next'));
    await turnOfEvents();
    const second = pager.turn('next');
    engine.answer(1, hitsFrom(10, 4));
    assert.equal((await second).from, 10);
  });

  it('cancels both nexts when the second is canceled', async () => {
    const { engine, pager } = await onFirstPage();
    void failureFrom(() => pager.turn('next'));
    await turnOfEvents();
    const cancel = new AbortController();
    const second = failureFrom(() => pager.turn('next', { signal: cancel.signal }));
    cancel.abort();
    assert.equal((await second).kind, 'canceled');
    assert.equal(engine.asked[1]?.signal?.aborted, true);
    assert.equal(pager.page?.from, 0);
  });

  it('does not move for an answer that comes after its cancellation', async () => {
    const cancel = new AbortController();
    const pager = pagerOver(
      fakeEngine(() => {
        cancel.abort();
        return hitsFrom(0, 0);
      }),
    );
    assert.equal((await failureFrom(() => pager.run(search, { signal: cancel.signal }))).kind, 'canceled');
    assert.equal(pager.page, undefined);
  });

  it('asks for nothing once canceled', async () => {
    const engine = engineWith(1);
    const failure = await failureFrom(() => pagerOver(engine).run(search, { signal: AbortSignal.abort() }));
    assert.equal(failure.kind, 'canceled');
    assert.deepEqual(engine.asked, []);
  });

  it('ends what is under way when it is closed', async () => {
    const engine = slowEngine();
    const pager = pagerOver(engine);
    const running = failureFrom(() => pager.run(search));
    await turnOfEvents();
    await pager.close();
    assert.equal((await running).kind, 'canceled');
    assert.equal(engine.asked[0]?.signal?.aborted, true);
  });

  it('cannot turn or count before the first search', async () => {
    const pager = pagerOver(engineWith(5));
    for (const to of ['next', 'first', { offset: 3 }] as const) {
      assert.equal((await failureFrom(() => pager.turn(to))).kind, 'invalid');
    }
    assert.equal((await failureFrom(() => pager.count())).kind, 'invalid');
  });

  it('gives a search up after its time, and says so', async () => {
    const engine = slowEngine();
    const failure = await failureFrom(() => openPager(engine, { timeoutMs: 1 }).run(search));
    assert.equal(failure.kind, 'timedOut');
    assert.match(failure.sentence, /longer than 0\.001 s/);
    assert.equal(engine.asked[0]?.signal?.aborted, true);
  });
});

describe('openPager: the exact count of a pager', () => {
  it('is asked with the query alone, and changes the total of the page and of later ones', async () => {
    const engine = engineWith(12_000);
    const pager = pagerOver(engine);
    await pager.run({ ...search, body: '{"query":{"term":{"a":9007199254740993}},"sort":["_score"],"_source":false}' });
    assert.deepEqual(pager.page?.total, { value: 10_000, relation: 'gte' });
    assert.deepEqual(await pager.count(), { value: 12_000, relation: 'eq' });
    assert.equal(engine.asked.at(-1)?.path, '/logs/_count');
    assert.equal(engine.asked.at(-1)?.body, '{"query":{"term":{"a":9007199254740993}}}');
    assert.deepEqual(pager.page?.total, { value: 12_000, relation: 'eq' });
    assert.deepEqual((await pager.turn('next')).total, { value: 12_000, relation: 'eq' });
    assert.deepEqual((await pager.turn('previous')).total, { value: 12_000, relation: 'eq' });
  });

  it('is asked with a search where more than the query decides', async () => {
    const engine = engineWith(120);
    const pager = pagerOver(engine);
    await pager.run({
      ...search,
      body: '{"query":{"match_all":{}},"min_score":2,"highlight":{},"track_total_hits":5}',
    });
    assert.deepEqual(await pager.count(), { value: 120, relation: 'eq' });
    assert.equal(
      engine.asked.at(-1)?.body,
      '{"query":{"match_all":{}},"min_score":2,"track_total_hits":true,"size":0}',
    );
  });

  it('is a lower bound where not all shards were counted', async () => {
    const engine = fakeEngine(({ path }) =>
      path.endsWith('_count') ? json({ count: 7, _shards: { total: 3, successful: 1, failed: 0 } }) : hitsFrom(0, 10),
    );
    const pager = pagerOver(engine);
    await pager.run(search);
    assert.deepEqual(await pager.count(), { value: 7, relation: 'gte' });
  });

  it('takes the number that Elasticsearch 6.8 and rest_total_hits_as_int give for a total', async () => {
    const pager = pagerOver(
      fakeEngine(() => hitsFrom(0, 10, { hits: { total: 10, hits: JSON.parse(hitsFrom(0, 10).body).hits.hits } })),
    );
    const page = await pager.run(search);
    assert.deepEqual([page.total, page.hasNext], [{ value: 10, relation: 'eq' }, false]);
  });

  it('does not change the page of a newer search', async () => {
    const { engine, pager } = await onFirstPage();
    const counting = failureFrom(() => pager.count());
    await turnOfEvents();
    const newer = pager.run({ ...search, index: 'newer' });
    await turnOfEvents();
    assert.equal((await counting).kind, 'canceled');
    engine.answer(2, hitsFrom(0, 3));
    assert.equal((await newer).total, undefined);
  });
});

describe('openPager: a pager whose answers come from a cache', () => {
  it('suspects it when two pages have the same hits, and asks again', async () => {
    const engine = fakeEngine((request) => hitsFrom(engine.suspected === 0 ? 0 : asked(request).from, 10));
    const pager = pagerOver(engine);
    await pager.run(search);
    const second = await pager.turn('next');
    assert.equal(engine.suspected, 1);
    assert.equal(second.hits[0]?.id, '11');
  });

  it('blames no cache where as many documents came as a page has, so that all hits moved down by one page', async () => {
    const engine = fakeEngine(({ body = '' }) => hitsFrom(0, 10, { took: body.includes('"from":0') ? 3 : 4 }));
    const pager = pagerOver(engine);
    await pager.run(search);
    assert.equal((await pager.turn('next')).hits[0]?.id, '1');
    assert.equal(engine.suspected, 0);
  });

  it('shows a repeated page where asking otherwise does not help', async () => {
    const engine = fakeEngine(() => hitsFrom(0, 10));
    const pager = pagerOver(engine);
    await pager.run(search);
    await pager.turn('next');
    const third = await pager.turn('next');
    assert.equal(third.from, 20);
    assert.deepEqual([engine.suspected, searches(engine).length], [2, 4]);
  });
});

describe('openPager: a pager of hits that cannot be highlighted', () => {
  const reason =
    'The length [1100000] of field [message] in doc[0]/index[logs] exceeds the [index.highlight.max_analyzed_offset] limit [1000000]. This maximum allowed to be analyzed for highlighting can be set';

  it('asks again without highlighting, and says so on each page', async () => {
    const engine = fakeEngine((request) =>
      request.body?.includes('highlight')
        ? refusal('illegal_argument_exception', reason)
        : hitsFrom(asked(request).from, 10),
    );
    const pager = pagerOver(engine);
    const body = '{"query":{"match_all":{}},"highlight":{"fields":{"*":{}}}}';
    const first = await pager.run({ ...search, body });
    const second = await pager.turn('next');
    for (const { notes } of [first, second]) assert.match(notes.join(), /Matches are not highlighted/);
    assert.equal(engine.asked.length, 3);
  });
});

describe('openPager: a pager over indices of which one has a small window', () => {
  const reason =
    'Result window is too large, from + size must be less than or equal to: [20] but was [25]. See the scroll api for';
  const failures = [{ shard: 0, index: 'small', reason: { type: 'illegal_argument_exception', reason } }];
  const partly = { _shards: { total: 2, successful: 1, failed: 1, failures } };

  it('goes by that window, instead of leaving out the hits of that index', async () => {
    const engine = fakeEngine((request) => {
      if (/_pit|point_in_time|_settings/.test(request.path)) return noSuchCall;
      const { from, size } = asked(request);
      return hitsFrom(from, size, from + size > 20 ? partly : {});
    });
    const pager = pagerOver(engine);
    const page = await pager.run({ ...search, size: 25 });
    assert.deepEqual([page.hits.length, page.partial, page.hasNext], [20, [], false]);
    assert.match(page.notes.join(), /Paging ends at hit 20/);
  });

  it('shows all of them from a point in time, and speaks of no earlier pages on the first', async () => {
    const engine = fakeEngine(
      (request) => {
        if (request.method === 'POST') return json({ id: 'p' });
        const { from = 0, size, search_after: after, pit } = JSON.parse(request.body ?? '{}');
        if (pit === undefined) return hitsFrom(from, size, from + size > 20 ? partly : {});
        const first = after === undefined ? 0 : after[0] + 1;
        const { hits, ...answer } = JSON.parse(hitsFrom(first, size).body);
        const sorted = hits.hits.map((hit: object, at: number) => ({ ...hit, sort: [first + at, first + at] }));
        return json({ ...answer, hits: { hits: sorted } });
      },
      { family: 'elasticsearch', version: '8.11.0' },
    );
    const body = '{"query":{"match_all":{}},"sort":[{"a":"asc"}]}';
    const page = await pagerOver(engine).run({ ...search, body, size: 25, isDefaultOrder: true });
    assert.deepEqual([page.hits.length, page.asked, page.partial, page.notes], [25, 'point in time', [], []]);
  });

  it('shows what came where the window is known to be no larger', async () => {
    const engine = fakeEngine((request) =>
      /_pit|point_in_time|_settings/.test(request.path) ? noSuchCall : hitsFrom(0, 10, partly),
    );
    const page = await pagerOver(engine).run({ ...search, size: 10 });
    assert.equal(page.partial.length, 1);
  });
});

describe('openPager: a pager of the order that nobody chose, while the index changes', () => {
  const changed = /^The index changed while you were paging, so hits may appear twice or be skipped\./;
  /** How many hits the engine counts at each request. */
  async function notesOf(
    totals: readonly number[],
    body = search.body,
    more: object = {},
  ): Promise<readonly string[][]> {
    let at = 0;
    const engine = fakeEngine((request) => {
      if (!request.path.includes('_search?')) return noSuchCall;
      const { from, size } = asked(request);
      const { hits } = JSON.parse(hitsFrom(from, size).body);
      const total = { value: totals[at++], relation: 'eq' };
      return json({ took: 1, _shards: { total: 1, successful: 1, failed: 0 }, hits: { total, ...hits }, ...more });
    });
    const pager = pagerOver(engine);
    const pages = [await pager.run({ ...search, body })];
    while (at < totals.length) pages.push(await pager.turn('next'));
    return pages.map(({ notes }) => notes.filter((note) => note.startsWith('The index changed')));
  }

  it('says so once, and what keeps the result still', async () => {
    const [first, second, third, fourth] = await notesOf([100, 100, 101, 99]);
    assert.deepEqual([first, second, fourth], [[], [], []]);
    assert.match(third?.join() ?? '', changed);
    assert.match(third?.join() ?? '', /Sort by a field/);
  });

  it('says nothing while it does not', async () => assert.deepEqual((await notesOf([100, 100, 100])).flat(), []));

  it('promises no point in time where none can be opened', async () => {
    const notes = (await notesOf([100, 101], '{"query":{"match_all":{}},"collapse":{"field":"a"}}')).flat();
    assert.deepEqual(notes, ['The index changed while you were paging, so hits may appear twice or be skipped.']);
  });

  it('knows nothing of it where hits are not all counted, or are missing', async () => {
    const failed = { _shards: { total: 2, successful: 1, failed: 1 } };
    assert.deepEqual((await notesOf([100, 101], search.body, failed)).flat(), []);
  });
});

describe('openPager: a search sorted by _id', () => {
  const sorts = ['["_id"]', '"_id"', '{"_id":"desc"}', '[{"a":"asc"},{"_id":{"order":"asc"}}]'];
  for (const sort of sorts) {
    it(`is told what that costs: ${sort}`, async () => {
      const page = await pagerOver(engineWith(5)).run({ ...search, body: `{"sort":${sort}}` });
      assert.match(page.notes.join(), /Sorting by _id makes the server load the IDs/);
    });
  }

  it('is one by that field only', async () => {
    const page = await pagerOver(engineWith(5)).run({
      ...search,
      body: '{"sort":["_doc",{"id":"asc"}],"query":{"ids":{}}}',
    });
    assert.doesNotMatch(page.notes.join(), /_id/);
  });
});
