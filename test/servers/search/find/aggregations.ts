import type { AggregationRules, SortRules } from '../dialect';
import { javaDouble, type Writable } from '../json/write';
import { EngineError } from '../problem';
import { evaluate } from '../query/evaluate';
import type { Circumstances } from '../query/find-words';
import type { Query } from '../query/query';
import { illegalOnShard, ShardFailure } from '../query/shard-failure';
import { shownValue, toValue, type Value } from '../store/column';
import type { Field, FieldType } from '../store/mapping';
import type { Shard } from '../store/shard';
import { formatInZone } from '../store/zones';
import { asText, isDate, metric, percentilesOf, type Valued } from './metrics';
import type { Candidate } from './rank';
import type { Aggregation, AggregationKind } from './request';

/** What an engine allows, and its words for what it does not. */
export interface Rules {
  readonly aggregations: AggregationRules;
  readonly sort: SortRules;
  readonly about: Circumstances;
}

const needsNumbers: readonly AggregationKind[] = [
  'avg',
  'min',
  'max',
  'sum',
  'stats',
  'date_histogram',
  'histogram',
  'range',
  'date_range',
  'percentiles',
];
const withoutNumbers: readonly FieldType[] = ['keyword', 'ip', 'geo_point'];
/** `search.max_buckets` of the engines. */
const mostBuckets = 65_536;

/** Times are told in milliseconds, also those of nanoseconds. */
const inMillis = (value: Value): Value => (typeof value === 'bigint' ? Number(value / 1_000_000n) : value);

function valued({ field: path, kind, missing }: Aggregation, candidates: readonly Candidate[], rules: Rules) {
  const read = new Map<Shard, (document: number) => Omit<Valued, 'candidate'>>();
  const readerOf = (shard: Shard) => {
    const field = shard.owner.mapping.get(path);
    if (field?.type === 'text') throw textField(path, shard.owner.name, rules);
    if (field !== undefined && needsNumbers.includes(kind) && withoutNumbers.includes(field.type)) {
      throw illegalOnShard(rules.aggregations.notNumeric(path, field.type, kind));
    }
    const stands = field === undefined || missing === undefined ? undefined : toValue(field, missing);
    const instead = stands === undefined ? [] : [stands];
    const column = field === undefined ? [] : shard.column(field);
    return (document: number) => {
      const own = column[document] ?? [];
      const values = own.length === 0 ? instead : field?.type === 'date_nanos' ? own.map(inMillis) : own;
      return { field, values };
    };
  };
  return candidates.map((candidate): Valued => {
    const reader = read.get(candidate.shard) ?? readerOf(candidate.shard);
    read.set(candidate.shard, reader);
    return { candidate, ...reader(candidate.document) };
  });
}

function textField(path: string, index: string, { aggregations, sort }: Rules) {
  if (aggregations.ofText !== undefined) return illegalOnShard(aggregations.ofText(path));
  const where = sort.namesIndex ? `Fielddata is disabled on [${path}] in [${index}]. ` : '';
  return illegalOnShard(
    `${where}Text fields are not optimised for operations that require per-document field data like aggregations and sorting, so these operations are disabled by default. Please use a keyword field instead. Alternatively, set fielddata=true on [${path}] in order to load field data by uninverting the inverted index. Note that this can use significant memory.`,
  );
}

interface Bucket {
  readonly key: Value;
  readonly field: Field | undefined;
  readonly candidates: Candidate[];
}

/** The documents by what `keyOf` makes of each of their values. */
function buckets(documents: readonly Valued[], keyOf: (value: Value) => Value): Map<Value, Bucket> {
  const found = new Map<Value, Bucket>();
  for (const { candidate, field, values } of documents) {
    const keys = values.length === 1 && values[0] !== undefined ? [keyOf(values[0])] : new Set(values.map(keyOf));
    for (const key of keys) {
      const bucket = found.get(key);
      if (bucket === undefined) found.set(key, { key, field, candidates: [candidate] });
      else bucket.candidates.push(candidate);
    }
  }
  return found;
}

const compare = (a: Value, b: Value): number => (a < b ? -1 : a > b ? 1 : 0);

function innerOf(
  { candidates }: { readonly candidates: readonly Candidate[] },
  { inner }: Aggregation,
  rules: Rules,
): Writable {
  return {
    doc_count: candidates.length,
    ...Object.fromEntries(resultsOf(inner, candidates, rules, false)),
  };
}

function termOf(bucket: Bucket, aggregation: Aggregation, rules: Rules): Writable {
  const { key, field } = bucket;
  const isReal = field?.type === 'double' || field?.type === 'float';
  const shown = field?.type === 'ip' ? shownValue(field, key) : isReal ? javaDouble(Number(key)) : key;
  const text = typeof key === 'number' ? asText(field, key) : undefined;
  return { key: shown, key_as_string: text, ...(innerOf(bucket, aggregation, rules) as object) };
}

function byShard(documents: readonly Valued[]): ReadonlyMap<Shard, readonly Valued[]> {
  const found = new Map<Shard, Valued[]>();
  for (const each of documents) {
    const own = found.get(each.candidate.shard);
    if (own === undefined) found.set(each.candidate.shard, [each]);
    else own.push(each);
  }
  return found;
}

/** Each shard tells of its first terms only, so that counts and what is left out are as wrong as the engines' own. */
function terms(aggregation: Aggregation, documents: readonly Valued[], rules: Rules): Writable {
  const { size, shardSize, order } = aggregation;
  const inOrder = (found: Iterable<Bucket>) =>
    [...found].sort((a, b) => {
      if (order !== 'count') return (order === 'down' ? -1 : 1) * compare(a.key, b.key);
      return b.candidates.length - a.candidates.length || compare(a.key, b.key);
    });
  const shards = byShard(documents);
  const merged = new Map<Value, Bucket>();
  let error = 0;
  let all = 0;
  for (const own of shards.values()) {
    const found = inOrder(buckets(own, (value) => value).values());
    for (const { candidates } of found) all += candidates.length;
    const told = found.slice(0, shardSize);
    if (told.length === shardSize && order === 'count') error += told.at(-1)?.candidates.length ?? 0;
    for (const bucket of told) {
      const before = merged.get(bucket.key);
      if (before === undefined) merged.set(bucket.key, bucket);
      else before.candidates.push(...bucket.candidates);
    }
  }
  const shown = inOrder(merged.values()).slice(0, size);
  return {
    doc_count_error_upper_bound: shards.size > 1 ? error : 0,
    sum_other_doc_count: shown.reduce((left, { candidates }) => left - candidates.length, all),
    buckets: shown.map((bucket) => termOf(bucket, aggregation, rules)),
  };
}

function tooManyBuckets({ aggregations }: Rules): EngineError {
  const reason = `Trying to create too many buckets. Must be less than or equal to: [${mostBuckets}] but this number of buckets was exceeded. This limit can be set by changing the [search.max_buckets] cluster level setting.`;
  const cause = { type: 'too_many_buckets_exception', reason, max_buckets: mostBuckets };
  return new EngineError(
    {
      root_cause: [],
      type: 'search_phase_execution_exception',
      reason: '',
      phase: 'fetch',
      grouped: true,
      failed_shards: [],
      caused_by: cause,
    },
    aggregations.tooManyBuckets,
  );
}

/** Both histograms: all buckets from the first to the last, those that are empty too, unless the request wants some documents in each. */
function histogram(aggregation: Aggregation, documents: readonly Valued[], rules: Rules): Writable {
  const { interval, zone, minDocCount, kind, bounds, hardBounds } = aggregation;
  const keyOf = (value: Value): number => {
    const at = Number(value);
    const local = at + zone.offset(at);
    const down = interval.down(local);
    const begin = at - (local - down);
    // Where the clocks were changed in between, it begins when they showed that time.
    return zone.offset(begin) === zone.offset(at) ? begin : zone.toUtc(down);
  };
  const nextOf = (key: number): number => {
    const local = key + zone.offset(key);
    const next = interval.next(local);
    const guess = keyOf(key + next - local);
    return guess > key ? guess : zone.toUtc(next);
  };
  const [least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY] = hardBounds.map(keyOf);
  const found = new Map([...buckets(documents, keyOf)].filter(([key]) => Number(key) >= least && Number(key) < most));
  const field = documents.find(({ field: own }) => own !== undefined)?.field;
  const ends = [...found.keys(), ...bounds.map(keyOf)].map(Number);
  const last = ends.reduce((most, key) => Math.max(most, key), Number.NEGATIVE_INFINITY);
  const written: Writable[] = [];
  let key = ends.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY);
  for (; key <= last; key = nextOf(key)) {
    const bucket = found.get(key) ?? { key, field, candidates: [] };
    if (bucket.candidates.length < minDocCount) continue;
    if (written.length === mostBuckets) throw tooManyBuckets(rules);
    written.push({
      key_as_string: isDate(field) ? formatInZone(key, zone) : undefined,
      key: kind === 'histogram' ? javaDouble(key) : key,
      ...(innerOf(bucket, aggregation, rules) as object),
    });
  }
  return { buckets: written };
}

/** In the order of their ends, each with the documents that have a value in it. */
function ranges(aggregation: Aggregation, documents: readonly Valued[], rules: Rules): Writable {
  const isOfDates = aggregation.kind === 'date_range';
  const text = (end: number) => (isOfDates || !Number.isInteger(end) ? String(end) : `${end}.0`);
  const asText = (end: number) => (isOfDates ? String(end) : undefined);
  const sorted = aggregation.ranges.toSorted((one, other) => one.from - other.from || one.to - other.to);
  return {
    buckets: sorted.map(({ key, from, to }) => {
      const isIn = ({ values }: Valued) => values.some((value) => Number(value) >= from && Number(value) < to);
      const candidates = documents.filter(isIn).map(({ candidate }) => candidate);
      return {
        key: key ?? `${text(from)}-${text(to)}`,
        from: javaDouble(from),
        from_as_string: asText(from),
        to: javaDouble(to),
        to_as_string: asText(to),
        ...(innerOf({ candidates }, aggregation, rules) as object),
      };
    }),
  };
}

/** What is wrong with the query of a filter is told as it is, and not as that of the search. */
function hitsIn(shard: Shard, query: Query, { about }: Rules): Uint8Array {
  try {
    return evaluate(shard, query, about).hit;
  } catch (failure) {
    if (failure instanceof ShardFailure && failure.problem.caused_by !== undefined) {
      throw new ShardFailure(failure.problem.caused_by);
    }
    throw failure;
  }
}

function filtered(aggregation: Aggregation, candidates: readonly Candidate[], rules: Rules): Writable {
  const { query = { kind: 'all' } } = aggregation;
  const found = new Map<Shard, Uint8Array>();
  const hitsOf = (shard: Shard): Uint8Array => {
    const hits = found.get(shard) ?? hitsIn(shard, query, rules);
    found.set(shard, hits);
    return hits;
  };
  const matching = candidates.filter(({ shard, document }) => hitsOf(shard)[document] === 1);
  const lacksField =
    query.kind === 'range' && [...found.keys()].every(({ owner }) => owner.mapping.get(query.field) === undefined);
  return {
    meta: lacksField && rules.aggregations.marksSimpler ? {} : undefined,
    ...(innerOf({ candidates: matching }, aggregation, rules) as object),
  };
}

function result(aggregation: Aggregation, candidates: readonly Candidate[], rules: Rules): Writable {
  const { kind } = aggregation;
  if (kind === 'filter') return filtered(aggregation, candidates, rules);
  const documents = valued(aggregation, candidates, rules);
  switch (kind) {
    case 'terms':
      return terms(aggregation, documents, rules);
    case 'histogram':
    case 'date_histogram':
      return histogram(aggregation, documents, rules);
    case 'range':
    case 'date_range':
      return ranges(aggregation, documents, rules);
    case 'percentiles':
      return percentilesOf(aggregation, documents, rules.aggregations);
    case 'missing':
      return { doc_count: documents.filter(({ values }) => values.length === 0).length };
    default:
      return metric(kind, documents, rules.aggregations);
  }
}

/** The name with its kind before it, as `typed_keys` asks. */
function typedName({ name, kind, field }: Aggregation, candidates: readonly Candidate[]): string {
  const type = candidates[0]?.shard.owner.mapping.get(field)?.type;
  const isText = type === 'keyword' || type === 'ip';
  const prefix =
    kind === 'percentiles'
      ? 'tdigest_percentiles'
      : kind !== 'terms'
        ? kind
        : isText
          ? 'sterms'
          : type === 'double' || type === 'float'
            ? 'dterms'
            : 'lterms';
  return `${prefix}#${name}`;
}

function resultsOf(
  aggregations: readonly Aggregation[],
  candidates: readonly Candidate[],
  rules: Rules,
  isTyped: boolean,
): ReadonlyMap<string, Writable> {
  return new Map(
    aggregations.map((each) => [isTyped ? typedName(each, candidates) : each.name, result(each, candidates, rules)]),
  );
}

/**
 * What the documents come to.
 *
 * @throws ShardFailure where a field cannot be counted
 */
export function aggregate(
  aggregations: readonly Aggregation[],
  candidates: readonly Candidate[],
  rules: Rules,
  isTyped: boolean,
): Writable {
  return aggregations.length === 0 ? undefined : resultsOf(aggregations, candidates, rules, isTyped);
}
