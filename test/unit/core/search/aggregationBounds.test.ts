import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LogPlace } from '../../../../src/core/accessLogs/accessLogQuestion';
import { askRouterTraffic } from '../../../../src/core/accessLogs/routerTraffic';
import type { FieldInfo } from '../../../../src/core/search/engine/fieldList';
import { readFieldValues } from '../../../../src/core/search/fields/readFieldValues';
import { askHistogram, askNewest } from '../../../../src/core/search/histogram/askHistogram';
import { searchOf } from '../../../../src/core/search/query/searchOf';
import { emptyQuestion } from '../../../../src/protocol/question';
import { recordingsFolder } from '../../../recordings/read';
import { fakeSearchClient } from '../../vscode/search/openPanel';
import { json } from './fakeHttpClient';

/** The most buckets that one request of ours may make an engine answer with, whatever its documents hold. */
const mostBuckets = 1_000;
/** The most of one aggregation. */
const mostOfOne = 100;

type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function intervalMs(text: unknown): number {
  const [, amount, unit = ''] = /^(\d+)(ms|[smhd])$/.exec(String(text)) ?? [];
  return Number(amount) * (unitMs[unit] ?? Number.NaN);
}

/** How many buckets an aggregation makes at most, by what it says itself. Fails for one that says nothing, and for unknown ones. */
function bucketsOf(kind: string, asked: Json): number {
  switch (kind) {
    // Each needs one value, or memory that does not grow with the documents.
    case 'min':
    case 'max':
    case 'avg':
      return 0;
    case 'cardinality':
      assert.ok(asked.precision_threshold === undefined || Number(asked.precision_threshold) <= 40_000);
      return 0;
    case 'percentiles':
      assert.ok(Array.isArray(asked.percents) && asked.percents.length <= 10);
      return 0;
    case 'missing':
    case 'filter':
      return 1;
    case 'terms':
      assert.ok(Number.isInteger(asked.size) && Number(asked.size) >= 1, 'terms without a size');
      return Number(asked.size);
    case 'range':
    case 'date_range': {
      const { ranges } = asked;
      assert.ok(Array.isArray(ranges) && ranges.length > 0, 'ranges');
      for (const { from, to } of ranges) assert.ok(Number.isFinite(from) && Number.isFinite(to) && from < to);
      return ranges.length;
    }
    case 'date_histogram': {
      const { hard_bounds: hard, extended_bounds: extended } = asked;
      assert.ok(isJson(hard) && Number.isFinite(hard.min) && Number.isFinite(hard.max), 'a histogram without bounds');
      const interval = intervalMs(asked.fixed_interval);
      assert.ok(interval >= 1, String(asked.fixed_interval));
      if (extended !== undefined) {
        assert.ok(isJson(extended) && Number(extended.min) >= Number(hard.min), 'extended bounds');
        assert.ok(Number(extended.max) <= Number(hard.max), 'extended bounds');
      }
      return (Number(hard.max) - Number(hard.min)) / interval + 2;
    }
    default:
      // A `histogram` over numbers is among them: a field that is called a status may hold anything.
      return assert.fail(`nothing is known to bound the aggregation ${kind}`);
  }
}

function totalOf(aggregations: unknown): number {
  assert.ok(isJson(aggregations));
  let total = 0;
  for (const named of Object.values(aggregations)) {
    assert.ok(isJson(named));
    const { aggs, aggregations: others, ...own } = named;
    assert.equal(others, undefined);
    const [[kind, asked] = ['nothing'], ...more] = Object.entries(own);
    assert.ok(isJson(asked) && more.length === 0);
    const buckets = bucketsOf(kind, asked);
    assert.ok(buckets <= mostOfOne, `${kind} makes ${buckets} buckets`);
    total += buckets * (1 + (aggs === undefined ? 0 : totalOf(aggs)));
  }
  return total;
}

const kinds = [
  ...['date', 'date_nanos', 'keyword', 'text', 'long', 'integer', 'short', 'byte', 'unsigned_long', 'double', 'float'],
  ...[
    'half_float',
    'scaled_float',
    'boolean',
    'ip',
    'version',
    'wildcard',
    'constant_keyword',
    'flattened',
    'geo_point',
  ],
];
const field = (name: string, ...types: readonly string[]): FieldInfo => ({
  name,
  types,
  isSearchable: true,
  isAggregatable: !types.includes('text'),
});
const statuses = ['DownstreamStatus', 'http.response.status_code'];
const levels = ['level', 'log.level', 'severity'];
const dateFields = [field('t', 'date'), field('t', 'date_nanos'), field('t', 'date', 'date_nanos')];
const others: readonly FieldInfo[] = [
  ...kinds.map((kind) => field(`a.${kind}`, kind)),
  ...levels.map((name) => field(name, 'keyword')),
];
const fieldSets = dateFields.flatMap((date) =>
  [...kinds, 'long,double'].map((kind) => [
    date,
    ...others,
    ...statuses.map((name) => field(name, ...kind.split(','))),
  ]),
);
const hits = [{ index: 'i', id: '1', score: undefined, json: '{"_source":{"a":{"keyword":"x","boolean":true}}}' }];
const stacks = [undefined, '', ...statuses, ...levels, 'a.keyword', 'a.boolean', 'a.long'];
const zones = ['UTC', 'Europe/Berlin', '+05:45', 'Nowhere/City'];

/** In milliseconds since 1970, as an engine may tell them of its first and last hit. */
const moments = [0, 1, 999, 1_795_600_800_000, 1_795_604_399_999, 4e12, 8.64e15, -1, -62_135_596_800_000, -8.64e15];
const noMoments = [1e308, -1e308, 9e15, Number.MAX_SAFE_INTEGER, -9_223_372_036_854_776_000, null, '1', [1]];

const refusal = (word: string) =>
  json({ error: { type: 'x_content_parse_exception', reason: `[1:1] [date_histogram] unknown field [${word}]` } }, 400);

/** What an engine may not know. */
const engines: Readonly<Record<string, readonly string[]>> = {
  'one that knows all words': [],
  'one without hard bounds': ['hard_bounds'],
  'one without fixed intervals': ['fixed_interval'],
  'one without time zones': ['time_zone'],
  'one that knows none of them': ['hard_bounds', 'fixed_interval', 'time_zone'],
};

function engineThat(lacks: readonly string[], aggregations: unknown) {
  return fakeSearchClient(({ body }) => {
    const lacking = lacks.find((word) => body.includes(`"${word}"`) && !body.includes(`"${word}":"UTC"`));
    return lacking === undefined ? json({ hits: { total: 0, hits: [] }, aggregations }) : refusal(lacking);
  });
}

describe('aggregationBounds: the aggregations that we ask for', () => {
  const signal = new AbortController().signal;
  let bodies = 0;
  /** How often each kind was asked for. */
  let seen: Map<string, number>;
  beforeEach(() => {
    bodies = 0;
    seen = new Map();
  });

  function checkAll({ asked }: ReturnType<typeof fakeSearchClient>): void {
    for (const { body } of asked) {
      bodies++;
      const { aggs, aggregations, size, hits: none } = JSON.parse(body);
      assert.deepEqual([aggregations, none], [undefined, undefined]);
      assert.equal(size, 0);
      assert.ok(totalOf(aggs) <= mostBuckets, body);
      for (const [, kind = ''] of body.matchAll(/"(\w+)":\{"(?:field|hard_bounds|range)"/g)) {
        seen.set(kind, (seen.get(kind) ?? 0) + 1);
      }
    }
  }

  for (const [engine, lacks] of Object.entries(engines)) {
    it(`have a bound each above the hits, of ${engine}`, async () => {
      let at = 0;
      for (const fields of fieldSets) {
        for (const stack of stacks) {
          at++;
          const [from = 0, to = 0] = [moments[at % moments.length], moments[(at * 7) % moments.length]];
          const client = engineThat(lacks, { first: { value: from }, last: { value: to }, bars: { buckets: [] } });
          const time = { field: 't', span: 'own', from: '2026-11-25T10:00:00Z', to: '2026-11-25T11:00:00Z' } as const;
          const question = { ...emptyQuestion, index: 'i', ...(at % 3 === 0 && { time }) };
          const search = searchOf(question, 0, new Date());
          const zone = zones[at % zones.length] ?? 'UTC';
          await askHistogram(client, { search, field: 't', zone, stack, fields, hits, timeoutMs: 1_000 }, signal);
          checkAll(client);
        }
      }
      assert.ok(bodies > 500, String(bodies));
      assert.ok((seen.get('terms') ?? 0) > 0);
      assert.ok((seen.get(lacks.includes('hard_bounds') ? 'date_range' : 'date_histogram') ?? 0) > 0);
    });
  }

  it('have a bound each above the hits, whatever spans of time an engine tells', async () => {
    for (const from of [...moments, ...noMoments]) {
      for (const to of [...moments, ...noMoments]) {
        const client = engineThat([], { first: { value: from }, last: { value: to }, bars: { buckets: [] } });
        const search = { index: 'i', body: '{}' };
        const request = { search, field: 't', zone: 'UTC', stack: '', fields: [], hits: [], timeoutMs: 1_000 };
        const found = await askHistogram(client, request, signal);
        checkAll(client);
        const isRange = moments.includes(Number(from)) && moments.includes(Number(to)) && Number(from) <= Number(to);
        const isAsked = client.asked.some(({ body }) => body.includes('date_histogram'));
        assert.equal(isAsked, isRange && typeof from === 'number' && typeof to === 'number', `${from} to ${to}`);
        assert.ok(found === undefined || Number.isFinite(found.interval));
      }
    }
  });

  it('have a bound each beside a field, and none of a handwritten body', async () => {
    const own = { aggs: { a: { histogram: { field: 'n', interval: 1 } } }, aggregations: { b: { terms: {} } } };
    for (const body of [{}, own, { post_filter: { match_all: {} }, ...own }, { query: { match_all: {} }, size: 5 }]) {
      for (const each of [...others, ...dateFields]) {
        const client = engineThat([], {});
        const search = { index: 'i', body: JSON.stringify(body) };
        for (const fields of [[], [each]]) {
          // Fields that cannot be counted are refused before anything is asked, the others after an answer without counts.
          await assert.rejects(readFieldValues(client, search, each.name, fields, { signal }));
        }
        checkAll(client);
      }
    }
    assert.ok(bodies > 100 && (seen.get('cardinality') ?? 0) > 100);
  });

  it('have a bound each beside an index, and of the traffic of a router', async () => {
    const newest = engineThat([], {});
    await askNewest(
      newest,
      { index: 'i', fields: [field('@timestamp', 'date')], preferred: undefined, timeoutMs: 1 },
      signal,
    );
    checkAll(newest);
    assert.equal(bodies, 1);
    const routers = { count: 1, names: ['shop@file'], nested: [] };
    const subject = { kind: 'router', name: 'shop@file', routers, services: [] } as const;
    for (const lacks of Object.values(engines)) {
      for (const time of ['@timestamp', 'event.created']) {
        for (const more of [{}, { status: 'DownstreamStatus' }, { duration: 'Duration' }, { duration: null }]) {
          const client = engineThat(lacks, { bars: { buckets: [] } });
          const layout = {
            router: { field: 'message', by: 'phrase' as const },
            isServiceOftenMissing: false,
            columns: [],
          };
          const place: LogPlace = { index: 'i', layout: { ...layout, time, ...more } };
          const now = new Date('2026-11-25T10:00:30.123Z');
          await askRouterTraffic(client, subject, place, { now, signal, timeoutMs: 1_000 });
          checkAll(client);
        }
      }
    }
    assert.ok((seen.get('date_range') ?? 0) > 0 && (seen.get('date_histogram') ?? 0) > 0);
  });

  it('are written in no other file, so that each is among those above', () => {
    const sources = join(dirname(dirname(recordingsFolder())), 'src');
    const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    const writing = files.filter((name) => /["']?\baggs\b["']?\s*:/.test(readFileSync(join(sources, name), 'utf8')));
    assert.deepEqual(writing.map((name) => name.replaceAll('\\', '/')).sort(), [
      'core/accessLogs/routerTraffic.ts',
      'core/search/fields/readFieldValues.ts',
      'core/search/histogram/histogramBody.ts',
    ]);
    const asking = files.filter((name) => readFileSync(join(sources, name), 'utf8').includes("/answerTo'"));
    assert.deepEqual(asking.map((name) => name.replaceAll('\\', '/')).sort(), [
      'core/accessLogs/routerTraffic.ts',
      'core/search/fields/readFieldValues.ts',
      'core/search/histogram/askHistogram.ts',
    ]);
  });
});
