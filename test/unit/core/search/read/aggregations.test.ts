import assert from 'node:assert/strict';
import { describeAggregations } from '../../../../../src/core/search/read/aggregationTable';
import { readRecordings } from '../../../../recordings/read';
import { engines } from '../recordings/engines';
import { pageOf } from './pages';

function table(json: string) {
  return describeAggregations(`{"a":${json}}`)[0]?.table;
}

describe('aggregations', () => {
  it('are tables of the buckets and metrics of every engine', () => {
    for (const engine of engines) {
      const body = readRecordings(engine).get('aggs')?.response.body ?? '';
      const described = describeAggregations(pageOf(body).aggregations);
      const tables = Object.fromEntries(described.map((each) => [each.name, each.table]));
      assert.deepEqual(tables.status?.columns, ['key', 'doc_count']);
      assert.deepEqual(tables.status?.rows.slice(0, 2), [
        ['200', '13526'],
        ['404', '1857'],
      ]);
      assert.deepEqual(tables.status?.rows.at(-1), ['1,824 documents are in other buckets', '']);
      assert.deepEqual(tables.dur, {
        columns: ['count', 'min', 'max', 'avg', 'sum'],
        rows: [['25000', '158565.0', '1.5843431362E10', '1.34232481686592E9', '3.3558120421648E13']],
      });
      assert.deepEqual(tables.missing, { columns: ['doc_count'], rows: [['1857']] });
    }
  });

  it('keep every digit of keys and values', () => {
    const buckets = '[{"key":9007199254740993,"doc_count":18446744073709551615,"m":{"value":1.10}}]';
    assert.deepEqual(table(`{"buckets":${buckets}}`), {
      columns: ['key', 'doc_count', 'm'],
      rows: [['9007199254740993', '18446744073709551615', '1.10']],
    });
  });

  it('call dates and booleans as the engine wrote them', () => {
    const buckets =
      '[{"key":1793499533000,"key_as_string":"2026-11-01T02:18:53Z","doc_count":1,"last":{"value":1.7E12,"value_as_string":"2026-11-01"}}]';
    assert.deepEqual(table(`{"buckets":${buckets}}`)?.rows, [['2026-11-01T02:18:53Z', '1', '2026-11-01']]);
  });

  it('have the metrics in buckets as columns, those of several values by both names', () => {
    const stats = '{"count":2,"min":1.0,"max":2.0,"max_as_string":"two"}';
    const buckets = `[{"key":"a","doc_count":2,"s":${stats},"p":{"values":{"50.0":1.5}}},{"key":"b","doc_count":0,"n":{"doc_count":7}}]`;
    assert.deepEqual(table(`{"buckets":${buckets}}`), {
      columns: ['key', 'doc_count', 's.count', 's.min', 's.max', 'p.values.50.0', 'n.doc_count'],
      rows: [
        ['a', '2', '2', '1.0', 'two', '1.5', ''],
        ['b', '0', '', '', '', '', '7'],
      ],
    });
  });

  it('have the buckets of filters by name, and ranges by their key', () => {
    assert.deepEqual(table('{"buckets":{"errors":{"doc_count":1},"__proto__":{"doc_count":2}}}')?.rows, [
      ['errors', '1'],
      ['__proto__', '2'],
    ]);
    const ranges = '[{"key":"*-10.0","to":10.0,"doc_count":3},{"key":"10.0-*","from":10.0,"doc_count":4}]';
    assert.deepEqual(table(`{"buckets":${ranges}}`), {
      columns: ['key', 'doc_count'],
      rows: [
        ['*-10.0', '3'],
        ['10.0-*', '4'],
      ],
    });
  });

  it('have the parts of a composite key as columns', () => {
    assert.deepEqual(table('{"after_key":{"m":"GET"},"buckets":[{"key":{"m":"GET","s":200},"doc_count":3}]}'), {
      columns: ['key.m', 'key.s', 'doc_count'],
      rows: [['GET', '200', '3']],
    });
  });

  it('tell buckets within a bucket in its cell', () => {
    const inner = Array.from({ length: 7 }, (_, at) => `{"key":"k${at}","doc_count":${at}}`).join();
    const rows = table(`{"buckets":[{"key":"a","doc_count":21,"by":{"buckets":[${inner}]}}]}`)?.rows;
    assert.deepEqual(rows, [['a', '21', 'k0 0, k1 1, k2 2, k3 3, k4 4, and 2 more']]);
  });

  it('tell that counts of shards may be too low', () => {
    const rows = (error: string) =>
      table(`{"doc_count_error_upper_bound":${error},"sum_other_doc_count":0,"buckets":[]}`)?.rows;
    assert.deepEqual(rows('0'), []);
    assert.deepEqual(rows('12'), [['Counts may be too low by up to 12', '']]);
    assert.deepEqual(rows('-1'), [['Counts may be too low by an unknown number', '']]);
  });

  it('tell no count that cannot be one', () => {
    const absurd = table(
      `{"sum_other_doc_count":${'9'.repeat(100_000)},"doc_count_error_upper_bound":1e9,"buckets":[]}`,
    );
    assert.deepEqual(absurd?.rows, []);
  });

  it('are cut, and say what is not shown', () => {
    const buckets = Array.from({ length: 1_500 }, (_, at) => `{"key":${at},"doc_count":1}`).join();
    const [described] = describeAggregations(`{"a":{"buckets":[${buckets}]}}`);
    assert.equal(described?.table?.rows.length, 1_001);
    assert.deepEqual(described?.table?.rows.at(-1), ['500 more buckets are not shown', '']);
    const long = describeAggregations(`{"a":{"x":"${'y'.repeat(100_000)}"}}`)[0];
    assert.deepEqual([long?.isCut, long?.json.length], [true, 65_536]);
  });

  it('are JSON alone where they have the shape of no table', () => {
    const hits = '{"hits":{"total":{"value":1,"relation":"eq"},"hits":[{"_id":"1"}]}}';
    const [described] = describeAggregations(`{"top":${hits},"empty":{},"odd":5}`);
    assert.equal(described?.table, undefined);
    assert.deepEqual(JSON.parse(described?.json ?? ''), JSON.parse(hits));
    assert.deepEqual(
      describeAggregations('{"empty":{},"odd":5,"list":[1]}').map((each) => each.table),
      [undefined, undefined, undefined],
    );
    assert.deepEqual(describeAggregations(undefined), []);
  });

  it('are inert where their names and keys are hostile', () => {
    const [described] = describeAggregations(
      '{"a\\u202eb\\n":{"buckets":[{"key":"x\\u202ey\\u0007z","doc_count":1}]}}',
    );
    assert.equal(described?.name, 'ab ');
    assert.deepEqual(described?.table?.rows, [['xy z', '1']]);
  });

  it('of any depth are read without an end of the stack', () => {
    const deep = `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`;
    assert.equal(describeAggregations(`{"a":${deep}}`).length, 1);
  });
});
