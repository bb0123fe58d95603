import assert from 'node:assert/strict';
import { createFollowedHits, momentOf } from '../../../../../src/core/search/follow/followedHits';

const latest = 8.64e15;
const hit = (id: string, sort: string) => ({ index: 'i', id, score: undefined, json: '{}', sort: `[${sort}]` });

describe('when a hit that is followed was', () => {
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

  it('is not known where that is none, or longer than any date', () => {
    for (const sort of ['', 'null', '"x"', '[]', '{}', '1e308', '-1e400', '9'.repeat(41), '9'.repeat(100_000)]) {
      assert.equal(momentOf(hit('a', sort)), Number.NEGATIVE_INFINITY, sort.slice(0, 50));
    }
    assert.equal(momentOf(hit('a', `${' '.repeat(38)}17956008000001`)), Number.NEGATIVE_INFINITY);
    assert.equal(momentOf({ sort: '[1795600800000' }), Number.NEGATIVE_INFINITY);
    assert.equal(momentOf({}), Number.NEGATIVE_INFINITY);
  });

  it('is looked for from a moment on that a date has', () => {
    for (const at of [-latest, -latest + 1, 0, 1_795_600_800_000, latest - 1, latest]) {
      for (const count of [1, 3, 1_500]) {
        const hits = createFollowedHits([], true);
        hits.add(Array.from({ length: count }, (_, each) => hit(String(each), `"${new Date(at).toISOString()}"`)));
        for (const now of [-latest, 0, latest]) {
          const since = hits.since(now);
          assert.ok(since === undefined || !Number.isNaN(new Date(since).getTime()), `${at} ${count} ${since}`);
        }
      }
    }
  });
});
