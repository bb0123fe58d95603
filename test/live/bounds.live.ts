import assert from 'node:assert/strict';
import { openEngineCatalog } from '../../src/core/search/engine/engineCatalog';
import { askHistogram } from '../../src/core/search/histogram/askHistogram';
import { searchOf } from '../../src/core/search/query/searchOf';
import { emptyQuestion, type SearchQuestion } from '../../src/protocol/question';
import { client, engine, withSearchClient } from './engine';

const begin = Date.parse('2026-11-25T10:00:00Z');
const minute = 60_000;
const iso = (millis: number): string => new Date(millis).toISOString();
const between = (from: number, to: number): Partial<SearchQuestion> => ({
  time: { field: 't', span: 'own', from: iso(from), to: iso(to) },
});
const hour = between(begin, begin + 60 * minute);
const sum = (bars: readonly { readonly count: number }[]): number => bars.reduce((all, { count }) => all + count, 0);

const years = (count: number): number => begin - count * 365 * 86_400_000;
const others: readonly (readonly [what: string, dates: readonly number[]])[] = [
  ['1970', [0]],
  ['a year before', [years(1)]],
  ['a day before', [begin - 86_400_000]],
  ['4 hours before', [begin - 240 * minute]],
  ['a bar before and a bar behind', [begin - 1, begin + 61 * minute]],
  ['both ends of all dates', [-62_135_596_800_000, 253_402_300_799_999]],
];

/** What bound the buckets of a search of one hour was its query alone: a date of 1970 beside ended the engine. */
describe(`bounds: bars of documents with several dates on ${engine.kind} ${engine.version}`, function () {
  this.timeout(120_000);

  async function make(index: string, documents: readonly object[]): Promise<void> {
    const properties = { t: { type: 'date' }, level: { type: 'keyword' }, DownstreamStatus: { type: 'long' } };
    const settings = { number_of_shards: 2, number_of_replicas: 0 };
    await client.create(index, { settings, mappings: { properties } });
    const lines = documents.flatMap((each, at) => [`{"index":{"_id":"${at}"}}`, JSON.stringify(each)]);
    await client.bulk(index, lines, { refresh: true });
  }

  const ask = (index: string, about: Partial<SearchQuestion>, zone = 'UTC', stack?: string) =>
    withSearchClient(async (searchClient) => {
      const search = searchOf({ ...emptyQuestion, index, ...about }, 0, new Date());
      const fields = await openEngineCatalog(searchClient).fields(index);
      const request = { search, field: 't', zone, stack, fields, hits: [], timeoutMs: 60_000 };
      return (await askHistogram(searchClient, request, new AbortController().signal)) ?? assert.fail('no bars');
    });

  afterEach(async () => {
    const { status } = await client.call('GET', '/_cluster/health');
    assert.equal(status, 200, 'the engine is still there');
  });

  for (const [at, [what, dates]] of others.entries()) {
    it(`count 21 hits in an hour, one of which has a date of ${what}`, async () => {
      const several = { t: [...dates, begin + 30 * minute].map(iso), level: 'error', DownstreamStatus: 502 };
      const single = Array.from({ length: 20 }, (_, each) => ({
        t: iso(begin + each * minute),
        level: 'info',
        DownstreamStatus: 200,
      }));
      const index = `several-${at}`;
      await make(index, [several, ...single]);
      for (const stack of ['', 'level', 'DownstreamStatus']) {
        const found = await ask(index, hour, 'UTC', stack);
        assert.ok([60, 61].includes(found.bars.length), String(found.bars.length));
        assert.equal(found.bars[0]?.start, begin);
        assert.equal(sum(found.bars), 21);
        assert.equal(found.bars[30]?.count, 1);
        if (stack === '') continue;
        assert.equal(found.stacks.length, 2);
        for (const { count, parts } of found.bars) assert.equal(sum(parts.map((part) => ({ count: part }))), count);
      }
    });
  }

  it('count each hit of ranges that begin and end anywhere, from the first bar to the last', async () => {
    const documents = Array.from({ length: 3_600 }, (_, second) => ({ t: iso(begin + second * 1_000), level: 'info' }));
    await make('seconds', [...documents, { t: [0, begin + 5_000, years(-300)].map(iso), level: 'info' }]);
    for (const [from, to] of [
      [0, 3_599_999],
      [30_500, 3_570_500],
      [59_999, 3_540_000],
      [5_000, 5_000],
      [7_200, 7_900],
    ] as const) {
      const inside = documents.filter((_, second) => second * 1_000 >= from && second * 1_000 <= to).length;
      const total = inside + (from <= 5_000 ? 1 : 0);
      for (const zone of ['UTC', 'Europe/Berlin', 'Asia/Kolkata', '-03:30']) {
        const found = await ask('seconds', between(begin + from, begin + to), zone, 'level');
        // The first and the last bar are not cut: those beside the range that the other hit has are no more than it.
        assert.ok(sum(found.bars) >= total && sum(found.bars) <= total + 1, `${from} ${to} ${zone}`);
        assert.ok(found.bars.length <= 81);
        assert.equal(sum(found.bars.flatMap(({ parts }) => parts.map((count) => ({ count })))), sum(found.bars));
      }
    }
  });

  it('count the hits of weeks in which clocks are changed', async () => {
    const first = Date.parse('2026-10-20T00:30:00Z');
    const documents = Array.from({ length: 240 }, (_, at) => ({ t: iso(first + at * 3_600_000), level: 'info' }));
    await make('clocks', documents);
    for (const hours of [7, 30, 100, 200, 239]) {
      const found = await ask('clocks', between(first, first + hours * 3_600_000), 'Europe/Berlin', 'level');
      assert.equal(sum(found.bars), hours + 1);
      assert.equal(sum(found.bars.flatMap(({ parts }) => parts.map((count) => ({ count })))), hours + 1);
    }
  });

  it('are few, and know the classes, where a status is any number', async () => {
    const documents = Array.from({ length: 3_000 }, (_, at) => ({
      t: iso(begin + at * 1_000),
      DownstreamStatus: [at * 1_000, 200, 9e15, -5][at % 4],
    }));
    await make('statuses', documents);
    const found = await ask('statuses', hour, 'UTC', 'DownstreamStatus');
    assert.equal(sum(found.bars), 3_000);
    assert.deepEqual(
      found.stacks.map(({ label }) => label),
      ['2xx', '0xx'],
    );
  });
});
