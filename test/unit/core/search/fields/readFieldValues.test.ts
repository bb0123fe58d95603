import assert from 'node:assert/strict';
import { openEngineCatalog } from '../../../../../src/core/search/engine/engineCatalog';
import { readFieldValues } from '../../../../../src/core/search/fields/readFieldValues';
import { filterOf } from '../../../../../src/core/search/query/filterOf';
import { searchOf } from '../../../../../src/core/search/query/searchOf';
import { emptyQuestion } from '../../../../../src/protocol/question';
import { type SampleSearchEngine, startSearchEngine } from '../../../../servers/search/index';
import { fakeSearchClient } from '../../../vscode/search/openPanel';
import { failureFrom, json } from '../fakeHttpClient';
import { watchedClient } from '../paging/engines';

describe('readFieldValues: the values of a field', () => {
  let engine: SampleSearchEngine;
  let watched: ReturnType<typeof watchedClient>;
  before(async () => {
    engine = await startSearchEngine();
    watched = watchedClient(engine.url);
  });
  after(async () => {
    await watched.close();
    await engine.close();
  });

  const valuesOf = async (path: string, body: object = { query: { match_all: {} } }, index = 'access-logs') => {
    const fields = await openEngineCatalog(watched.client).fields(index);
    const search = { index, body: JSON.stringify(body) };
    return readFieldValues(watched.client, search, path, fields, { signal: AbortSignal.timeout(10_000) });
  };
  /** The hits of a clause, counted by the engine. */
  const countOf = async (clause: string, isOut = false, index = 'access-logs') => {
    const query = isOut ? `{"bool":{"must_not":[${clause}]}}` : clause;
    const reply = await watched.client.search({ path: `/${index}/_count`, body: `{"query":${query}}` });
    return (JSON.parse(reply.body) as { count: number }).count;
  };

  it('are the ten that most hits have, with a filter that finds just those', async () => {
    const { top, total, distinct, isEstimate, partial } = await valuesOf('level');
    assert.ok(top.length > 1 && top.length <= 10);
    assert.deepEqual([isEstimate, partial], [false, []]);
    assert.deepEqual(distinct, { values: top.length, isExact: true });
    assert.equal(total, await countOf('{"match_all":{}}'));
    for (const { hits, filter } of top) assert.equal(await countOf(filter?.clause ?? ''), hits);
  });

  it('are those of the keyword of a text field, and the hits without one are counted', async () => {
    const { counted, path, missing, top } = await valuesOf('name', {}, 'products');
    assert.deepEqual([path, counted, top.length], ['name', 'name.keyword', 10]);
    assert.equal(missing.hits, await countOf(missing.filter.clause, true, 'products'));
    assert.equal(top[0]?.hits, await countOf(top[0]?.filter?.clause ?? '', false, 'products'));
  });

  it('are not those of a field below an object that other indices have by this name', async () => {
    engine.createIndex('mix-text', [{ id: '1', source: '{"host":"web-1"}' }]);
    const types = { 'host.arch': 'keyword', 'host.name': 'keyword' } as const;
    engine.createIndex('mix-ecs', [{ id: '2', source: '{"host":{"arch":"x86","name":"web-1"}}' }], { types });
    const { counted, top } = await valuesOf('host', {}, 'mix-*');
    assert.deepEqual([counted, top.map(({ cell }) => cell.text)], ['host.keyword', ['web-1']]);
    const fields = await openEngineCatalog(watched.client).fields('mix-*');
    const question = { ...emptyQuestion, index: 'mix-*', by: 'exact', field: 'host', text: 'web-1' } as const;
    const { body } = searchOf(question, 0, new Date(), fields);
    assert.equal(await countOf(JSON.stringify(JSON.parse(body).query), false, 'mix-*'), 1);
    const filter = filterOf({ path: 'host', fields }, '"web-1"', false) ?? assert.fail('there is no filter');
    assert.equal(await countOf(filter.clause, false, 'mix-*'), 1);
  });

  it('that are not counted are told apart from none', async () => {
    const keyword = (name: string) => ({ name, types: ['keyword'], isSearchable: true, isAggregatable: true });
    const text = { name: 'host', types: ['keyword', 'text'], isSearchable: true, isAggregatable: false };
    const counts = {
      top: { sum_other_doc_count: 0, buckets: [{ key: 'web-1', doc_count: 2 }] },
      missing: { doc_count: 4 },
      distinct: { value: 1 },
    };
    const asked = async (more: object) => {
      const answer = { hits: { total: { value: 6, relation: 'eq' }, hits: [] }, aggregations: { ...counts, ...more } };
      const client = fakeSearchClient(() => json(answer));
      const search = { index: 'i', body: '{}' };
      const signal = AbortSignal.timeout(10_000);
      const values = await readFieldValues(client, search, 'host', [text, keyword('host.keyword')], { signal });
      return { values, body: JSON.parse(client.asked.at(-1)?.body ?? '') };
    };
    const { values, body } = await asked({ uncounted: { doc_count: 3 } });
    assert.deepEqual([values.missing.hits, values.uncounted?.hits], [1, 3]);
    assert.deepEqual(values.distinct, { values: 1, isExact: false });
    const own = { exists: { field: 'host.keyword' } };
    const having = [own, { exists: { field: 'host' } }, { term: { _ignored: 'host.keyword' } }];
    const either = { bool: { should: having, minimum_should_match: 1 } };
    assert.deepEqual(body.aggs.uncounted.filter, { bool: { filter: [either], must_not: [own] } });
    assert.deepEqual(JSON.parse(values.uncounted?.filter.clause ?? ''), body.aggs.uncounted.filter);
    assert.deepEqual([JSON.parse(values.missing.filter.clause), values.missing.filter.isOut], [either, true]);
    const none = (await asked({ uncounted: { doc_count: 0 } })).values;
    assert.deepEqual([none.missing.hits, none.uncounted, none.distinct?.isExact], [4, undefined, true]);
    assert.deepEqual(JSON.parse(none.missing.filter.clause), own);
  });

  describe('that an engine tells', () => {
    const told = async (
      type: string,
      keys: readonly string[],
      bounds: readonly [least: string, most: string] = ['1', '2'],
    ) => {
      const buckets = keys.map((key) => `{"key":${key},"key_as_string":"2026-01-01","doc_count":1}`);
      const [least, most] = bounds;
      const metrics = `"min":{"value":${least}},"max":{"value":${most}},"avg":{"value":1234567.57}`;
      const counts = `"top":{"sum_other_doc_count":0,"buckets":[${buckets.join()}]},"missing":{"doc_count":0},"distinct":{"value":2}`;
      const body = `{"hits":{"total":{"value":2,"relation":"eq"},"hits":[]},"aggregations":{${counts},${metrics}}}`;
      const client = fakeSearchClient(() => ({ ...json({}), body }));
      const fields = [{ name: 'a', types: [type], isSearchable: true, isAggregatable: true }];
      return readFieldValues(client, { index: 'i', body: '{}' }, 'a', fields, { signal: AbortSignal.timeout(10_000) });
    };

    it('are filtered for by their millisecond where they are dates, whatever their format tells', async () => {
      for (const [key, gte, lt, format] of [
        ['1795600800123', '1795600800123', '1795600800124', 'epoch_millis'],
        ['253402300799999', '253402300799999', '253402300800000', 'epoch_millis'],
        ['0', '0', '1', 'epoch_millis'],
        ['-1', '1969-12-31T23:59:59.999Z', '1970-01-01T00:00:00.000Z', 'strict_date_optional_time'],
        ['-5000', '1969-12-31T23:59:55.000Z', '1969-12-31T23:59:55.001Z', 'strict_date_optional_time'],
        ['-219967315200000', '-5001-07-07T00:00:00.000Z', '-5001-07-07T00:00:00.001Z', 'strict_date_optional_time'],
      ] as const) {
        for (const type of ['date', 'date_nanos']) {
          const { top, distinct } = await told(type, [key]);
          const [value] = top;
          assert.deepEqual(JSON.parse(value?.filter?.clause ?? ''), { range: { a: { gte, lt, format } } });
          assert.ok(value?.cell.kind === 'date' && value.cell.at === Number(key));
          assert.equal(distinct?.isExact, type === 'date');
        }
      }
    });

    it('have a minimum and a maximum with all digits, or about', async () => {
      for (const [type, bounds, texts] of [
        ['double', ['1234567.25', '1234567.89'], ['1234567.25', '1234567.89']],
        ['float', ['0.10000000149011612', '16777216'], ['0.1', '16777216']],
        [
          'long',
          ['-9223372036854775808', '9007199254740993'],
          ['about -9223372036854776000', 'about 9007199254740992'],
        ],
        ['long', ['-9007199254740991', '9007199254740991'], ['-9007199254740991', '9007199254740991']],
        ['double', ['-1e300', '1e300'], ['-1e+300', '1e+300']],
        ['date', ['1000', '253402300799999'], ['1970-01-01T00:00:01.000Z', '9999-12-31T23:59:59.999Z']],
        ['date', ['-5', '0'], ['1969-12-31T23:59:59.995Z', '1970-01-01T00:00:00.000Z']],
      ] as const) {
        const { range } = await told(type, ['1'], bounds);
        assert.deepEqual([range?.least.text, range?.most.text], texts);
        if (!type.startsWith('date')) assert.equal(range?.average.text, '1234570');
      }
    });
  });

  it('may be too long where the engine does not tell these from none', async () => {
    const fields = await openEngineCatalog(watched.client).fields('products');
    const details = { formats: [undefined], nullValues: [undefined], ignoreAbove: 10, indices: 1 };
    const known = fields.map((field) => (field.name === 'short_kw' ? { ...field, details } : field));
    const search = { index: 'products', body: '{}' };
    for (const [family, version, isMaybe] of [
      ['elasticsearch', '8.11.0', undefined],
      ['elasticsearch', '7.17.29', true],
      ['opensearch', '2.19.0', true],
      ['unknown', undefined, true],
    ] as const) {
      const client = { ...watched.client, engine: async () => ({ family, version }) };
      const { missing } = await readFieldValues(client, search, 'short_kw', known, {
        signal: AbortSignal.timeout(10_000),
      });
      assert.equal(missing.isMaybeTooLong, isMaybe, `${family} ${version}`);
    }
  });

  it('have a minimum, a maximum and an average where they are numbers or dates', async () => {
    const { range, top, distinct } = await valuesOf('DownstreamStatus');
    const [least, most, average] = [range?.least, range?.most, range?.average].map((cell) => Number(cell?.text));
    assert.ok(least !== undefined && most !== undefined && average !== undefined && least < average && average < most);
    assert.equal(top[0]?.cell.kind, 'number');
    assert.ok((distinct?.values ?? 0) >= top.length);
    const dates = await valuesOf('@timestamp');
    assert.equal(dates.range?.least.kind, 'date');
    // Of thousands of values on several shards, each tells only those that it has most of.
    const [first] = dates.top;
    assert.deepEqual([first?.cell.kind, dates.isEstimate], ['date', true]);
    assert.ok((await countOf(first?.filter?.clause ?? '')) >= (first?.hits ?? Infinity));
    assert.equal((await valuesOf('level')).range, undefined);
  });

  it('count what the field counts', async () => {
    const { range, top } = await valuesOf('Duration');
    assert.deepEqual([range?.least.unit, range?.average.unit, top[0]?.cell.unit], ['ns', 'ns', 'ns']);
    assert.equal((await valuesOf('RequestCount')).range?.most.unit, undefined);
  });

  it('are those of the hits of a search alone, whatever else its body asks for', async () => {
    const body = {
      query: { match: { level: 'error' } },
      sort: [{ '@timestamp': 'desc' }],
      search_after: [0],
      highlight: { fields: { '*': {} } },
      aggs: { own: { terms: { field: 'status' } } },
      _source: ['level'],
    };
    const { top, total } = await valuesOf('level', body);
    assert.deepEqual(
      top.map(({ cell, hits }) => [cell.text, hits]),
      [['error', total]],
    );
    const sent = JSON.parse(watched.asked.at(-1)?.body ?? '') as object;
    assert.deepEqual(Object.keys(sent).sort(), ['aggs', 'from', 'query', 'size', 'track_total_hits']);
  });

  it('are refused, with the reason, where the engine does not count them', async () => {
    const before = watched.asked.length;
    const fields = [{ name: 'note', types: ['text'], isSearchable: true, isAggregatable: false }];
    const ask = (path: string, list = fields) =>
      failureFrom(() =>
        readFieldValues(watched.client, { index: 'access-logs', body: '{}' }, path, list, {
          signal: AbortSignal.timeout(10_000),
        }),
      );
    assert.match((await ask('note')).sentence, /text field without a keyword/);
    const nested = [
      { name: 'items.sku', types: ['keyword'], isSearchable: true, isAggregatable: true, nestedIn: 'items' },
    ];
    assert.match((await ask('items.sku', nested)).sentence, /nested/);
    assert.equal(watched.asked.length, before);
    assert.equal((await ask('message', [])).kind, 'rejected');
  });

  it('end with their signal', async () => {
    const left = AbortSignal.abort();
    const failure = await failureFrom(() =>
      readFieldValues(watched.client, { index: 'access-logs', body: '{}' }, 'level', [], { signal: left }),
    );
    assert.equal(failure.kind, 'canceled');
  });
});
