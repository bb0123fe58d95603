import assert from 'node:assert/strict';
import { RequestFailure } from '../../../../../src/core/base/errors/failure';
import { openHttpClient } from '../../../../../src/core/base/http/openHttpClient';
import { openEngineCatalog } from '../../../../../src/core/search/engine/engineCatalog';
import type { FieldInfo } from '../../../../../src/core/search/engine/fieldList';
import { openSearchClient } from '../../../../../src/core/search/engine/searchClient';
import { askHistogram } from '../../../../../src/core/search/histogram/askHistogram';
import { searchOf } from '../../../../../src/core/search/query/searchOf';
import { emptyQuestion, type SearchQuestion } from '../../../../../src/protocol/question';
import type { EngineName } from '../../../../servers/search/dialect';
import { type SampleSearchEngine, startSearchEngine } from '../../../../servers/search/index';
import { endpointAt } from '../../base/http/endpointAt';

type HistogramRequest = Parameters<typeof askHistogram>[1];

const everything: SearchQuestion = { ...emptyQuestion, index: 'access-logs' };
const hour = (from: string, to: string): Partial<SearchQuestion> => ({
  time: { field: '@timestamp', span: 'own', from, to },
});

describe('askHistogram: the histogram of a search', () => {
  let engine: SampleSearchEngine;
  let close: () => Promise<void>;
  let client: ReturnType<typeof openSearchClient>;

  async function open(name?: EngineName, documents?: number): Promise<void> {
    const logs = documents === undefined ? {} : { documents };
    engine = await startSearchEngine(name === undefined ? logs : { engine: name, ...logs });
    const http = openHttpClient({ ...endpointAt(engine.url), kind: 'search' });
    client = openSearchClient(async () => http);
    close = async () => {
      await http.close();
      await engine.close();
    };
  }
  beforeEach(() => open());
  afterEach(() => close());

  const fieldsOf = (index: string) => openEngineCatalog(client).fields(index);

  async function ask(
    about: Partial<SearchQuestion> = {},
    to: Partial<HistogramRequest> = {},
    signal = new AbortController().signal,
  ) {
    const search = searchOf({ ...everything, ...about }, 0, new Date());
    const fields = await fieldsOf(search.index);
    return askHistogram(
      client,
      { search, field: '@timestamp', zone: 'UTC', stack: undefined, fields, hits: [], timeoutMs: 60_000, ...to },
      signal,
    );
  }
  const counted = (bars: readonly { count: number }[] = []) => bars.reduce((sum, { count }) => sum + count, 0);
  const sent = () => engine.requests.filter(({ path }) => path.includes('_search'));

  for (const name of [
    'elasticsearch-6.8.23',
    'elasticsearch-7.17.29',
    'elasticsearch-9.1.0',
    'opensearch-2.19.0',
  ] as const) {
    it(`counts every hit over all of its time, by the class of its status, on ${name}`, async () => {
      await close();
      await open(name);
      const found = (await ask()) ?? assert.fail('there is none');
      assert.equal(counted(found.bars), 25_000);
      assert.ok(found.bars.length > 40 && found.bars.length <= 80, String(found.bars.length));
      assert.equal(found.interval, 2 * 60_000);
      assert.deepEqual(
        found.stacks.map(({ label, tone }) => `${label} ${tone}`),
        ['5xx red', '4xx orange', '3xx blue', '2xx green'],
      );
      for (const { count, parts } of found.bars) assert.equal(counted(parts.map((part) => ({ count: part }))), count);
      for (const [at, { end }] of found.bars.entries()) assert.equal(found.bars[at + 1]?.start ?? end, end);
      assert.equal(found.stackField, 'DownstreamStatus');
      assert.equal(found.isPartial, false);
    });
  }

  it('asks once where the time is bound, for nothing but the bars, and covers all of that time', async () => {
    await ask();
    const before = sent().length;
    const found = await ask(hour('2026-11-01T00:00:00.000Z', '2026-11-01T00:59:59.999Z'), { stack: '' });
    assert.equal(sent().length, before + 1);
    const { query, ...rest } = JSON.parse(sent().at(-1)?.body ?? '');
    assert.ok(query !== undefined);
    assert.deepEqual(rest, {
      size: 0,
      track_total_hits: false,
      aggs: {
        bars: {
          date_histogram: {
            // Engines leave out the bar of the second one, and bars may be longer where clocks are changed.
            hard_bounds: { min: 1_793_491_200_000 - 120_000, max: 1_793_494_799_999 + 120_000 },
            field: '@timestamp',
            fixed_interval: '1m',
            time_zone: 'UTC',
            min_doc_count: 0,
            extended_bounds: { min: 1_793_491_200_000, max: 1_793_494_799_999 },
          },
        },
      },
    });
    assert.equal(found?.bars.length, 60);
    assert.deepEqual(found?.stacks, []);
    const none = await ask(hour('2020-11-01T00:00:00.000Z', '2020-11-01T00:59:59.999Z'));
    assert.deepEqual([none?.bars.length, counted(none?.bars)], [60, 0]);
  });

  it('begins its days where the person is, also where clocks are changed', async () => {
    const about = hour('2026-10-21T00:00:00.000Z', '2026-10-30T00:00:00.000Z');
    const found = (await ask(about, { zone: 'Europe/Berlin' })) ?? assert.fail('there is none');
    assert.equal(found.interval, 3 * 3_600_000);
    const starts = found.bars.map(({ start }) => new Date(start).toISOString());
    assert.ok(starts.includes('2026-10-23T22:00:00.000Z') && starts.includes('2026-10-25T23:00:00.000Z'));
  });

  it('asks again in UTC where the engine does not know the time zone', async () => {
    const found = await ask({}, { zone: 'Nowhere/City' });
    assert.equal(counted(found?.bars), 25_000);
    assert.match(sent().at(-1)?.body ?? '', /"time_zone":"UTC"/);
  });

  it('names each bar to an old engine, and the next time at once', async () => {
    await close();
    await open('elasticsearch-6.8.23');
    await ask();
    const before = sent().length;
    await ask(hour('2026-11-01T00:00:00.000Z', '2026-11-01T00:59:59.999Z'));
    assert.equal(sent().length, before + 1);
    const { bars } = JSON.parse(sent().at(-1)?.body ?? '').aggs;
    assert.deepEqual([bars.date_range.format, bars.date_range.ranges.length], ['epoch_millis', 60]);
    // They count nanoseconds wrong in ranges.
    const nanos: FieldInfo = { name: '@timestamp', types: ['date_nanos'], isSearchable: true, isAggregatable: true };
    const asked = sent().length;
    assert.equal(await ask(hour('2026-11-01T00:00:00Z', '2026-11-01T01:00:00Z'), { fields: [nanos] }), undefined);
    assert.equal(sent().length, asked);
  });

  it('names bars to an old engine that begin where those of the others do', async () => {
    const starts: string[][] = [];
    for (const name of ['elasticsearch-6.8.23', 'opensearch-2.19.0'] as const) {
      await close();
      await open(name);
      for (const zone of ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', '-03:30', 'Nowhere/City']) {
        for (const [from, to] of [
          ['2026-10-21T00:00:00.000Z', '2026-10-30T00:00:00.000Z'],
          ['2026-10-31T23:10:07.000Z', '2026-11-01T01:20:00.000Z'],
          ['2026-01-01T10:00:00.000Z', '2026-12-01T10:00:00.000Z'],
        ] as const) {
          const found = (await ask(hour(from, to), { zone, stack: '' })) ?? assert.fail('there is none');
          starts.push(found.bars.map(({ start, count }) => `${new Date(start).toISOString()} ${count}`));
        }
      }
    }
    assert.deepEqual(starts.slice(0, starts.length / 2), starts.slice(starts.length / 2));
  });

  const begin = Date.parse('2026-11-25T10:00:00Z');
  const atMinute = (minute: number): string => new Date(begin + minute * 60_000).toISOString();
  const years = (count: number): string => new Date(begin - count * 365 * 86_400_000).toISOString();
  const otherDates: readonly (readonly [what: string, ...dates: readonly string[]])[] = [
    ['1970', '1970-01-01T00:00:00.000Z'],
    ['a year before', years(1)],
    ['4 hours before', atMinute(-240)],
    ['the bars beside the range', atMinute(-0.5), atMinute(61)],
    ['both sides, far away', years(300), years(-300)],
  ];
  for (const name of ['elasticsearch-6.8.23', 'elasticsearch-9.1.0', 'opensearch-2.19.0'] as const) {
    for (const [what, ...dates] of otherDates) {
      it(`counts 21 hits in an hour, one of which has a date of ${what}, on ${name}`, async () => {
        await close();
        await open(name, 0);
        const single = Array.from({ length: 20 }, (_, at) => ({
          t: atMinute(at * 3),
          level: 'info',
          DownstreamStatus: 200,
        }));
        const several = { t: [...dates, atMinute(30)], level: 'error', DownstreamStatus: 502 };
        const documents = [several, ...single].map((each, at) => ({ id: String(at), source: JSON.stringify(each) }));
        engine.createIndex('dates', documents, { types: { t: 'date', level: 'keyword', DownstreamStatus: 'long' } });
        const time = { field: 't', span: 'own' as const, from: atMinute(0), to: atMinute(60) };
        for (const stack of ['', 'level', 'DownstreamStatus']) {
          const found = (await ask({ index: 'dates', time }, { field: 't', stack })) ?? assert.fail('there is none');
          assert.equal(found.bars.length, 61);
          assert.equal(found.bars[0]?.start, begin);
          assert.equal(counted(found.bars), 21);
          assert.equal(found.bars[30]?.count, 2);
          if (stack === '') continue;
          for (const { count, parts } of found.bars)
            assert.equal(counted(parts.map((part) => ({ count: part }))), count);
        }
      });
    }
  }

  it('has some bars, and few of them, whatever numbers stand in the field of a status', async () => {
    const numbers = [200, 404, 0, -5, 9e15, ...Array.from({ length: 300 }, (_, at) => 1_000 + at * 100)];
    const documents = numbers.map((DownstreamStatus, at) => ({
      id: String(at),
      source: JSON.stringify({ t: atMinute(at / 10), DownstreamStatus }),
    }));
    engine.createIndex('statuses', documents, { types: { t: 'date', DownstreamStatus: 'long' } });
    const time = { field: 't', span: 'own' as const, from: atMinute(0), to: atMinute(60) };
    const found = await ask({ index: 'statuses', time }, { field: 't' });
    assert.equal(counted(found?.bars), numbers.length);
    assert.deepEqual(
      found?.stacks.map(({ label }) => label),
      ['4xx', '2xx', '0xx'],
    );
  });

  it('is refused, and not looked into, where the answer is longer than any that was asked for', async () => {
    const bars = JSON.stringify({ buckets: [] });
    const text = `{"hits":{"total":0,"hits":[]},"aggregations":{"first":{"value":1},"last":{"value":2},"bars":${bars},"x":"${'a'.repeat(2 ** 20)}"}}`;
    engine.faults.add({ path: /_search/, fault: { kind: 'answer', status: 200, body: text } });
    await assert.rejects(
      ask({}, { fields: [] }),
      (error) => error instanceof RequestFailure && error.failure.kind === 'tooLarge',
    );
  });

  it('divides by the field that a person chose, where it can be', async () => {
    const hits = [{ index: 'i', id: '1', score: undefined, json: '{"_source":{"RequestMethod":"GET"}}' }];
    const found = await ask({}, { hits, stack: 'RequestMethod' });
    assert.equal(found?.stackField, 'RequestMethod');
    const labels = found?.stacks.map(({ label }) => label) ?? [];
    assert.equal(labels[0], 'GET', 'the most frequent is at the bottom');
    assert.deepEqual([...labels].sort(), ['DELETE', 'GET', 'HEAD', 'POST', 'PUT']);
    assert.ok(found?.stackFields.includes('level'), 'a level is offered even where the page shows none');
    const unusual = await ask({}, { hits, stack: 'no-such-field' });
    assert.equal(unusual?.stackField, 'DownstreamStatus');
  });

  it('has none where there is no date, or where aggregations do not see what the hits are', async () => {
    assert.equal(await ask({}, { field: 'RequestMethod' }), undefined);
    assert.equal(await ask({}, { field: 'no-such-field' }), undefined);
    assert.equal(await ask({ index: 'empty' }, { fields: [] }), undefined);
    const nested: FieldInfo = {
      name: '@timestamp',
      types: ['date'],
      isSearchable: true,
      isAggregatable: true,
      nestedIn: 'events',
    };
    assert.equal(await ask({}, { fields: [nested] }), undefined);
    const before = sent().length;
    assert.equal(await ask({ body: '{"post_filter":{"match_all":{}}}' }), undefined);
    assert.equal(sent().length, before);
    const own = await ask({ body: '{"query":{"term":{"DownstreamStatus":502}},"sort":["@timestamp"]}' });
    assert.equal(own?.stacks.map(({ label }) => label).join(), '5xx');
  });

  it('says that parts of the index did not answer', async () => {
    engine.breakShards('access-logs', [0]);
    const found = await ask();
    assert.equal(found?.isPartial, true);
    assert.ok(counted(found?.bars) < 25_000);
  });

  it('ends when it is canceled, and where the engine takes too long', async () => {
    await ask();
    engine.faults.add({ path: /_search/, fault: { kind: 'hang' } });
    const abort = new AbortController();
    const arriving = engine.nextRequest(/_search/);
    const asked = ask({}, {}, abort.signal);
    const { closed } = await arriving;
    abort.abort();
    await assert.rejects(asked, { name: 'RequestFailure' });
    await closed;
    await assert.rejects(ask({}, { timeoutMs: 1 }), /took longer/);
  });
});
