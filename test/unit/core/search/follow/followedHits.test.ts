import assert from 'node:assert/strict';
import { FollowedHits, momentOf } from '../../../../../src/core/search/follow/followedHits';

const latest = 8.64e15;
const hit = (id: string, sort: string) => ({ index: 'i', id, score: undefined, json: '{}', sort: `[${sort}]` });

describe('followedHits: when a hit that is followed was', () => {
  it('is its first sort value', () => {
    for (const [sort, at] of [
      ['1795600800000', 1_795_600_800_000],
      [' 1795600800000 , "x"', 1_795_600_800_000],
      ['"2026-11-25T10:00:00Z",5', 1_795_600_800_000],
      ['1795600800000123456', 1_795_600_800_000],
    ] as const) {
      assert.equal(momentOf(hit('a', sort)), at, sort);
    }
  });

  it('is read by the unit of its field: 9999, near 1970 and before it', () => {
    assert.equal(momentOf(hit('a', '253402300799999'), 'milliseconds'), 253_402_300_799_999);
    assert.equal(momentOf(hit('a', '1000'), 'milliseconds'), 1_000);
    assert.equal(momentOf(hit('a', '-5'), 'milliseconds'), -5);
    // Of an index that came later and has nanoseconds; a missing date is none.
    assert.equal(momentOf(hit('a', '1795600800000123456'), 'milliseconds'), 1_795_600_800_000);
    for (const missing of ['9223372036854775807', '-9223372036854775808']) {
      assert.equal(momentOf(hit('a', missing), 'milliseconds'), Number.NEGATIVE_INFINITY);
    }
    assert.equal(momentOf(hit('a', '5000000'), 'nanoseconds'), 5);
    assert.equal(momentOf(hit('a', '"2026-11-25T10:00:00Z"'), 'milliseconds'), 1_795_600_800_000);
  });

  it('is not known where that is none, or longer than any date', () => {
    for (const sort of ['', 'null', '"x"', '[]', '{}', '1e308', '-1e400', '9'.repeat(41), '9'.repeat(100_000)]) {
      assert.equal(momentOf(hit('a', sort)), Number.NEGATIVE_INFINITY, sort.slice(0, 50));
    }
    assert.equal(momentOf(hit('a', `${' '.repeat(38)}17956008000001`)), Number.NEGATIVE_INFINITY);
    assert.equal(momentOf({ sort: '[1795600800000' }), Number.NEGATIVE_INFINITY);
    assert.equal(momentOf({}), Number.NEGATIVE_INFINITY);
  });

  it('tells as new only what was not there when the page ended amid hits of one moment', () => {
    const of = (ids: readonly number[], at: number) => ids.map((id) => hit(`h${id}`, String(at)));
    const some = (count: number, from = 0) => Array.from({ length: count }, (_, at) => at + from);
    const at = 1_795_600_800_000;
    const hits = new FollowedHits(of(some(10), at), false, 'milliseconds');
    hits.add(of(some(50), at));
    hits.endPoll(false);
    assert.equal(hits.unseen, 0);
    hits.add(of([...some(50), 77], at));
    hits.endPoll(false);
    assert.deepEqual([hits.unseen, hits.hits.length], [1, 11]);
    // More of the moment than one look brings: what comes in it later cannot be told from what was there.
    const full = new FollowedHits(of(some(10), at), false, 'milliseconds');
    full.add(of(some(1_000), at));
    full.endPoll(true);
    assert.deepEqual([full.unseen, full.since(at)], [0, at + 1]);
    const whole = new FollowedHits(of(some(10), at), true, 'milliseconds');
    whole.add(of(some(11), at));
    assert.equal(whole.unseen, 1);
    // Without a page to begin with, the first look brings it.
    const bare = new FollowedHits([], true, 'milliseconds');
    bare.add(of(some(10), at));
    bare.endPoll(true);
    bare.takeUnseen();
    bare.add(of(some(30), at));
    bare.endPoll(false);
    assert.equal(bare.unseen, 0);
  });

  it('is looked for from before the newest hit that is not of the future, or before now', () => {
    const now = 1_795_600_800_000;
    const sinceOf = (...moments: readonly number[]) =>
      new FollowedHits(
        moments.map((at) => hit(String(at), String(at))),
        true,
        'milliseconds',
      ).since(now);
    assert.equal(sinceOf(253_402_300_799_999, now - 100_000, now - 200_000), now - 130_000);
    assert.equal(sinceOf(253_402_300_799_999), now - 30_000);
  });

  it('is looked for from a moment on that a date has', () => {
    for (const at of [-latest, -latest + 1, 0, 1_795_600_800_000, latest - 1, latest]) {
      for (const count of [1, 3, 1_500]) {
        const hits = new FollowedHits([], true);
        hits.add(Array.from({ length: count }, (_, each) => hit(String(each), `"${new Date(at).toISOString()}"`)));
        for (const now of [-latest, 0, latest]) {
          const since = hits.since(now);
          assert.ok(since === undefined || !Number.isNaN(new Date(since).getTime()), `${at} ${count} ${since}`);
        }
      }
    }
  });
});
