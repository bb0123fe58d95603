/** What the live suite asks real engines of aggregations, and what the sample engine is held against. */
import type { FieldType } from '../servers/search/store/mapping';

export const aggregatedIndex = 'aggregated';

/** Around the hour in which Berlin's clocks are put back: 2026-10-25, 01:00 UTC. */
const first = Date.parse('2026-10-24T20:00:00Z');

/** The types of the fields; nanoseconds are unknown to Elasticsearch 6.8. */
export function aggregatedTypes(hasNanos: boolean): Readonly<Record<string, FieldType>> {
  return {
    at: 'date',
    ...(hasNanos ? { nanos: 'date_nanos' as const } : {}),
    level: 'keyword',
    n: 'long',
    decimal: 'double',
    truth: 'boolean',
    address: 'ip',
    words: 'text',
  };
}

/** Sixty documents, as JSON texts by their ids: some without a level, one with two levels and two dates. */
export function aggregatedDocuments(hasNanos: boolean): readonly { readonly id: string; readonly source: string }[] {
  return Array.from({ length: 60 }, (_, at) => {
    const date = new Date(first + at * 47 * 60_000 * (at > 30 ? 2 : 1)).toISOString();
    const level = at % 10 === 9 ? undefined : ['info', 'info', 'warn', 'error'][at % 4];
    const isOdd = at === 7;
    const source = {
      at: isOdd ? [date, '2026-10-25T00:10:00Z'] : date,
      ...(hasNanos && { nanos: date.replace('Z', '123456Z') }),
      level: isOdd ? ['info', 'error'] : level,
      n: at * 10,
      decimal: at / 4,
      truth: at % 3 === 0,
      address: `10.0.0.${at % 5}`,
      words: 'some words',
    };
    return { id: String(at), source: JSON.stringify(source) };
  });
}

const day = (name: string, more: object = {}) => ({ date_histogram: { field: 'at', [name]: '1d', ...more } });

function datesBy(name: 'interval' | 'fixed_interval'): Readonly<Record<string, object>> {
  const histogram = (length: string, more: object = {}) => ({
    date_histogram: { field: 'at', [name]: length, ...more },
  });
  return {
    [`${name} of a day`]: day(name),
    [`${name} of a day in Berlin`]: day(name, { time_zone: 'Europe/Berlin', min_doc_count: 1 }),
    [`${name} of half a day in Berlin`]: histogram('12h', { time_zone: 'Europe/Berlin' }),
    [`${name} of an hour in Berlin`]: histogram('1h', { time_zone: 'Europe/Berlin' }),
    [`${name} of a week in New York`]: histogram('7d', { time_zone: 'America/New_York' }),
    [`${name} of 90 minutes in Kolkata`]: histogram('90m', { time_zone: 'Asia/Kolkata', min_doc_count: 3 }),
    [`${name} in a zone by its offset`]: histogram('6h', { time_zone: '-03:30' }),
    [`${name} within bounds`]: day(name, {
      extended_bounds: { min: Date.parse('2026-10-22T05:00:00Z'), max: Date.parse('2026-10-30T05:00:00Z') },
    }),
    [`${name} in no zone`]: day(name, { time_zone: 'Nowhere/City' }),
    [`${name} of a keyword`]: { date_histogram: { field: 'level', [name]: '1d' } },
    [`${name} of words`]: { date_histogram: { field: 'words', [name]: '1d' } },
    [`${name} of no field`]: { date_histogram: { field: 'gone', [name]: '1d' } },
    [`${name} of nanoseconds`]: { date_histogram: { field: 'nanos', [name]: '2d' } },
    [`${name} with an offset`]: histogram('6h', { offset: '4980000ms', min_doc_count: 1 }),
    [`${name} of an hour with an offset backwards`]: histogram('1h', { offset: '-125s' }),
    [`${name} with an offset in Berlin`]: histogram('12h', { offset: '+90m', time_zone: 'Europe/Berlin' }),
    [`${name} below terms`]: { terms: { field: 'level', size: 2 }, aggs: { bars: day(name, { min_doc_count: 1 }) } },
    [`${name} below a histogram`]: {
      histogram: { field: 'n', interval: 100, min_doc_count: 1 },
      aggs: { bars: day(name, { min_doc_count: 1 }) },
    },
  };
}

const metrics = {
  first: { min: { field: 'at' } },
  last: { max: { field: 'at' } },
  mean: { avg: { field: 'n' } },
  values: { value_count: { field: 'level' } },
  dates: { stats: { field: 'at' } },
  kinds: { cardinality: { field: 'level' } },
  without: { missing: { field: 'level' } },
};

const percentiles = (field: string, ...percents: readonly number[]) => ({
  percentiles: { field, ...(percents.length > 0 && { percents }) },
});

/** What is said of all lines of a router in one request: how many failed, and how long they took. */
const filtersAndPercentiles: Readonly<Record<string, object>> = {
  'a filter': { filter: { range: { n: { gte: 100, lt: 300 } } } },
  'a filter with figures below it': {
    filter: { bool: { filter: [{ term: { level: 'error' } }], must_not: [{ term: { truth: true } }] } },
    aggs: { ...metrics, slow: percentiles('n', 50, 95) },
  },
  'a filter below terms': { terms: { field: 'level' }, aggs: { some: { filter: { range: { n: { gte: 300 } } } } } },
  'a filter of no field': { filter: { range: { gone: { gte: 1 } } } },
  'a filter for nothing': { filter: { match_none: {} } },
  'a filter of another type': { filter: { range: { n: { gte: 'many' } } } },
  'percentiles of numbers': percentiles('n', 50, 95),
  'percentiles of decimals': percentiles('decimal'),
  'percentiles at both ends': percentiles('n', 0, 100),
  'percentiles between values': percentiles('n', 12.3, 33.3, 66.6, 98.7),
  'percentiles of dates': percentiles('at', 50),
  'percentiles of truths': percentiles('truth', 50, 95),
  'percentiles of no field': percentiles('gone', 50, 95),
  'percentiles of a keyword': percentiles('level', 50),
  'percentiles of an address': percentiles('address', 50),
  'percentiles of words': percentiles('words', 50),
  'percentiles of one value': { filter: { term: { n: 70 } }, aggs: { slow: percentiles('n', 50, 95) } },
  'percentiles of two values': { filter: { terms: { n: [70, 200] } }, aggs: { slow: percentiles('n', 50, 95) } },
  'percentiles of five values': {
    filter: { terms: { n: [70, 200, 210, 400, 590] } },
    aggs: { slow: percentiles('n', 10, 50, 90, 95) },
  },
  'percentiles of nothing': { filter: { match_none: {} }, aggs: { slow: percentiles('n', 50, 95) } },
  'percentiles below terms': { terms: { field: 'level' }, aggs: { slow: percentiles('decimal', 50, 95) } },
};

const evening = Date.parse('2026-10-24T22:00:00Z');
const quarter = 15 * 60_000;
const quarters = [0, 1, 2, 3].map((at) => ({ from: evening + at * quarter, to: evening + (at + 1) * quarter }));
const within = (from: number, to: number, more: object = {}) => ({
  date_histogram: { hard_bounds: { min: from, max: to }, field: 'at', fixed_interval: '1h', ...more },
});

/** What binds the buckets, whatever values the documents have besides. */
const bounded: Readonly<Record<string, object>> = {
  'dates within hard bounds': within(evening, evening + 5 * 3_600_000),
  'dates within hard bounds that are no beginnings': within(evening + 60_000, evening + 3 * 3_600_000 + 120_000),
  'dates within hard bounds of one moment': within(evening + 60_000, evening + 60_000),
  'dates within hard bounds in Kolkata': within(evening, evening + 86_400_000, {
    fixed_interval: '3h',
    time_zone: 'Asia/Kolkata',
    min_doc_count: 1,
  }),
  'dates within both bounds': within(evening - 7_200_000, evening + 5 * 3_600_000, {
    extended_bounds: { min: evening, max: evening + 3 * 3_600_000 },
  }),
  'hard bounds below terms': {
    terms: { field: 'level', size: 2 },
    aggs: { bars: within(evening, evening + 7_200_000, { min_doc_count: 1 }) },
  },
  'ranges of dates': { date_range: { field: 'at', format: 'epoch_millis', ranges: quarters } },
  'ranges of dates below terms': {
    terms: { field: 'level', size: 2 },
    aggs: { bars: { date_range: { field: 'at', format: 'epoch_millis', ranges: quarters.slice(0, 2) } } },
  },
  'ranges of dates of no field': {
    date_range: { field: 'gone', format: 'epoch_millis', ranges: quarters.slice(0, 1) },
  },
  'ranges of numbers': {
    range: { field: 'n', ranges: [3, 0, 1].map((at) => ({ from: at * 100, to: (at + 1) * 100 })) },
    aggs: { bars: within(evening, evening + 7_200_000, { min_doc_count: 1 }) },
  },
  'named ranges of decimals': { range: { field: 'decimal', ranges: [{ key: '0xx', from: 0, to: 2.5 }] } },
  'ranges of a keyword': { range: { field: 'level', ranges: [{ from: 0, to: 1 }] } },
  'ranges of words': { range: { field: 'words', ranges: [{ from: 0, to: 1 }] } },
};

/** Aggregations by what they ask. Those that an engine refuses are held against its refusal. */
export const aggregationCases: Readonly<Record<string, object>> = {
  ...datesBy('fixed_interval'),
  ...datesBy('interval'),
  ...filtersAndPercentiles,
  ...bounded,
  'a day of the calendar': day('calendar_interval'),
  'metrics below terms': { terms: { field: 'truth' }, aggs: metrics },
  'the first of nanoseconds': { min: { field: 'nanos' } },
  'stats of nanoseconds': { stats: { field: 'nanos' } },
  'the mean of dates': { avg: { field: 'at' } },
  'the mean of truths': { avg: { field: 'truth' } },
  'the sum of decimals': { sum: { field: 'decimal' } },
  'the first of no field': { min: { field: 'gone' } },
  'the first of a keyword': { min: { field: 'level' } },
  'the first of an address': { min: { field: 'address' } },
  'the first of words': { min: { field: 'words' } },
  'stats of no field': { stats: { field: 'gone' } },
  'how many values no field has': { cardinality: { field: 'gone' } },
  'how many values words have': { cardinality: { field: 'words' } },
  'how many values numbers have': { cardinality: { field: 'n' } },
  'without a field that is in none': { missing: { field: 'gone' } },
  'terms of no field': { terms: { field: 'gone' } },
  'terms of words': { terms: { field: 'words' } },
  'terms of addresses': { terms: { field: 'address', size: 2 } },
  'terms of decimals': { terms: { field: 'decimal', size: 2 } },
  'terms of dates': { terms: { field: 'at', size: 2 } },
  'terms of nanoseconds': { terms: { field: 'nanos', size: 1 } },
  'more terms than are told': { terms: { field: 'n', size: 1 } },
  'terms with one that is missing': { terms: { field: 'level', missing: 'none' } },
  'terms by their keys': { terms: { field: 'level', order: { _key: 'asc' } } },
  'no terms': { terms: { field: 'level', size: 0 } },
  'a histogram of numbers': { histogram: { field: 'n', interval: 100 } },
  'a histogram of a keyword': { histogram: { field: 'level', interval: 100 } },
  'a histogram of dates': { histogram: { field: 'at', interval: 86_400_000 } },
};

/** The body that asks for a case. */
export function bodyOfCase(aggregation: object): string {
  return JSON.stringify({ size: 0, track_total_hits: false, aggs: { a: aggregation } });
}

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Made anew by each server, or about where in its own code something failed. */
const own: ReadonlySet<string> = new Set(['took', 'node', 'index_uuid', 'suppressed', 'phase', 'grouped']);

/** An answer, or a refusal, without what differs from server to server. */
export function comparableAnswer(status: number, body: string): Json {
  const without = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(without);
    if (typeof value !== 'object' || value === null) return value;
    const kept = Object.entries(value).filter(([key]) => !own.has(key));
    return Object.fromEntries(kept.map(([key, each]) => [key, without(each)]));
  };
  return { status, body: without(JSON.parse(body)) };
}
