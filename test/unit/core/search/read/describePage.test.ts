import assert from 'node:assert/strict';
import { describePage, describeRange } from '../../../../../src/core/search/read/describePage';
import { describeTable } from '../../../../../src/core/search/read/describeTable';
import type { HitTotal } from '../../../../../src/core/search/wire/searchAnswer';
import { answerOf, field, pageOf } from './pages';

const none = { columns: [], fields: [] };

describe('describePage: the range of a page', () => {
  const ranges: readonly [from: number, shown: number, total: HitTotal | undefined, range: string][] = [
    [10, 10, { value: 10_000, relation: 'gte' }, '11–20 of 10,000+'],
    [9_990, 10, { value: 10_000, relation: 'gte' }, '9,991–10,000 of 10,000+'],
    [24_999, 10, { value: 10_000, relation: 'gte' }, '25,000–25,009 of many'],
    [10, 10, { value: 57, relation: 'eq' }, '11–20 of 57'],
    [10, 10, undefined, '11–20'],
    [56, 1, { value: 57, relation: 'eq' }, '57 of 57'],
    [9_990, 10, { value: 25_000, relation: 'eq' }, '9,991–10,000 of 25,000'],
    [0, 0, undefined, 'No hits'],
    [0, 0, { value: 0, relation: 'eq' }, 'No hits'],
    [30, 0, { value: 0, relation: 'eq' }, 'No hits'],
    [60, 0, { value: 57, relation: 'eq' }, 'No hits from 61 on (total: 57)'],
    [60, 0, undefined, 'No hits from 61 on'],
  ];
  for (const [from, shown, total, range] of ranges) {
    it(range, () => assert.equal(describeRange(from, shown, total), range));
  }

  it('tells the total of a search that asks for no hits', () => {
    assert.equal(describeRange(0, 0, { value: 25_000, relation: 'gte' }, 0), '0 of 25,000+');
    assert.equal(describeRange(0, 0, undefined, 0), 'No hits requested');
  });
});

describe('describePage: a described page', () => {
  it('comes to the page of the search panel as it is', () => {
    const hit = '{"_id":"1","_source":{"a":1,"d":"2026-11-01","n":null,"l":[1,{"b":2}]}}';
    const page = describePage(pageOf(answerOf(hit)), {
      columns: ['a', 'd', 'n', 'l', 'gone'],
      fields: [field('a', 'long'), field('d', 'date')],
    });
    assert.deepEqual(JSON.parse(JSON.stringify(page)), page);
  });

  it('says how it was asked, what it cost and where it stands', () => {
    const page = describePage(
      pageOf(answerOf('{"_id":"1"}'), {
        from: 20,
        size: 5,
        asked: 'point in time',
        hasPrevious: true,
        hasNext: true,
        notes: ['The order may differ from here on.'],
        sent: { method: 'POST', path: '/_search', body: '{"query":{"match":{"n":9007199254740993}},"size":5}' },
      }),
      none,
    );
    const { table, aggregations, ...rest } = page;
    assert.deepEqual(rest, {
      from: 20,
      size: 5,
      range: '21 of 1',
      total: { hits: 1, isExact: true },
      tookMs: 1,
      bytes: answerOf('{"_id":"1"}').length,
      asked: 'point in time',
      hasPrevious: true,
      hasNext: true,
      partial: [],
      sort: [],
      notes: ['The order may differ from here on.'],
      sent: {
        method: 'POST',
        path: '/_search',
        body: '{\n  "query": {\n    "match": {\n      "n": 9007199254740993\n    }\n  },\n  "size": 5\n}',
      },
    });
    assert.equal(table.rows[0]?.rank, 21);
    assert.deepEqual(aggregations, []);
  });

  it('says that nothing was searched where no shard was asked, unless it is told why', () => {
    const empty = { hits: { hits: [] }, _shards: { total: 0, successful: 0, failed: 0 } };
    const said = 'No index was searched: none matches, or this user is not allowed to read those that do.';
    assert.deepEqual(describePage(pageOf(JSON.stringify(empty)), none).notes, [said]);
    const skipped = { ...empty, _clusters: { total: 1, successful: 0, skipped: 1 } };
    assert.deepEqual(describePage(pageOf(JSON.stringify(skipped)), none).notes, []);
  });

  it('says that the engine stopped early only of a search that asked for it', () => {
    const early = JSON.stringify({ hits: { hits: [] }, terminated_early: true });
    const partial = (body: string) =>
      describePage(pageOf(early, { search: { index: 'logs', body, from: 0, size: 10 } }), none).partial;
    assert.deepEqual(partial('{"terminate_after":10}'), [
      'The search stopped early because of terminate_after, so hits may be missing.',
    ]);
    assert.deepEqual(partial('{"terminate_after":0}'), []);
    assert.deepEqual(partial('{}'), []);
  });

  it('has only ids where hits have neither source nor fields', () => {
    const { rows } = describeTable(pageOf(answerOf('{"_index":"logs","_id":"1"}')), none);
    assert.deepEqual(rows, [{ rank: 1, index: 'logs', id: '1', cells: [], summary: [] }]);
  });

  it('keeps hostile index names and ids from moving what stands beside them', () => {
    const { rows } = describeTable(pageOf(answerOf('{"_index":"a\u202eb","_id":"1\\n2\\u0007"}')), none);
    assert.deepEqual([rows[0]?.index, rows[0]?.id], ['ab', '1 2']);
  });
});
