import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import { plural } from '../../../l10n/plural';
import type { AggregationResult } from '../../../protocol/resultPage';
import { arrayItems, objectMembers } from '../../base/json/scan';
import { onOneLine, plainText } from '../../base/text/plainText';
import { jobOf } from '../../base/worker/job';
import { readableJson } from './readable';

type AggregationTable = NonNullable<AggregationResult['table']>;

const mostRows = 1_000;
const mostColumns = 50;
const longestText = 200;
/** The most buckets of a nested aggregation in a cell. */
const mostInner = 5;
const deepest = 5;

/** Members by name; of duplicates, the last one. */
function membersOf(json: string): Map<string, string> {
  return new Map(objectMembers(json));
}

/** A scalar in readable form, numbers with all digits. */
function scalarText(json: string): string {
  return plainText(json.startsWith('"') ? String(JSON.parse(json)) : json, longestText);
}

function isObject(json: string | undefined): json is string {
  return json?.startsWith('{') === true;
}

interface Bucket {
  readonly members: ReadonlyMap<string, string>;
  /** For buckets that the request names, such as those of `filters`. */
  readonly name?: string;
}

/** Buckets are a list, or an object with their names. */
function bucketsOf(json: string): Bucket[] {
  if (json.startsWith('[')) return arrayItems(json).map((bucket) => ({ members: membersOf(bucket) }));
  return [...objectMembers(json)].map(([name, bucket]) => ({ name, members: membersOf(bucket) }));
}

/** The key of a bucket: for dates and booleans, the text that the engine adds to the number. */
function keyText({ name, members: inside }: Bucket): string {
  const key = inside.get('key_as_string') ?? inside.get('key');
  if (key !== undefined) return scalarText(key);
  return name === undefined ? '' : plainText(name, longestText);
}

/** `GET 10, POST 4, and 3 more` */
function innerBuckets(json: string): string {
  const buckets = bucketsOf(json);
  const cells = buckets
    .slice(0, mostInner)
    .map((bucket) => `${keyText(bucket)} ${scalarText(bucket.members.get('doc_count') ?? '')}`.trim());
  const others = buckets.length - cells.length;
  return others > 0 ? l10n.t('{0}, and {1} more', cells.join(', '), numberText(others)) : cells.join(', ');
}

/** Adds a value to a row: a metric as a column with its name, one with several values as `name.value` columns. */
function write(row: Map<string, string>, name: string, json: string, depth: number): void {
  if (json.startsWith('[')) {
    row.set(name, plainText(json, longestText));
    return;
  }
  if (!isObject(json)) {
    row.set(name, scalarText(json));
    return;
  }
  const inside = membersOf(json);
  const value = inside.get('value_as_string') ?? inside.get('value');
  const buckets = inside.get('buckets');
  if (value !== undefined && !isObject(value)) row.set(name, scalarText(value));
  else if (buckets !== undefined) row.set(name, innerBuckets(buckets));
  else if (depth === deepest || inside.has('hits')) row.set(name, plainText(json, longestText));
  else
    for (const [inner, each] of withoutTwins(inside))
      write(row, name === '' ? inner : `${name}.${inner}`, each, depth + 1);
}

/** If the engine also wrote a value as text, keeps that text. */
function withoutTwins(inside: ReadonlyMap<string, string>): [name: string, json: string][] {
  return [...inside].flatMap(([name, json]): [string, string][] =>
    name.endsWith('_as_string') && inside.has(name.slice(0, -'_as_string'.length))
      ? []
      : [[name, inside.get(`${name}_as_string`) ?? json]],
  );
}

function tableOf(rows: readonly ReadonlyMap<string, string>[], first: readonly string[], notes: readonly string[]) {
  const names = new Set(first);
  for (const row of rows) for (const name of row.keys()) if (names.size < mostColumns) names.add(name);
  const columns = [...names];
  return {
    columns: columns.map((name) => plainText(name, longestText)),
    rows: [
      ...rows.map((row) => columns.map((name) => row.get(name) ?? '')),
      ...notes.map((note) => [note, ...columns.slice(1).map(() => '')]),
    ],
  };
}

/** A count of at least one, up to the digits of a long. */
const manyOf = /^[1-9]\d{0,18}$/;

/** Notes about the terms that a `terms` aggregation leaves out: each shard counts a limited number. */
function notesOf(inside: ReadonlyMap<string, string>, leftOut: number): string[] {
  const others = inside.get('sum_other_doc_count') ?? '0';
  const error = inside.get('doc_count_error_upper_bound') ?? '0';
  return [
    ...(leftOut > 0
      ? [plural(leftOut, { one: '{0} more bucket is not shown', other: '{0} more buckets are not shown' })]
      : []),
    ...(manyOf.test(others)
      ? [
          plural(BigInt(others), {
            one: '{0} document is in other buckets',
            other: '{0} documents are in other buckets',
          }),
        ]
      : []),
    ...(manyOf.test(error) ? [l10n.t('Counts may be too low by up to {0}', numberText(BigInt(error)))] : []),
    ...(error.startsWith('-') ? [l10n.t('Counts may be too low by an unknown number')] : []),
  ];
}

function bucketTable(inside: ReadonlyMap<string, string>, json: string): AggregationTable {
  const buckets = bucketsOf(json);
  const rows = buckets.slice(0, mostRows).map((bucket) => {
    const row = new Map<string, string>();
    const key = bucket.members.get('key');
    if (isObject(key)) write(row, 'key', key, 0);
    else row.set('key', keyText(bucket));
    row.set('doc_count', scalarText(bucket.members.get('doc_count') ?? ''));
    for (const [name, each] of bucket.members) {
      if (
        !/^(?:key|key_as_string|doc_count|from|to|from_as_string|to_as_string|doc_count_error_upper_bound)$/.test(name)
      ) {
        write(row, name, each, 0);
      }
    }
    return row;
  });
  const keys = rows[0] === undefined ? ['key', 'doc_count'] : [];
  return tableOf(rows, keys, notesOf(inside, buckets.length - rows.length));
}

/**
 * An aggregation as a table: a row for each bucket with its metrics as columns, or one row with the values of a metric.
 * Undefined for other shapes, such as top hits or geometry. Keys and values keep all digits.
 *
 * @param json the aggregation as JSON text
 */
export function aggregationTable(json: string): AggregationTable | undefined {
  if (!isObject(json)) return undefined;
  const inside = membersOf(json);
  const buckets = inside.get('buckets');
  if (buckets !== undefined) return bucketTable(inside, buckets);
  if (inside.has('hits') || inside.size === 0) return undefined;
  const row = new Map<string, string>();
  for (const [name, each] of withoutTwins(inside)) write(row, name, each, 0);
  return tableOf([row], [], []);
}

const longestJson = 65_536;
const mostAggregations = 100;
const longestName = 200;

/**
 * The aggregations of a response, at most a hundred, each as indented JSON and, if its shape allows, as a table.
 *
 * @param aggregations the JSON text of the object with the aggregations
 */
export function describeAggregations(aggregations: string | undefined): AggregationResult[] {
  const described: AggregationResult[] = [];
  for (const [name, json] of objectMembers(aggregations ?? '')) {
    if (described.length === mostAggregations) break;
    const { text, isCut } = readableJson(json, longestJson);
    const table = aggregationTable(json);
    described.push({
      name: onOneLine(name.slice(0, longestName)),
      json: text,
      isCut,
      ...(table !== undefined && { table }),
    });
  }
  return described;
}

export const describeAggregationsJob = jobOf('describeAggregations', 2 ** 20, describeAggregations);
