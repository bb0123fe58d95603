import type { AggregationRules } from '../dialect';
import { javaDouble, type Writable } from '../json/write';
import type { Value } from '../store/column';
import { formatMillis } from '../store/dates';
import type { Field } from '../store/mapping';
import type { Candidate } from './rank';
import type { Aggregation, Metric } from './request';

/** A document with the values of the field that is looked at. */
export interface Valued {
  readonly candidate: Candidate;
  readonly field: Field | undefined;
  readonly values: readonly Value[];
}

export const isDate = (field: Field | undefined): boolean => field?.type === 'date' || field?.type === 'date_nanos';

/** The text that stands beside a number which is a date or a truth. */
export function asText(field: Field | undefined, value: number): string | undefined {
  if (field?.type === 'boolean') return String(value !== 0);
  return isDate(field) ? formatMillis(Math.trunc(value)) : undefined;
}

/** A figure of all values of the documents. */
export function metric(kind: Metric, documents: readonly Valued[], rules: AggregationRules): Writable {
  const all = documents.flatMap(({ values }) => values);
  // The engines estimate it from a few thousand values on; here it is exact.
  if (kind === 'cardinality') return { value: new Set(all).size };
  if (kind === 'value_count') return { value: all.length };
  const values = all.map(Number);
  const sum = values.reduce((before, value) => before + value, 0);
  const hasNone = values.length === 0;
  const found = {
    count: values.length,
    min: values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY),
    max: values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY),
    avg: sum / values.length,
    sum,
  };
  const field = documents.find(({ values: own }) => own.length > 0)?.field;
  const written = (name: 'min' | 'max' | 'avg' | 'sum') => (hasNone && name !== 'sum' ? null : javaDouble(found[name]));
  if (kind !== 'stats')
    return { value: written(kind), value_as_string: hasNone ? undefined : asText(field, found[kind]) };
  const told = (name: 'min' | 'max' | 'avg' | 'sum') => (hasNone ? undefined : asText(field, found[name]));
  return {
    count: found.count,
    min: written('min'),
    max: written('max'),
    avg: written('avg'),
    sum: hasNone && !rules.sumsNothing ? null : written('sum'),
    min_as_string: told('min'),
    max_as_string: told('max'),
    avg_as_string: told('avg'),
    sum_as_string: told('sum'),
  };
}

/**
 * The value at a percentile. Engines estimate it of many values (t-digest); of few, each has its own share, and they differ
 * in what stands between two values. Here it is so of many, too.
 *
 * @param sorted ascending, not empty
 */
function percentileOf(sorted: readonly number[], percent: number, { percentiles }: AggregationRules): number {
  const share = percent / 100;
  const at = (index: number): number => sorted[Math.min(Math.max(index, 0), sorted.length - 1)] ?? Number.NaN;
  if (percentiles === 'ofShare') return at(Math.floor(share * sorted.length));
  if (percentiles === 'betweenEnds') {
    const index = share * (sorted.length - 1);
    const below = Math.floor(index);
    return at(below) + (index - below) * (at(below + 1) - at(below));
  }
  const index = share * sorted.length;
  const below = Math.floor(index - 0.5);
  // As written by the engines, in the order that their last digits show.
  const before = below + 1.5 - index;
  return at(below) * before + at(below + 1) * (index - (below + 0.5));
}

/** Percentiles of all values of the documents. */
export function percentilesOf(
  { percents }: Pick<Aggregation, 'percents'>,
  documents: readonly Valued[],
  rules: AggregationRules,
): Writable {
  const field = documents.find(({ values }) => values.length > 0)?.field;
  const sorted = documents.flatMap(({ values }) => values.map(Number)).sort((one, other) => one - other);
  const told = new Map<string, Writable>();
  for (const percent of percents) {
    const name = javaDouble(percent).text;
    const value = sorted.length === 0 ? undefined : percentileOf(sorted, percent, rules);
    told.set(name, value === undefined ? rules.noPercentile : javaDouble(value));
    const text = value === undefined ? undefined : asText(field, value);
    const isTruth = field?.type === 'boolean' && !rules.truthsAreTexts;
    if (text !== undefined) told.set(`${name}_as_string`, isTruth ? text === 'true' : text);
  }
  return { values: told };
}
