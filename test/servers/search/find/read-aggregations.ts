import type { AggregationRules } from '../dialect';
import { type JsonMember, type JsonNode, type JsonObject, member, placeOf, tokenName } from '../json/read';
import { contentError, type EngineError, illegalArgument, parsingError } from '../problem';
import { readQuery } from '../query/read-query';
import { nanosToMillis, parseDate, roundedDown, shifted, type Unit } from '../store/dates';
import { type Scalar, scalarOf } from '../store/document';
import { readZone, utc, type Zone } from '../store/zones';
import { readDuration } from './durations';
import type { Aggregation, AggregationKind, AskedRange, Interval } from './request';

/** What each kind may be asked with here. What else an engine knows is refused, so that nobody mistakes the answer for its own. */
const parameters: Readonly<Record<AggregationKind, readonly string[]>> = {
  avg: ['field'],
  min: ['field'],
  max: ['field'],
  sum: ['field'],
  value_count: ['field'],
  stats: ['field'],
  cardinality: ['field', 'precision_threshold'],
  missing: ['field'],
  terms: ['field', 'size', 'shard_size', 'missing', 'order'],
  histogram: ['field', 'interval', 'min_doc_count'],
  date_histogram: [
    'field',
    'interval',
    'fixed_interval',
    'calendar_interval',
    'time_zone',
    'min_doc_count',
    'extended_bounds',
    'hard_bounds',
    'offset',
  ],
  range: ['field', 'ranges'],
  date_range: ['field', 'format', 'ranges'],
  percentiles: ['field', 'percents'],
  filter: [],
};
const isKind = (name: string): name is AggregationKind => Object.hasOwn(parameters, name);
const isInner = (key: string): boolean => key === 'aggs' || key === 'aggregations';

/** Those that exist, but not here. */
const unsupported = ['filters', 'percentile_ranks', 'top_hits', 'nested', 'composite'];

const calendar: Readonly<Record<string, Unit>> = {
  minute: 'm',
  '1m': 'm',
  hour: 'h',
  '1h': 'h',
  day: 'd',
  '1d': 'd',
  week: 'w',
  '1w': 'w',
  month: 'M',
  '1M': 'M',
  year: 'y',
  '1y': 'y',
};

const noInterval: Interval = { down: (local) => local, next: (local) => local };
const defaultSize = 10;
const defaultPercents = [1, 5, 25, 50, 75, 95, 99];

/**
 * Reads the value of `aggs`.
 *
 * @throws EngineError in the engine's words, and in the sample's own for kinds that it has not
 */
export function readAggregations(text: string, node: JsonNode, rules: AggregationRules): readonly Aggregation[] {
  if (node.kind !== 'object') {
    throw parsingError(text, node.start, `Found [${tokenName(node)}] instead of an object of aggregations`);
  }
  return node.members.map((each) => readAggregation(text, each, rules));
}

function readAggregation(text: string, { key: name, value }: JsonMember, rules: AggregationRules): Aggregation {
  const own = value.kind === 'object' ? value.members.find(({ key }) => !isInner(key)) : undefined;
  if (own?.value.kind !== 'object') {
    throw parsingError(text, value.start, `Missing definition for aggregation [${name}]`);
  }
  const { key: kind, value: asked } = own;
  if (unsupported.includes(kind)) throw illegalArgument(`the sample engine does not do the aggregation [${kind}]`);
  if (!isKind(kind)) throw unknownKind(text, own);
  if (kind !== 'filter') checkParameters(text, name, kind, asked, rules);
  const inner = value.kind === 'object' ? value.members.find(({ key }) => isInner(key))?.value : undefined;
  const size = Number(given(asked, 'size') ?? defaultSize);
  const missing = given(asked, 'missing');
  return {
    name,
    kind,
    field: String(given(asked, 'field') ?? ''),
    size,
    // As the engines reckon it where nobody says how many.
    shardSize: Math.max(size, Number(given(asked, 'shard_size') ?? Math.trunc(size * 1.5 + 10))),
    order: orderOf(asked),
    ...(missing === undefined ? {} : { missing }),
    interval:
      kind === 'date_histogram'
        ? moved(dateInterval(asked), offsetOf(asked))
        : kind === 'histogram'
          ? numberInterval(asked)
          : noInterval,
    zone: zoneOf(text, asked, rules),
    minDocCount: Number(given(asked, 'min_doc_count') ?? 0),
    bounds: boundsOf(asked, 'extended_bounds'),
    hardBounds: boundsOf(asked, 'hard_bounds'),
    ranges: rangesOf(asked),
    ...(kind === 'filter' ? { query: readQuery(asked, { text, depth: 1 }) } : {}),
    percents: percentsOf(asked),
    inner: inner === undefined ? [] : readAggregations(text, inner, rules),
  };
}

function checkParameters(
  text: string,
  name: string,
  kind: AggregationKind,
  asked: JsonObject,
  rules: AggregationRules,
): void {
  const intervals: readonly string[] = rules.intervals;
  for (const { key, keyStart, value } of asked.members) {
    if (!parameters[kind].includes(key)) throw illegalArgument(`the sample engine does not do [${key}] of [${kind}]`);
    if (kind === 'date_histogram' && key.endsWith('interval') && !intervals.includes(key)) {
      throw contentError(text, keyStart, `[${kind}] unknown field [${key}]${rules.unknownInterval}`);
    }
    if (key === 'hard_bounds' && !rules.hasHardBounds) {
      throw contentError(text, keyStart, `[${kind}] unknown field [${key}]${rules.unknownInterval}`);
    }
    if (key === 'size' && Number(scalarOf(value)) <= 0) {
      const { problem } = illegalArgument(`[size] must be greater than 0. Found [${scalarOf(value)}] in [${name}]`);
      throw contentError(text, value.start, `[${kind}] failed to parse field [${key}]`, problem);
    }
  }
}

function given(node: JsonObject, key: string): Scalar | undefined {
  const found = member(node, key);
  return found === undefined ? undefined : scalarOf(found);
}

function orderOf(asked: JsonObject): Aggregation['order'] {
  const order = member(asked, 'order');
  if (order === undefined) return 'count';
  const [first] = order.kind === 'object' ? order.members : [];
  if (first?.key === '_count' && scalarOf(first.value) === 'desc') return 'count';
  if (first?.key === '_key') return scalarOf(first.value) === 'desc' ? 'down' : 'up';
  throw illegalArgument('the sample engine does not do this order of [terms]');
}

function fixed(step: number): Interval {
  return { down: (local) => Math.floor(local / step) * step, next: (local) => local + step };
}

function byCalendar(unit: Unit): Interval {
  return { down: (local) => roundedDown(local, unit), next: (local) => shifted(local, 1, unit) };
}

/** Buckets that begin so much later, or earlier. */
function moved({ down, next }: Interval, offset: number): Interval {
  if (offset === 0) return { down, next };
  return { down: (local) => down(local - offset) + offset, next: (local) => next(local - offset) + offset };
}

/** `+90m`, `-125s`, `1ms` */
function offsetOf(asked: JsonObject): number {
  const [, sign = '', length] = /^([+-]?)(.+)$/.exec(String(given(asked, 'offset') ?? '')) ?? [];
  if (length === undefined) return 0;
  return (sign === '-' ? -1 : 1) * readDuration(length, 'DateHistogramAggregationBuilder.parseOffset');
}

function percentsOf(asked: JsonObject): readonly number[] {
  const percents = member(asked, 'percents');
  return percents?.kind === 'array' ? percents.items.map((item) => Number(scalarOf(item))) : defaultPercents;
}

/** `interval` is by the calendar where it is one of its units, and of a fixed length else. */
function dateInterval(asked: JsonObject): Interval {
  const length = given(asked, 'fixed_interval');
  if (length !== undefined) return fixed(readDuration(String(length), 'date_histogram.fixedInterval'));
  const named = String(given(asked, 'calendar_interval') ?? given(asked, 'interval') ?? '');
  const unit = Object.hasOwn(calendar, named) ? calendar[named] : undefined;
  if (unit !== undefined) return byCalendar(unit);
  if (member(asked, 'interval') === undefined) {
    throw illegalArgument(`The supplied interval [${named}] could not be parsed as a calendar interval.`);
  }
  return fixed(readDuration(named, 'date_histogram.interval'));
}

function numberInterval(asked: JsonObject): Interval {
  const step = Number(given(asked, 'interval'));
  if (!(step > 0)) throw illegalArgument('[interval] must be >0 for histogram aggregation');
  return fixed(step);
}

function zoneOf(text: string, asked: JsonObject, rules: AggregationRules): Zone {
  const node = member(asked, 'time_zone');
  if (node === undefined) return utc;
  const name = String(scalarOf(node));
  const zone = readZone(name);
  if (zone !== undefined) return zone;
  const reason = '[date_histogram] failed to parse field [time_zone]';
  throw contentError(text, node.start, reason, rules.unknownZone(name));
}

function boundsOf(asked: JsonObject, name: 'extended_bounds' | 'hard_bounds'): readonly number[] {
  const bounds = member(asked, name);
  if (bounds?.kind !== 'object') return [];
  return bounds.members.map(({ value }) => {
    const bound = scalarOf(value);
    if (typeof bound === 'number') return bound;
    const date = parseDate(String(bound));
    if (date === undefined) throw illegalArgument(`failed to parse date field [${bound}]`);
    return nanosToMillis(date);
  });
}

/** Ends are numbers here, and dates in milliseconds since 1970. */
function rangesOf(asked: JsonObject): readonly AskedRange[] {
  const ranges = member(asked, 'ranges');
  if (ranges?.kind !== 'array') return [];
  return ranges.items.map((item) => {
    if (item.kind !== 'object') throw illegalArgument('the sample engine does not do this range');
    const key = given(item, 'key');
    const [from, to] = [given(item, 'from'), given(item, 'to')];
    if (typeof from !== 'number' || typeof to !== 'number') {
      throw illegalArgument('the sample engine does ranges between two numbers only');
    }
    return { ...(key !== undefined && { key: String(key) }), from, to };
  });
}

function unknownKind(text: string, { key, value }: JsonMember): EngineError {
  const { line, col } = placeOf(text, value.start);
  return parsingError(text, value.start, `Unknown aggregation type [${key}]`, {
    type: 'named_object_not_found_exception',
    reason: `[${line}:${col}] unknown field [${key}]`,
  });
}
