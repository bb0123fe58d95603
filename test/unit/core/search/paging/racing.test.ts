import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { isRequestFailure } from '../../../../../src/core/base/errors/failure';
import { openPager } from '../../../../../src/core/search/paging/openPager';
import type { SearchPage } from '../../../../../src/core/search/paging/pager';
import type { PageTarget } from '../../../../../src/protocol/hitPlace';
import { type Random, seeded } from '../../../../servers/search/data/random';
import { racingEngine } from './racingEngine';

const documents = 95;
const window = 40;
const bodies = ['{"sort":[{"n":"asc"}]}', '{"query":{"match_all":{}}}'];

/**
 * The page holds the documents that stand at its place, whatever happened before. Where a point in time had to be reopened hits
 * may come again, but none is left out.
 */
function checkPage({ from, size, hits }: SearchPage, mayRepeat: boolean): void {
  const ids = hits.map(({ id }) => Number(id));
  const first = mayRepeat ? (ids[0] ?? from + 1) : from + 1;
  assert.ok(first <= from + 1, `page behind ${from} begins with ${first}`);
  const wanted = Math.max(0, Math.min(size, documents - first + 1));
  assert.deepEqual(
    ids,
    Array.from({ length: mayRepeat && hits.length === 0 ? 0 : wanted }, (_, at) => first + at),
    `page behind ${from}`,
  );
}

/** Does what comes to mind with a pager, mostly without waiting, and closes it. */
async function play(random: Random): Promise<void> {
  const engine = racingEngine(random, documents, window);
  const pager = openPager(engine, { idleMs: 0, prefetch: random.below(2) === 0 });
  const running: Promise<unknown>[] = [];
  /** Whether the point in time of the result may be gone: it expired, or a newer search closed it and then failed. */
  let isLoose = false;
  let lost = 0;
  const search = () => ({
    index: 'logs',
    body: bodies[random.below(bodies.length)] ?? '{}',
    from: random.below(4) * 10,
    size: 10,
  });
  const run = async (signal: AbortSignal): Promise<SearchPage> => {
    isLoose = true;
    const lostBefore = lost;
    const page = await pager.run(search(), { signal });
    if (lost === lostBefore && pager.page === page) isLoose = false;
    return page;
  };
  const target = (): PageTarget => {
    const targets: readonly PageTarget[] = ['first', 'previous', 'next', 'next', 'next', { offset: random.below(110) }];
    return targets[random.below(targets.length)] ?? 'next';
  };
  const pause = async (): Promise<void> => {
    for (let times = random.below(8); times > 0; times--) {
      if (random.below(3) === 0) await new Promise((resolve) => setImmediate(resolve));
      else await undefined;
      // What waits for its time gets it somewhere in between.
      if (random.below(3) === 0) mock.timers.tick(1);
    }
  };
  const follow = async (call: Promise<SearchPage | unknown>): Promise<void> => {
    try {
      const came = await call;
      if (typeof came === 'object' && came !== null && 'hits' in came) checkPage(came as SearchPage, isLoose);
    } catch (error) {
      if (!isRequestFailure(error)) throw error;
    }
  };

  for (let move = 0; move < 12; move++) {
    const abort = new AbortController();
    const { signal } = abort;
    switch (move === 0 ? 0 : random.below(8)) {
      case 0:
      case 1:
        running.push(follow(run(signal)));
        break;
      case 2:
        running.push(follow(pager.count(signal)));
        break;
      case 3:
        engine.expire();
        isLoose = true;
        lost++;
        break;
      default:
        running.push(follow(pager.turn(target(), { signal })));
    }
    await pause();
    if (random.below(5) === 0) abort.abort();
    if (random.below(3) === 0) await Promise.all(running);
    if (pager.page !== undefined) checkPage(pager.page, isLoose);
  }
  if (random.below(2) === 0) await Promise.all(running);
  await pager.close();
  assert.equal(engine.open, 0, 'a point in time is left open');
  assert.ok(engine.mostOpen <= 1, `${engine.mostOpen} points in time were open at once`);
  assert.deepEqual(new Set([...engine.closings, 1]), new Set([1]), 'each is closed once');
  const before = engine.asked.length;
  await Promise.all(running);
  mock.timers.tick(1_000);
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(engine.asked.length, before, 'nothing is asked behind the end');
}

describe('racing: a pager that is hurried', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  for (let seed = 1; seed <= 300; seed++) {
    it(`shows what stands where it is, and leaves nothing open (invariant 6): ${seed}`, () => play(seeded(seed)));
  }
});
