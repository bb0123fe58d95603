import assert from 'node:assert/strict';
import type { Total } from '../../../../src/core/search/answer';
import { describePage, describeRange } from '../../../../src/core/search/describePage';
import { searchSession } from '../../../../src/core/search/session';
import { fakeDoor } from './fakeDoor';

async function page(body: string) {
  const session = searchSession(async () => fakeDoor(() => ({ status: 200, headers: {}, body })));
  return describePage(await session.run({ index: 'logs', field: 'message', text: 'x', from: 0, size: 10 }));
}

describe('the range of a page', () => {
  const ranges: readonly [from: number, shown: number, total: Total | undefined, range: string][] = [
    [10, 10, { value: 10_000, relation: 'gte' }, '11–20 of 10,000+'],
    [10, 10, { value: 57, relation: 'eq' }, '11–20 of 57'],
    [10, 10, undefined, '11–20'],
    [56, 1, { value: 57, relation: 'eq' }, '57 of 57'],
    [9_990, 10, { value: 25_000, relation: 'eq' }, '9,991–10,000 of 25,000'],
    [0, 0, undefined, 'No hits'],
    [0, 0, { value: 0, relation: 'eq' }, 'No hits'],
    [30, 0, { value: 0, relation: 'eq' }, 'No hits'],
    [60, 0, { value: 57, relation: 'eq' }, 'No hits from 61 on, of 57'],
    [60, 0, undefined, 'No hits from 61 on'],
  ];
  for (const [from, shown, total, range] of ranges) {
    it(range, () => assert.equal(describeRange(from, shown, total), range));
  }
});

describe('a row', () => {
  const source =
    '{ "big": 9007199254740993, "price": 1.10, "e": 1e2, "b": 1, "a": 2, "__proto__": "own", "a": 3, "n": null, "s": "x\\ny\\u202ez" }';
  const body = `{"took":1,"hits":{"total":1,"hits":[{"_index":"odd","_id":"]}\\"","_score":1.0,"_source":${source}}]}}`;

  it('keeps digits, key order, repeated keys and odd keys', async () => {
    const row = (await page(body)).rows[0];
    assert.deepEqual(row?.preview, [
      { name: 'big', value: '9007199254740993' },
      { name: 'price', value: '1.10' },
      { name: 'e', value: '1e2' },
      { name: 'b', value: '1' },
      { name: 'a', value: '2' },
      { name: '__proto__', value: 'own' },
      { name: 'a', value: '3' },
      { name: 'n', value: 'null' },
      { name: 's', value: 'x yz' },
    ]);
    assert.deepEqual([row?.rank, row?.index, row?.id, row?.score], [1, 'odd', ']}"', '1.0']);
  });

  it('shows its document one member a line, with nothing but white space changed', async () => {
    const row = (await page(body)).rows[0];
    assert.equal(
      row?.document,
      [
        '{',
        '  "_index": "odd",',
        '  "_id": "]}\\"",',
        '  "_score": 1.0,',
        '  "_source": {',
        '    "big": 9007199254740993,',
        '    "price": 1.10,',
        '    "e": 1e2,',
        '    "b": 1,',
        '    "a": 2,',
        '    "__proto__": "own",',
        '    "a": 3,',
        '    "n": null,',
        '    "s": "x\\ny\\u202ez"',
        '  }',
        '}',
      ].join('\n'),
    );
  });

  it('begins with the field that was searched, wherever it stands', async () => {
    const fields = Array.from({ length: 30 }, (_, at) => `"f${at}":${at}`).join();
    const { rows } = await page(`{"hits":{"hits":[{"_source":{${fields},"message":"found"}}]}}`);
    assert.deepEqual(rows[0]?.preview[0], { name: 'message', value: 'found' });
    assert.equal(rows[0]?.preview.length, 13);
  });

  it('keeps hostile index names and ids from moving what stands beside them', async () => {
    const { rows } = await page('{"hits":{"hits":[{"_index":"a\u202eb","_id":"1\\n2\\u0007"}]}}');
    assert.deepEqual([rows[0]?.index, rows[0]?.id], ['ab', '1 2']);
  });

  it('has the fields of a hit without a source, and none where there is neither', async () => {
    const { rows } = await page('{"hits":{"hits":[{"_id":"1","fields":{"f":[1.10]}},{"_id":"2","_source":null}]}}');
    assert.deepEqual(rows[0]?.preview, [{ name: 'f', value: '[1.10]' }]);
    assert.deepEqual(rows[1]?.preview, []);
  });

  it('writes marks that reorder text as their escapes, which leaves the value what it was', async () => {
    const { rows } = await page('{"hits":{"hits":[{"_source":{"s":"a\u202eb\u2028\u0085"}}]}}');
    assert.match(rows[0]?.document ?? '', /"a\\u202eb\\u2028\\u0085"/);
    assert.equal(JSON.parse(rows[0]?.document ?? '')._source.s, 'a\u202eb\u2028\u0085');
  });

  it('is cut where it is long, and says so', async () => {
    const long = await page(`{"hits":{"hits":[{"_source":{"s":"${'x'.repeat(1_000_000)}"}},{"_source":{}}]}}`);
    assert.deepEqual(
      long.rows.map(({ isCut }) => isCut),
      [true, false],
    );
    assert.equal(long.rows[0]?.document.length, 65_536);
    assert.equal(long.rows[0]?.preview[0]?.value.length, 200);
  });

  it('of any depth stays within its length', async () => {
    const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
    const { rows } = await page(`{"hits":{"hits":[{"_source":{"d":${deep}}}]}}`);
    assert.deepEqual([rows[0]?.document.length, rows[0]?.isCut], [65_536, true]);
  });
});
