import assert from 'node:assert/strict';
import {
  CursorCache,
  cursorAfter,
  goesOnFrom,
  inAnotherPointInTime,
  isEarlier,
  startOfResult,
} from '../../../../../src/core/search/paging/cursors';
import type { SearchPage } from '../../../../../src/core/search/paging/pager';
import { RecentPages } from '../../../../../src/core/search/paging/resultState';
import { hitsOnly, orderWith, searchTraits } from '../../../../../src/core/search/paging/searchTraits';

describe('cursors: a cursor', () => {
  it('gives all values back as they came, long digits bare: a string is read by the field’s format', () => {
    const sort =
      '[ 9007199254740993, -9223372036854775808,1793499533321024999, 12, 1.5E300, "Infinity", null, "a,\\"]b", true ]';
    assert.equal(cursorAfter(startOfResult, [sort], true).after, sort);
  });

  it('stays before the last sort values where others may share them, and counts those that were passed', () => {
    const cursor = cursorAfter(startOfResult, ['[1]', '[2]', '[3]', '[3]'], false);
    assert.deepEqual(cursor, { after: '[2]', skip: 2, skipped: '[3]' });
    assert.deepEqual(cursorAfter(cursor, ['[3]', '[3]', '[3]'], false), { after: '[2]', skip: 3, skipped: '[3]' });
    assert.deepEqual(cursorAfter(cursor, ['[3]', '[3]', '[4]'], false), { after: '[3]', skip: 1, skipped: '[4]' });
    assert.deepEqual(cursorAfter(startOfResult, ['[3]', '[3]'], false), { after: undefined, skip: 2, skipped: '[3]' });
    assert.equal(cursorAfter(cursor, [], false), cursor);
  });

  it('knows an answer that goes on elsewhere, and one that was given before', () => {
    const cursor = cursorAfter(startOfResult, ['[1]', '[2]', '[3]', '[3]'], false);
    assert.deepEqual(
      [
        ['[3]', '[3]', '[4]'],
        ['[3]', '[4]'],
        ['[4]', '[5]', '[6]'],
      ].map((sorts) => goesOnFrom(cursor, sorts)),
      [true, false, false],
    );
    assert.equal(goesOnFrom(startOfResult, ['[4]']), true);
    assert.equal(isEarlier(cursor, ['[1]', '[2]', '[3]', '[3]']), true);
    assert.equal(isEarlier(cursor, ['[3]', '[3]', '[4]']), false);
    assert.equal(isEarlier(startOfResult, ['[1]']), false);
  });

  it('goes on in another point in time by the asked values, before all that share them', () => {
    assert.deepEqual(inAnotherPointInTime({ after: '["9007199254740993",null,4294967298]', skip: 3 }), {
      after: '["9007199254740993",null,-1]',
      skip: 0,
    });
    assert.equal(inAnotherPointInTime({ after: undefined, skip: 3 }), startOfResult);
  });
});

describe('cursors: the places of a result', () => {
  it('are found at or below an offset', () => {
    const anchors = new CursorCache([[0, startOfResult]]);
    anchors.set(20, { after: '[20]', skip: 0 });
    anchors.set(10, { after: '[10]', skip: 0 });
    assert.deepEqual(anchors.atOrBelow(19), [10, { after: '[10]', skip: 0 }]);
    assert.deepEqual(anchors.atOrBelow(5), [0, startOfResult]);
    assert.equal(anchors.get(20)?.after, '[20]');
    assert.equal(anchors.get(21), undefined);
    assert.equal(new CursorCache().atOrBelow(5), undefined);
  });

  it('thin out, one for each 10,000 hits of those passed long ago', () => {
    const anchors = new CursorCache([[0, startOfResult]]);
    for (let offset = 10; offset <= 50_000; offset += 10) anchors.set(offset, { after: `[${offset}]`, skip: 0 });
    assert.equal(anchors.get(49_990)?.after, '[49990]');
    assert.equal(anchors.atOrBelow(9_999)?.[0], 0);
    assert.equal(anchors.atOrBelow(25_000)?.[0], 20_000);
    assert.equal(anchors.atOrBelow(40_005)?.[0], 40_000);
  });

  it('weigh at most four million characters, and always lead there from the beginning', () => {
    const anchors = new CursorCache([[0, startOfResult]]);
    const long = 'x'.repeat(32_000);
    for (let offset = 10_000; offset <= 5_000_000; offset += 10_000)
      anchors.set(offset, { after: `["${long}${offset}"]`, skip: 0 });
    const kept = new Set<number>();
    for (let offset = 0; offset <= 5_000_000; offset += 10_000) kept.add(anchors.atOrBelow(offset)?.[0] ?? -1);
    assert.ok(kept.size * 32_000 <= 4.1 * 2 ** 20, `${kept.size} kept`);
    assert.ok(kept.has(0) && kept.has(5_000_000));
  });
});

describe('cursors: the pages seen last', () => {
  const page = (from: number, bytes: number) => ({ from, bytes }) as SearchPage;
  const kept = (bytes: readonly number[]) => {
    const recent = new RecentPages();
    for (const [at, each] of bytes.entries()) recent.keep(page(at, each));
    return [...recent.all].map(({ from }) => from);
  };

  it('are twenty at most, of eight MiB at most, and two at least', () => {
    assert.equal(kept(Array.from({ length: 50 }, () => 10)).length, 20);
    assert.deepEqual(kept([3, 3, 3, 3].map((mebibytes) => mebibytes * 2 ** 20)), [2, 3]);
    assert.deepEqual(kept([30, 30, 30].map((mebibytes) => mebibytes * 2 ** 20)), [1, 2]);
  });

  it('are kept longer when they are used', () => {
    const recent = new RecentPages();
    recent.keep(page(0, 10));
    for (let from = 1; from < 30; from++) {
      recent.keep(page(from, 10));
      assert.ok(recent.get(0));
    }
    assert.equal(recent.get(1), undefined);
    recent.clear();
    assert.equal(recent.get(0), undefined);
  });
});

describe('cursors: what a body means to a pager', () => {
  it('keeps the digits and the writing of its sort', () => {
    const { sort } = searchTraits('{"sort":[{"n":{"order":"asc","missing":9007199254740993}}, "a"]}');
    assert.deepEqual(sort, ['{"n":{"order":"asc","missing":9007199254740993}}', '"a"']);
    assert.equal(orderWith(sort, '{"_doc":"asc"}'), `[${sort.join()},{"_doc":"asc"}]`);
    assert.deepEqual(searchTraits('{"sort":"a"}').sort, ['"a"']);
    assert.deepEqual(searchTraits('{"sort":null}').sort, []);
  });

  it('adds no tie-break that is there', () => {
    for (const last of ['"_shard_doc"', '{"_shard_doc":"asc"}', '{ "_shard_doc" : "asc" }']) {
      assert.equal(orderWith(['"a"', last], '{"_shard_doc":"asc"}'), `["a",${last}]`);
    }
    assert.equal(orderWith(['{"_doc":"desc"}'], '{"_doc":"asc"}'), '[{"_doc":"desc"},{"_doc":"asc"}]');
  });

  it('is, for a page without documents, only what says which hits there are', () => {
    assert.equal(
      hitsOnly(
        '{"_source":["a"],"query":{"term":{"n":9007199254740993}}, "aggs":{},"highlight":{},"min_score":0.50,"explain":true}',
      ),
      '{"query":{"term":{"n":9007199254740993}},"min_score":0.50}',
    );
  });
});
