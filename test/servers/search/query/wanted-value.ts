import { toValue, type Value } from '../store/column';
import { nanosToMillis, parseDateMaths } from '../store/dates';
import type { Scalar } from '../store/document';
import type { Field } from '../store/mapping';
import type { Shard } from '../store/shard';
import { queryShardFailure, ShardFailure } from './shard-failure';

const isNumeric = ({ type }: Field) => ['integer', 'long', 'unsigned_long', 'double', 'float'].includes(type);

export const isDate = ({ type }: Field) => type === 'date' || type === 'date_nanos';

function badDate(value: Scalar): ShardFailure {
  const failed = `failed to parse date field [${value}] with format [strict_date_optional_time||epoch_millis]`;
  return new ShardFailure({
    type: 'parse_exception',
    reason: `${failed}: [${failed}]`,
    caused_by: {
      type: 'illegal_argument_exception',
      reason: failed,
      caused_by: { type: 'date_time_parse_exception', reason: 'Failed to parse with all enclosed parsers' },
    },
  });
}

function badValue(shard: Shard, field: Field, value: Scalar): ShardFailure {
  if (isNumeric(field)) {
    const reason = `For input string: "${value}"`;
    return queryShardFailure(shard, `failed to create query: ${reason}`, { type: 'number_format_exception', reason });
  }
  const reason =
    field.type === 'ip'
      ? `'${value}' is not an IP string literal.`
      : `Can't parse boolean value [${value}], expected [true] or [false]`;
  return queryShardFailure(shard, `failed to create query: ${reason}`, { type: 'illegal_argument_exception', reason });
}

/**
 * A date as a query gives it, with date maths.
 *
 * @throws ShardFailure where it is none
 */
export function dateValue(field: Field, value: Scalar, rounding: 'down' | 'up', now: number): Value {
  const nanos = parseDateMaths(String(value), rounding, now);
  if (nanos === undefined) throw badDate(value);
  return field.type === 'date' ? nanosToMillis(nanos) : nanos;
}

/**
 * A query's value as its field compares it.
 *
 * @throws ShardFailure where the field cannot hold such a value
 */
export function wanted(shard: Shard, field: Field, value: Scalar, now: number): Value {
  if (isDate(field)) return dateValue(field, value, 'down', now);
  const found = toValue(field, value);
  if (found === undefined) throw badValue(shard, field, value);
  return found;
}
