import type { SortRules } from '../dialect';
import { type JsonMember, type JsonNode, type JsonObject, member, placeOf, tokenName } from '../json/read';
import { javaDouble, type Writable } from '../json/write';
import { type EngineError, illegalArgument, parsingError } from '../problem';
import { illegalOnShard } from '../query/shard-failure';
import type { Value } from '../store/column';
import { formatMillis } from '../store/dates';
import { scalarOf } from '../store/document';
import type { Field } from '../store/mapping';
import { readDuration } from './durations';
import type { Candidate } from './rank';
import type { Aggregation, AggregationKind, Metric } from './request';

const metrics: readonly string[] = ['avg', 'min', 'max', 'sum', 'value_count', 'stats'] satisfies Metric[];
const kinds: readonly string[] = [...metrics, 'terms', 'missing', 'date_histogram'];
const isKind = (name: string): name is AggregationKind => kinds.includes(name);
const isMetric = (kind: AggregationKind): kind is Metric => metrics.includes(kind);

const isInner = (key: string): boolean => key === 'aggs' || key === 'aggregations';

/** Those that exist, but not here. */
const unsupported = [
  'histogram',
  'range',
  'filter',
  'filters',
  'cardinality',
  'percentiles',
  'top_hits',
  'nested',
  'composite',
];

/** Calendar intervals that are always as long. */
const calendar: Readonly<Record<string, string>> = {
  minute: '1m',
  '1m': '1m',
  hour: '1h',
  '1h': '1h',
  day: '1d',
  '1d': '1d',
};

/**
 * Reads the value of `aggs`.
 *
 * @throws EngineError in the engine's words, and in the sample's own for kinds that it has not
 */
export function readAggregations(text: string, node: JsonNode): readonly Aggregation[] {
  if (node.kind !== 'object') {
    throw parsingError(text, node.start, `Found [${tokenName(node)}] instead of an object of aggregations`);
  }
  return node.members.map((each) => readAggregation(text, each));
}

function readAggregation(text: string, { key: name, value }: JsonMember): Aggregation {
  const own = value.kind === 'object' ? value.members.find(({ key }) => !isInner(key)) : undefined;
  if (own?.value.kind !== 'object') {
    throw parsingError(text, value.start, `Missing definition for aggregation [${name}]`);
  }
  const { key: kind } = own;
  if (unsupported.includes(kind)) throw illegalArgument(`the sample engine does not do the aggregation [${kind}]`);
  if (!isKind(kind)) throw unknownKind(text, own);
  const inner = value.kind === 'object' ? value.members.find(({ key }) => isInner(key))?.value : undefined;
  return {
    name,
    kind,
    field: textOf(own.value, 'field') ?? '',
    size: Number(textOf(own.value, 'size') ?? 10),
    interval: kind === 'date_histogram' ? intervalOf(own.value) : 0,
    inner: inner === undefined ? [] : readAggregations(text, inner),
  };
}

function textOf(node: JsonObject, key: string): string | undefined {
  const found = member(node, key);
  return found === undefined ? undefined : String(scalarOf(found));
}

function intervalOf(node: JsonObject): number {
  const named = textOf(node, 'calendar_interval');
  const fixed = textOf(node, 'fixed_interval') ?? (named === undefined ? undefined : calendar[named]);
  if (fixed === undefined) throw illegalArgument(`the sample engine does not do the interval [${named}]`);
  return readDuration(fixed, 'fixed_interval');
}

function unknownKind(text: string, { key, value }: JsonMember): EngineError {
  const { line, col } = placeOf(text, value.start);
  return parsingError(text, value.start, `Unknown aggregation type [${key}]`, {
    type: 'named_object_not_found_exception',
    reason: `[${line}:${col}] unknown field [${key}]`,
  });
}

/** A document with the values of the field that is looked at. */
interface Valued {
  readonly candidate: Candidate;
  readonly field: Field | undefined;
  readonly values: readonly Value[];
}

function valued({ field: path }: Aggregation, candidates: readonly Candidate[], rules: SortRules): readonly Valued[] {
  return candidates.map((candidate) => {
    const { shard, document } = candidate;
    const field = shard.owner.mapping.get(path);
    if (field?.type === 'text') throw textField(path, shard.owner.name, rules);
    return { candidate, field, values: field === undefined ? [] : (shard.column(field)[document] ?? []) };
  });
}

function textField(path: string, index: string, { namesIndex }: SortRules) {
  const where = namesIndex ? `Fielddata is disabled on [${path}] in [${index}]. ` : '';
  return illegalOnShard(
    `${where}Text fields are not optimised for operations that require per-document field data like aggregations and sorting, so these operations are disabled by default. Please use a keyword field instead. Alternatively, set fielddata=true on [${path}] in order to load field data by uninverting the inverted index. Note that this can use significant memory.`,
  );
}

function metric(kind: Metric, documents: readonly Valued[]): Writable {
  const values = documents.flatMap(({ values: own }) => own).map(Number);
  const sum = values.reduce((all, value) => all + value, 0);
  const or = (found: number): Writable => (values.length === 0 ? null : javaDouble(found));
  const least = () => or(values.reduce((found, value) => Math.min(found, value), Number.POSITIVE_INFINITY));
  const most = () => or(values.reduce((found, value) => Math.max(found, value), Number.NEGATIVE_INFINITY));
  switch (kind) {
    case 'value_count':
      return { value: values.length };
    case 'sum':
      return { value: javaDouble(sum) };
    case 'avg':
      return { value: or(sum / values.length) };
    case 'min':
      return { value: least() };
    case 'max':
      return { value: most() };
    case 'stats':
      return { count: values.length, min: least(), max: most(), avg: or(sum / values.length), sum: javaDouble(sum) };
  }
}

interface Bucket {
  readonly key: Value;
  readonly field: Field | undefined;
  readonly candidates: Candidate[];
}

/** The documents by what `keyOf` makes of each of their values. */
function buckets(documents: readonly Valued[], keyOf: (value: Value) => Value): readonly Bucket[] {
  const found = new Map<Value, Bucket>();
  for (const { candidate, field, values } of documents) {
    for (const key of new Set(values.map(keyOf))) {
      const bucket = found.get(key) ?? { key, field, candidates: [] };
      bucket.candidates.push(candidate);
      found.set(key, bucket);
    }
  }
  return [...found.values()];
}

const compare = (a: Value, b: Value): number => (a < b ? -1 : a > b ? 1 : 0);

function written(bucket: Bucket, { inner }: Aggregation, rules: SortRules): Writable {
  const { key, field, candidates } = bucket;
  const isDate = field?.type === 'date' || field?.type === 'date_nanos';
  const asText = field?.type === 'boolean' ? String(key === 1) : isDate ? formatMillis(Number(key)) : undefined;
  return {
    ...(isDate ? { key_as_string: asText, key } : { key, key_as_string: asText }),
    doc_count: candidates.length,
    ...Object.fromEntries(resultsOf(inner, candidates, rules, false)),
  };
}

function terms(aggregation: Aggregation, documents: readonly Valued[], rules: SortRules): Writable {
  const all = [...buckets(documents, (value) => value)].sort(
    (a, b) => b.candidates.length - a.candidates.length || compare(a.key, b.key),
  );
  const others = all.slice(aggregation.size).reduce((sum, { candidates }) => sum + candidates.length, 0);
  return {
    doc_count_error_upper_bound: 0,
    sum_other_doc_count: others,
    buckets: all.slice(0, aggregation.size).map((bucket) => written(bucket, aggregation, rules)),
  };
}

/** Empty buckets in between are left out. */
function dateHistogram(aggregation: Aggregation, documents: readonly Valued[], rules: SortRules): Writable {
  const { interval } = aggregation;
  const millis = (value: Value) => (typeof value === 'bigint' ? Number(value / 1_000_000n) : Number(value));
  const all = [...buckets(documents, (value) => Math.floor(millis(value) / interval) * interval)];
  return { buckets: all.sort((a, b) => compare(a.key, b.key)).map((bucket) => written(bucket, aggregation, rules)) };
}

function result(aggregation: Aggregation, candidates: readonly Candidate[], rules: SortRules): Writable {
  const { kind } = aggregation;
  const documents = valued(aggregation, candidates, rules);
  if (isMetric(kind)) return metric(kind, documents);
  if (kind === 'terms') return terms(aggregation, documents, rules);
  if (kind === 'date_histogram') return dateHistogram(aggregation, documents, rules);
  return { doc_count: documents.filter(({ values }) => values.length === 0).length };
}

/** The name with its kind before it, as `typed_keys` asks. */
function typedName({ name, kind, field }: Aggregation, candidates: readonly Candidate[]): string {
  const type = candidates[0]?.shard.owner.mapping.get(field)?.type;
  const isText = type === 'keyword' || type === 'ip';
  const prefix =
    kind !== 'terms' ? kind : isText ? 'sterms' : type === 'double' || type === 'float' ? 'dterms' : 'lterms';
  return `${prefix}#${name}`;
}

function resultsOf(
  aggregations: readonly Aggregation[],
  candidates: readonly Candidate[],
  rules: SortRules,
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
  rules: SortRules,
  isTyped: boolean,
): Writable {
  return aggregations.length === 0 ? undefined : resultsOf(aggregations, candidates, rules, isTyped);
}
