import type { SortRules } from '../dialect';
import type { JsonNode } from '../json/read';
import { javaDouble, javaFloat, type Writable } from '../json/write';
import { illegalSort, ShardFailure, unmappedSort } from '../query/shard-failure';
import { formatAddress } from '../store/addresses';
import { toValue, type Value } from '../store/column';
import { formatMillis, formatNanos } from '../store/dates';
import { scalarOf } from '../store/document';
import type { Field, FieldType } from '../store/mapping';
import type { Shard } from '../store/shard';
import type { SortField } from './request';

/** What a document is ranked by; `null` for a keyword that is missing. */
export type SortKey = Value | null;

/** How the values of a sort field compare: across shards they must be of one kind. */
export type SortKind = 'LONG' | 'DOUBLE' | 'STRING' | 'FLOAT';

export interface KeySource {
  readonly kind: SortKind;
  /** The key of the document at this place in its shard. */
  key(document: number, score: number): SortKey;
  /** The key as the hit's `sort` shows it. */
  show(key: SortKey): Writable;
  /** A cursor's value as a key; `undefined` where it cannot be one. */
  read(node: JsonNode): SortKey | undefined;
}

const longMax = 9223372036854775807n;
const longMin = -9223372036854775808n;
/** `_shard_doc`: the shard's place among those searched in the upper half, the document's place in the lower. */
const documentsAShard = 2 ** 32;

/** The same fields may be sorted by where their types are these. */
function kindOf(type: FieldType): SortKind {
  if (type === 'double' || type === 'float') return 'DOUBLE';
  return type === 'keyword' || type === 'ip' ? 'STRING' : 'LONG';
}

function missingKey({ order, missing, missingNumber }: SortField, kind: SortKind): SortKey {
  if (kind === 'STRING') return null;
  if (missingNumber !== undefined) return missingNumber;
  const isLargest = (order === 'asc') === (missing === '_last');
  if (kind === 'DOUBLE') return isLargest ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  return isLargest ? longMax : longMin;
}

function chosen(values: readonly Value[], { order, mode }: SortField): Value | undefined {
  const wantsLeast = mode === undefined ? order === 'asc' : mode === 'min';
  let found = values[0];
  for (const value of values) {
    if (found !== undefined && (wantsLeast ? value < found : value > found)) found = value;
  }
  return found;
}

function whole(node: JsonNode): SortKey | undefined {
  return node.kind === 'number' ? Number(node.text) : undefined;
}

function shown(field: Field, sort: SortField, key: SortKey): Writable {
  if (key === null) return null;
  if (sort.format !== undefined && key !== longMax && key !== longMin) {
    if (sort.format === 'epoch_millis') return String(key);
    return field.type === 'date_nanos' ? formatNanos(BigInt(key)) : formatMillis(Number(key));
  }
  if (field.type === 'ip') return formatAddress(BigInt(key));
  return typeof key === 'number' && kindOf(field.type) === 'DOUBLE' ? javaDouble(key) : key;
}

/** What JavaScript rounded beyond Java's `long` is meant as its end. */
function clamped(value: bigint): bigint {
  if (value > longMax) return longMax;
  return value < longMin ? longMin : value;
}

/** @throws ShardFailure for a string of digits that the field's format takes for no date, or for one too far away */
function readDigits(type: 'date' | 'date_nanos', digits: string): SortKey {
  const millis = BigInt(digits);
  if (millis <= longMin) {
    const reason = `failed to parse date field [${digits}] with format [strict_date_optional_time||epoch_millis]`;
    const cause = { type: 'illegal_argument_exception', reason };
    throw new ShardFailure({ type: 'parse_exception', reason: `${reason}: [${reason}]`, caused_by: cause }, 400, true);
  }
  if (type === 'date') return clamped(millis);
  const nanos = millis * 1_000_000n;
  if (nanos <= longMax) return nanos;
  // The recorded words name the date, which lies some ten million years from here.
  const reason = `date[${digits}] is after 2262-04-11T23:47:16.854775807 and cannot be stored in nanosecond resolution`;
  throw illegalSort(reason);
}

function readCursor(field: Field, node: JsonNode): SortKey | undefined {
  if (node.kind === 'null') return null;
  const value = scalarOf(node);
  if (value === undefined) return undefined;
  const isLong = kindOf(field.type) === 'LONG';
  const isText = typeof value === 'string' && /^-?\d+$/.test(value);
  // A string is read by the field's format; a boolean is none of digits.
  if (isText && (field.type === 'date' || field.type === 'date_nanos')) return readDigits(field.type, value);
  const isDigits = (isText && field.type !== 'boolean') || typeof value === 'bigint';
  // A cursor holds what the hit's `sort` had: milliseconds or nanoseconds, and Long.MAX where the value was missing.
  if (isLong && (isDigits || typeof value === 'number')) {
    return field.type === 'unsigned_long' ? BigInt(value) : clamped(BigInt(value));
  }
  return toValue(field, value);
}

function fieldSource(shard: Shard, field: Field, sort: SortField): KeySource {
  const column = shard.column(field);
  const kind = kindOf(field.type);
  const missing = missingKey(sort, kind);
  return {
    kind,
    key: (document) => chosen(column[document] ?? [], sort) ?? missing,
    show: (key) => shown(field, sort, key),
    read: (node) => readCursor(field, node),
  };
}

function unmapped(sort: SortField): KeySource {
  const type = (sort.unmappedType ?? 'long') as FieldType;
  const missing = missingKey(sort, kindOf(type));
  return {
    kind: kindOf(type),
    key: () => missing,
    show: (key) => key,
    read: (node) => readCursor({ path: '', type }, node),
  };
}

function fielddataDisabled({ owner }: Shard, path: string, { namesIndex }: SortRules): ShardFailure {
  const where = namesIndex ? `Fielddata is disabled on [${path}] in [${owner.name}]. ` : '';
  return illegalSort(
    `${where}Text fields are not optimised for operations that require per-document field data like aggregations and sorting, so these operations are disabled by default. Please use a keyword field instead. Alternatively, set fielddata=true on [${path}] in order to load field data by uninverting the inverted index. Note that this can use significant memory.`,
  );
}

/**
 * Where the keys of one sort field come from in one shard.
 *
 * @param place the shard's place among those searched
 * @throws ShardFailure where the shard's index cannot be sorted so
 */
export function keySource(shard: Shard, place: number, sort: SortField, rules: SortRules): KeySource {
  switch (sort.field) {
    case '_score':
      return {
        kind: 'FLOAT',
        key: (_document, score) => score,
        show: (key) => javaFloat(Number(key)),
        read: (node) => (node.kind === 'number' ? Math.fround(Number(node.text)) : undefined),
      };
    case '_doc':
      return { kind: 'LONG', key: (document) => document, show: (key) => key, read: whole };
    case '_shard_doc':
      if (!rules.byShardDocument) break;
      return { kind: 'LONG', key: (document) => place * documentsAShard + document, show: (key) => key, read: whole };
    case '_id':
      if (!rules.byId) {
        throw illegalSort(
          'Fielddata access on the _id field is disallowed, you can re-enable it by updating the dynamic cluster setting: indices.id_field_data.enabled',
        );
      }
      return {
        kind: 'STRING',
        key: (document) => shard.documents[document]?.id ?? '',
        show: (key) => key,
        read: (node) => (node.kind === 'string' ? node.value : undefined),
      };
  }
  const field = shard.owner.mapping.get(sort.field);
  if (field?.type === 'text') throw fielddataDisabled(shard, sort.field, rules);
  if (field !== undefined && field.type !== 'nested' && field.type !== 'disabled')
    return fieldSource(shard, field, sort);
  if (sort.unmappedType !== undefined) return unmapped(sort);
  throw unmappedSort(shard, sort.field);
}

/** Below 0 where `a` comes first. A missing keyword comes last, or first where the sort says so, in either order. */
export function compareKeys(a: SortKey, b: SortKey, { order, missing }: SortField): number {
  if (a === null || b === null) {
    if (a === b) return 0;
    return (a === null) === (missing === '_last') ? 1 : -1;
  }
  if (a < b) return order === 'asc' ? -1 : 1;
  return a > b ? (order === 'asc' ? 1 : -1) : 0;
}
