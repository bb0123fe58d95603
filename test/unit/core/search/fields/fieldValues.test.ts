import assert from 'node:assert/strict';
import { openEngineCatalog } from '../../../../../src/core/search/engine/engineCatalog';
import { readFieldValues } from '../../../../../src/core/search/fields/fieldValues';
import { type SampleSearchEngine, startSearchEngine } from '../../../../servers/search/index';
import { failureFrom } from '../fakeHttpClient';
import { watchedClient } from '../paging/engines';

describe('the values of a field', () => {
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
    assert.equal(failure.kind, 'cancelled');
  });
});
