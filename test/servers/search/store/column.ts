import { type Address, formatAddress, parseAddress } from './addresses';
import { formatMillis, formatNanos, nanosToMillis, parseDate } from './dates';
import { type Scalar, type StoredDocument, valuesAt } from './document';
import type { Field } from './mapping';

/**
 * A value as its field's type compares it: dates are milliseconds, `date_nanos` nanoseconds, addresses 128-bit numbers,
 * booleans 0 and 1. JavaScript compares a number with a bigint exactly.
 */
export type Value = string | number | bigint;

/** The values of one field by the documents' place in their shard. */
export type Column = readonly (readonly Value[])[];

const none: readonly Value[] = [];

function integral(value: Scalar): Value | undefined {
  if (typeof value === 'boolean') return undefined;
  if (typeof value !== 'string') return typeof value === 'number' ? Math.trunc(value) : value;
  if (!/^[+-]?\d+(?:\.\d+)?$/.test(value)) return undefined;
  const number = Math.trunc(Number(value));
  return Number.isSafeInteger(number) ? number : BigInt(value.split('.')[0] ?? '');
}

function fractional(value: Scalar): number | undefined {
  if (typeof value === 'boolean' || value === '') return undefined;
  const number = Number(value);
  return Number.isNaN(number) ? undefined : number;
}

function nanos(value: Scalar): bigint | undefined {
  if (typeof value === 'string') return /^-?\d{5,}$/.test(value) ? BigInt(value) * 1_000_000n : parseDate(value);
  return typeof value === 'boolean' ? undefined : BigInt(value) * 1_000_000n;
}

/** A document's or a query's value as the field compares it; `undefined` where the field cannot hold it. */
export function toValue({ type }: Field, value: Scalar): Value | undefined {
  switch (type) {
    case 'integer':
    case 'long':
    case 'unsigned_long':
      return integral(value);
    case 'double':
    case 'float':
      return fractional(value);
    case 'boolean':
      if (value === true || value === 'true') return 1;
      return value === false || value === 'false' || value === '' ? 0 : undefined;
    case 'date': {
      const found = nanos(value);
      return found === undefined ? undefined : nanosToMillis(found);
    }
    case 'date_nanos':
      return nanos(value);
    case 'ip':
      return typeof value === 'string' ? parseAddress(value) : undefined;
    case 'disabled':
    case 'nested':
      return undefined;
    case 'geo_point':
    case 'keyword':
    case 'text':
      return String(value);
  }
}

/** A value as the field shows it in `docvalue_fields` and `fields`. */
export function shownValue({ type }: Field, value: Value): Value | boolean {
  switch (type) {
    case 'boolean':
      return value === 1;
    case 'date':
      return formatMillis(Number(value));
    case 'date_nanos':
      return formatNanos(BigInt(value));
    case 'ip':
      return formatAddress(value as Address);
    default:
      return value;
  }
}

export function buildColumn(field: Field, documents: readonly StoredDocument[]): Column {
  const { of, path, ignoreAbove = Number.POSITIVE_INFINITY } = field;
  return documents.map((document) => {
    const scalars = valuesAt(document, of ?? path);
    if (scalars.length === 0) return none;
    const values = scalars.map((scalar) => toValue(field, scalar)).filter((value) => value !== undefined);
    return values.filter((value) => typeof value !== 'string' || value.length <= ignoreAbove);
  });
}
