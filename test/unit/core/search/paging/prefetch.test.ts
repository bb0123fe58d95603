import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { openPager, type PagerOptions } from '../../../../../src/core/search/paging/openPager';
import type { SearchPage } from '../../../../../src/core/search/paging/pager';
import type { EngineSearch } from '../../../../../src/core/search/wire/engineSearch';
import { startSearchEngine } from '../../../../servers/search/index';
import { failureFrom } from '../fakeHttpClient';
import { said, searchOf, watchedClient } from './engines';
import { engineWith, type FakeEngine, fakeEngine, hitsFrom, slowEngine } from './fakeEngine';

const search: EngineSearch = { index: 'logs', body: '{}', from: 0, size: 10 };

const froms = ({ asked }: FakeEngine) => asked.map(({ body = '{}' }) => Number(JSON.parse(body).from));

const idleTimeMs = 400;

/** A pager, and the pages that it was told of ahead; `ahead` resolves with the next of them. */
function pagerOver(engine: FakeEngine, options: PagerOptions = {}) {
  const waiting: ((page: SearchPage) => void)[] = [];
  const pager = openPager(engine, { idleMs: idleTimeMs, ...options, onPrefetched: (page) => waiting.shift()?.(page) });
  return { pager, ahead: () => new Promise<SearchPage>((resolve) => waiting.push(resolve)) };
}

const settled = async () => {
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
};
/** Lets the time pass after which the next page is asked for. */
const idle = async () => {
  mock.timers.tick(idleTimeMs);
  await settled();
};

describe('prefetch: asking for the next page ahead', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  it('happens when a page has been shown for a while, and answers Next without a request', async () => {
    const engine = engineWith(100);
    const { pager, ahead } = pagerOver(engine);
    const coming = ahead();
    await pager.run(search);
    mock.timers.tick(idleTimeMs - 1);
    await settled();
    assert.deepEqual(froms(engine), [0]);
    mock.timers.tick(1);
    assert.equal((await coming).from, 10);
    const next = await pager.turn('next');
    assert.equal(next.hits[0]?.id, '11');
    assert.equal(froms(engine).filter((from) => from === 10).length, 1);
  });

  it('happens at once after the first Next, and never goes further than one page', async () => {
    const engine = engineWith(100);
    const { pager, ahead } = pagerOver(engine, { idleMs: 1_000_000 });
    await pager.run(search);
    await idle();
    assert.deepEqual(froms(engine), [0]);
    for (const from of [20, 30, 40]) {
      const coming = ahead();
      await pager.turn('next');
      assert.equal((await coming).from, from);
    }
    await idle();
    assert.deepEqual(froms(engine), [0, 10, 20, 30, 40]);
  });

  it('can be switched off', async () => {
    const engine = engineWith(100);
    const { pager } = pagerOver(engine, { prefetch: false });
    await pager.run(search);
    await pager.turn('next');
    await idle();
    assert.deepEqual(froms(engine), [0, 10]);
  });

  it('does not happen behind the last page, for a page just seen, or where the engine would refuse it', async () => {
    const short = engineWith(15);
    const ended = pagerOver(short);
    await ended.pager.run(search);
    await ended.pager.turn('next');
    await idle();
    assert.deepEqual(froms(short), [0, 10]);

    const seen = engineWith(100);
    const back = pagerOver(seen, { idleMs: 1_000_000 });
    await back.pager.run(search);
    const coming = back.ahead();
    await back.pager.turn('next');
    await coming;
    await back.pager.turn('previous');
    await idle();
    assert.deepEqual(froms(seen), [0, 10, 20]);

    const long = engineWith(20_000);
    const edge = pagerOver(long);
    await edge.pager.run({ ...search, from: 9_985 });
    await idle();
    assert.deepEqual(froms(long), [9_985]);
  });

  it('does not happen behind a page of more than 8 MiB', async () => {
    const engine = fakeEngine(() => hitsFrom(0, 10, { filler: 'x'.repeat(9 * 2 ** 20) }));
    const { pager } = pagerOver(engine);
    await pager.run(search);
    await idle();
    assert.equal(engine.asked.length, 1);
  });

  it('is waited for by a Next that comes meanwhile', async () => {
    const engine = slowEngine();
    const { pager } = pagerOver(engine);
    const running = pager.run(search);
    await settled();
    engine.answer(0, hitsFrom(0, 10));
    await running;
    await idle();
    assert.deepEqual(froms(engine), [0, 10]);
    const next = pager.turn('next');
    await settled();
    engine.answer(1, hitsFrom(10, 10));
    assert.equal((await next).from, 10);
    assert.deepEqual(froms(engine).slice(0, 2), [0, 10]);
    assert.ok(froms(engine).length <= 3);
  });

  it('is ended by another page than the next, and by a newer search', async () => {
    for (const to of [{ offset: 50 }, 'run'] as const) {
      const engine = slowEngine();
      const { pager } = pagerOver(engine);
      const running = pager.run(search);
      await settled();
      engine.answer(0, hitsFrom(0, 10));
      await running;
      await idle();
      const other = failureFrom(() => (to === 'run' ? pager.run(search) : pager.turn(to)));
      await settled();
      assert.equal(engine.asked[1]?.signal?.aborted, true);
      assert.equal(engine.asked.length, 3);
      await pager.close();
      await other;
    }
  });

  it('fails silently, and Next asks again', async () => {
    let isDown = false;
    const good = engineWith(100);
    const engine = fakeEngine((request) =>
      isDown ? { status: 500, headers: {}, body: '' } : good.search({ path: request.path, body: request.body ?? '' }),
    );
    const { pager } = pagerOver(engine);
    await pager.run(search);
    isDown = true;
    await idle();
    assert.deepEqual(froms(engine), [0, 10]);
    isDown = false;
    assert.equal((await pager.turn('next')).from, 10);
    assert.equal(froms(engine)[2], 10);
  });

  it('is not planned any more once the pager is closed', async () => {
    const engine = engineWith(100);
    const { pager } = pagerOver(engine);
    await pager.run(search);
    await pager.close();
    await idle();
    assert.equal(engine.asked.length, 1);
  });

  it('goes on in a point in time, but opens none and does not reopen one', async () => {
    const engine = await startSearchEngine({ documents: 100, window: 30 });
    let lost: () => void = () => undefined;
    const losing = new Promise<void>((resolve) => {
      lost = resolve;
    });
    const { client, asked, close } = watchedClient(engine.url, (_, answer) => {
      if (answer.status === 404) lost();
      return answer;
    });
    const told: number[] = [];
    let tell: () => void = () => undefined;
    const onPrefetched = (page: SearchPage) => {
      told.push(page.from);
      tell();
    };
    const pager = openPager(client, { idleMs: 1_000_000, onPrefetched });
    const next = async () => {
      const coming = new Promise<void>((resolve) => {
        tell = resolve;
      });
      await pager.turn('next');
      return coming;
    };
    const sorted = { query: { match_all: {} }, sort: [{ '@timestamp': 'asc' }] };
    await pager.run(searchOf(sorted, { index: 'access-logs' }));
    await next();
    asked.length = 0;
    await next();
    assert.deepEqual(told, [20, 30]);
    assert.equal(asked.length, 1);
    assert.ok(said(asked[0]).search_after);
    engine.closePits();
    await pager.turn('next');
    await losing;
    await idle();
    assert.equal(asked.filter(({ path }) => path.includes('_pit?')).length, 0);
    assert.equal(engine.openPits(), 0);
    const page = await pager.turn('next');
    assert.match(page.notes.join(), /reopened/);
    await pager.close();
    await close();
    await engine.close();
  });
});
