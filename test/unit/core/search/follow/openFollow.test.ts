import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { RequestFailure } from '../../../../../src/core/base/errors/failure';
import { type Follow, type FollowStatus, openFollow } from '../../../../../src/core/search/follow/openFollow';
import type { Hit } from '../../../../../src/core/search/wire/searchAnswer';
import { growingIndex } from './growingIndex';

const begin = Date.parse('2026-11-24T12:00:00Z');

describe('openFollow: following a search', () => {
  let index: ReturnType<typeof growingIndex>;
  let follow: Follow;
  let told: FollowStatus[];
  let isAttended: boolean;
  const unexpected: unknown[] = [];

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: begin });
    index = growingIndex();
    told = [];
    isAttended = true;
    unexpected.length = 0;
  });
  afterEach(() => {
    follow.close();
    mock.timers.reset();
    assert.deepEqual(unexpected, []);
  });

  const hitOf = (id: string, at: number): Hit => ({
    index: 'logs',
    id,
    score: undefined,
    sort: `[${at}]`,
    json: `{"_index":"logs","_id":"${id}"}`,
  });
  type Base = Parameters<typeof openFollow>[0]['base'];
  interface Started extends Partial<Pick<NonNullable<Base>, 'total' | 'isTotalLater'>> {
    readonly seconds?: number;
    readonly hasNext?: boolean;
    readonly size?: number;
  }
  async function start(
    base?: readonly Hit[],
    { seconds = 5, hasNext = false, size = 50, total, isTotalLater }: Started = {},
  ): Promise<void> {
    follow = openFollow({
      client: index.client,
      follow: {
        search: { index: 'logs', body: '{}', from: 0, size },
        field: '@timestamp',
        fields: [],
        isInOrder: base !== undefined,
      },
      base: base && { hits: base, hasNext, partial: [], total, ...(isTotalLater && { isTotalLater }) },
      timeoutMs: undefined,
      seconds,
      isAttended: () => isAttended,
      onChange: (status) => told.push(status),
      onUnexpected: (error) => unexpected.push(error),
    });
    follow.resume();
    await settle();
  }
  async function settle(): Promise<void> {
    for (let at = 0; at < 5; at++) await turn();
  }
  /** Time goes on, second by second, as it does. */
  async function pass(seconds: number, each: (second: number) => void = () => undefined): Promise<void> {
    for (let second = 0; second < seconds; second++) {
      each(second);
      mock.timers.tick(1_000);
      await settle();
    }
  }
  const shown = () => {
    const { page, fresh } = follow.take() ?? assert.fail('nothing was asked');
    return { ids: page.hits.map(({ id }) => id), fresh, page };
  };

  it('looks at once, and then at the interval', async () => {
    await start([hitOf('a', begin)]);
    assert.equal(index.asked.length, 1);
    await pass(4);
    assert.equal(index.asked.length, 1);
    await pass(11);
    assert.equal(index.asked.length, 4);
    follow.setInterval(2);
    await pass(8);
    assert.equal(index.asked.length, 8);
  });

  it('puts new hits on top, each once, and tells how many came and which', async () => {
    index.write({ id: 'a', at: begin });
    await start([hitOf('a', begin)]);
    assert.deepEqual(shown().fresh, []);
    index.write({ id: 'b', at: begin + 1_000 }, { id: 'c', at: begin + 2_000 });
    await pass(5);
    assert.equal(told.at(-1)?.came, 2);
    index.write({ id: 'd', at: begin + 6_000 });
    await pass(10);
    assert.equal(told.at(-1)?.came, 3);
    const { ids, fresh } = shown();
    assert.deepEqual(
      [ids, fresh],
      [
        ['d', 'c', 'b', 'a'],
        [0, 1, 2],
      ],
    );
    assert.equal(follow.status.came, 0);
    await pass(30);
    assert.deepEqual([shown().ids, shown().fresh], [['d', 'c', 'b', 'a'], []]);
  });

  it('tells documents of one ID in two indices from each other', async () => {
    await start([hitOf('a', begin)]);
    index.write({ id: 'a', index: 'logs-2', at: begin + 1_000 });
    await pass(5);
    assert.deepEqual(shown().ids, ['a', 'a']);
  });

  it('finds late documents at their place, and not those that were there and not shown', async () => {
    index.write({ id: 'old', at: begin - 10_000 }, { id: 'older', at: begin - 10_001 });
    await start([hitOf('b', begin), hitOf('a', begin - 9_000)], { hasNext: true });
    index.write({ id: 'late', at: begin - 5_000 });
    await pass(5);
    assert.deepEqual(shown().ids, ['b', 'late', 'a']);
    index.write({ id: 'new', at: begin + 9_000 }, { id: 'later', at: begin - 1 });
    await pass(5);
    const { ids, fresh } = shown();
    assert.deepEqual(
      [ids, fresh],
      [
        ['new', 'b', 'later', 'late', 'a'],
        [0, 2],
      ],
    );
  });

  it('finds late documents before the first one where all hits are shown', async () => {
    await start([hitOf('a', begin)]);
    index.write({ id: 'late', at: begin - 29_000 }, { id: 'too late', at: begin - 31_000 });
    await pass(5);
    assert.deepEqual(shown().ids, ['a', 'late']);
  });

  const exactly = (value: number) => ({ value, relation: 'eq' as const });

  const atLeast = (value: number) => ({ value, relation: 'gte' as const });

  it('counts on from the number of hits that came with the first ones, as a lower bound', async () => {
    index.write({ id: 'a', at: begin });
    await start([hitOf('a', begin)], { total: exactly(57), hasNext: true });
    assert.deepEqual(shown().page.total, atLeast(57));
    index.write({ id: 'b', at: begin + 1_000 }, { id: 'c', at: begin + 2_000 });
    await pass(5);
    assert.deepEqual(shown().page.total, atLeast(59));
    // Also where a check is cut off, and begins again.
    index.write({ id: 'd', at: begin + 6_000 });
    follow.pause('The tab was hidden.');
    follow.resume();
    follow.pause('The tab was hidden.');
    follow.resume();
    await settle();
    assert.deepEqual(shown().page.total, atLeast(60));
    await pass(30);
    assert.deepEqual(shown().page.total, atLeast(60));
    // Nobody asks for documents that are that late: there are 61 by now.
    index.write({ id: 'too late', at: begin - 31_000 });
    await pass(5);
    assert.deepEqual(shown().page.total, atLeast(60));
  });

  it('counts on from none where there were none', async () => {
    await start([], { total: exactly(0) });
    index.write({ id: 'a', at: begin + 1_000 });
    await pass(5);
    assert.deepEqual(shown().page.total, atLeast(1));
  });

  it('does not count on from a lower bound, from what was counted later, or from nothing', async () => {
    const bases: readonly Started[] = [
      { total: { value: 10_000, relation: 'gte' as const } },
      { total: exactly(57), isTotalLater: true as const },
      {},
    ];
    for (const more of bases) {
      await start([hitOf('a', begin)], more);
      assert.equal(shown().page.total, undefined);
      follow.close();
    }
    await start(undefined, { total: exactly(57) });
    assert.equal(shown().page.total, undefined);
  });

  it('does not count on where some hits were left out, or some shards did not answer', async () => {
    await start([], { total: exactly(0), size: 2 });
    index.write(...['a', 'b', 'c'].map((id) => ({ id, at: begin + 1_000 })));
    await pass(5);
    assert.equal(shown().page.total, undefined);
    follow.close();
    await start([hitOf('a', begin)], { total: exactly(1) });
    index.shards = { total: 2, successful: 1, failed: 1 };
    await pass(5);
    index.shards = undefined;
    await pass(5);
    assert.equal(shown().page.total, undefined);
  });

  it('does not wait for the future where a document is from there', async () => {
    await start([hitOf('from 2099', Date.parse('2099-01-01T00:00:00Z'))]);
    index.write({ id: 'now', at: begin + 1_000 });
    await pass(5);
    assert.deepEqual(shown().ids, ['from 2099', 'now']);
  });

  it('begins with the newest hits where others are shown, and with none where there are none', async () => {
    await start(undefined, { size: 2 });
    assert.deepEqual(index.asked, [{ since: undefined, from: 0, size: 2 }]);
    assert.deepEqual([shown().ids, shown().page.hasNext], [[], false]);
    index.write({ id: 'a', at: begin }, { id: 'b', at: begin + 1 }, { id: 'c', at: begin + 2 });
    await pass(5);
    assert.deepEqual([shown().ids, shown().page.hasNext], [['c', 'b'], true]);
  });

  it('keeps at most 1,000, and says so where more came at once', async () => {
    await start([hitOf('a', begin)]);
    index.write(...Array.from({ length: 1_100 }, (_, at) => ({ id: `b${at}`, at: begin + at })));
    await pass(5);
    const first = shown();
    assert.equal(first.page.hits.length, 1_000);
    assert.equal(first.ids[0], 'b1099');
    assert.equal(new Set(first.ids).size, 1_000);
    assert.match(first.page.notes.join(), /More than 1,000 hits came at once/);
    index.write({ id: 'c', at: begin + 6_000 });
    await pass(60);
    const second = shown();
    assert.deepEqual([second.ids.length, second.ids.slice(0, 2)], [1_000, ['c', 'b1099']]);
    assert.deepEqual([second.fresh, second.page.notes], [[0], []]);
  });

  it('goes on to those that are too long to be kept, and not where all are', async () => {
    const long = (id: string, at: number): Hit => ({ ...hitOf(id, at), json: 'x'.repeat(12 * 2 ** 20) });
    await start([long('c', begin), long('b', begin - 1), long('a', begin - 2)]);
    assert.deepEqual([shown().ids, shown().page.hasNext], [['c', 'b'], true]);
    follow.close();
    await start(Array.from({ length: 1_000 }, (_, at) => hitOf(`a${at}`, begin - at)));
    assert.equal(shown().page.hasNext, false);
  });

  it('sends one request at a time, and fewer to a slow engine', async () => {
    index.delay = 8_000;
    await start([hitOf('a', begin)], { seconds: 2 });
    await pass(64);
    assert.equal(index.mostAtOnce, 1);
    assert.equal(index.asked.length, 4);
    index.delay = undefined;
    await pass(64);
    assert.ok(index.asked.length > 24, String(index.asked.length));
  });

  it('pauses at an error, says which, and goes on when it is told to', async () => {
    await start([hitOf('a', begin)]);
    index.failure = new RequestFailure({ kind: 'serverError', sentence: 'It broke.', nextStep: 'Mend it.' });
    await pass(5);
    assert.deepEqual(told.at(-1), { state: 'paused', why: 'It broke. Mend it.', came: 0 });
    index.failure = undefined;
    const { length } = index.asked;
    await pass(60);
    assert.equal(index.asked.length, length);
    index.write({ id: 'b', at: begin + 1_000 });
    follow.resume();
    await settle();
    assert.deepEqual(told.at(-1), { state: 'following', came: 1 });
  });

  it('pauses after ten minutes without anybody, and not after five', async () => {
    await start([hitOf('a', begin)], { seconds: 60 });
    isAttended = false;
    await pass(300);
    isAttended = true;
    await pass(60);
    isAttended = false;
    await pass(540);
    assert.equal(follow.status.state, 'following');
    await pass(120);
    assert.equal(follow.status.state, 'paused');
    assert.match(follow.status.why ?? '', /ten minutes/);
  });

  it('cancels the request under way when it is paused, and tells nothing of it', async () => {
    index.delay = 3_000;
    await start([hitOf('a', begin)]);
    follow.pause('The tab was hidden.');
    await pass(60);
    assert.deepEqual(told.slice(1), [{ state: 'paused', why: 'The tab was hidden.', came: 0 }]);
    assert.equal(index.asked.length, 0);
  });

  it('tells nothing any more once it is closed', async () => {
    await start([hitOf('a', begin)]);
    follow.close();
    const { length } = told;
    await pass(60);
    follow.resume();
    await pass(60);
    assert.deepEqual([told.length, index.asked.length], [length, 1]);
  });

  it('ends where hits have no IDs', async () => {
    index.write({ at: begin + 1 });
    await start([hitOf('a', begin)]);
    await pass(5);
    assert.equal(follow.status.state, 'off');
    assert.match(follow.status.why ?? '', /have no IDs/);
    await pass(60);
    assert.equal(index.asked.length, 1);
  });

  it('leaves out what an engine returns unasked', async () => {
    index.hitOf = ({ id, at }) => ({ _index: 'logs', _id: id, _source: {}, sort: id === 'b' ? [at] : ['x', {}] });
    await start([hitOf('a', begin)]);
    index.write(...['b', 'c', 'c', 'd'].map((id) => ({ id, at: begin + 1_000 })));
    index.write(...Array.from({ length: 500 }, () => ({ id: 'b', at: begin + 1_000 })));
    await pass(5);
    assert.deepEqual(shown().ids, ['b', 'a']);
  });

  it('follows an hour of three documents a second, each once, one request at a time', async () => {
    const seen = new Map<string, number>();
    await start([hitOf('a', begin)], { seconds: 2 });
    await pass(3_600, (second) => {
      const at = begin + second * 1_000;
      index.forgetBefore(at - 60_000);
      index.write({ id: `1-${second}`, at: at + 1 }, { id: `2-${second}`, at: at + 500 });
      // This one is late.
      index.write({ id: `3-${second}`, at: at - 20_000 });
      if (second % 10 !== 9) return;
      const { page, fresh } = follow.take() ?? assert.fail('nothing was asked');
      for (const row of fresh) {
        const id = page.hits[row]?.id ?? '';
        seen.set(id, (seen.get(id) ?? 0) + 1);
      }
      assert.ok(page.hits.length <= 1_000);
      const times = page.hits.map(({ sort }) => Number(sort?.slice(1, -1)));
      assert.ok(times.every((time, row) => row === 0 || time <= (times[row - 1] ?? 0)));
    });
    assert.equal(index.mostAtOnce, 1);
    assert.ok(seen.size > 3 * 3_580, String(seen.size));
    assert.deepEqual(
      [...seen.values()].filter((times) => times > 1),
      [],
    );
  }).timeout(30_000);
});
