import type { SortKey } from '../../../protocol/question';
import type { FieldInfo } from '../engine/fieldList';

/** Types that can stand in for a field that an index has not, without more being said of it. */
const sortable: ReadonlySet<string> = new Set([
  'keyword',
  'long',
  'integer',
  'short',
  'byte',
  'double',
  'float',
  'half_float',
  'unsigned_long',
  'date',
  'date_nanos',
  'boolean',
  'ip',
]);

/**
 * The `sort` of a body, as JSON text; undefined for the engine's own order.
 *
 * An index that has not the field fails ("No mapping found for [x] in order to sort on", recorded: sort-unknown-field),
 * unless it is told which type to take it for. That must be the type of the other indices, or merging fails instead
 * (recorded: sort-type-clash), so it is told only where the field is known and has one type; else the answer is partial
 * and says so. A misspelt field, which no index has, is never given a type: the engine then says that it is unknown.
 */
export function sortClauseOf(sort: readonly SortKey[], fields: readonly FieldInfo[]): string | undefined {
  if (sort.length === 0) return undefined;
  return `[${sort.map((key, at) => entryOf(key, fields, at === 0)).join()}]`;
}

function entryOf({ field, order }: SortKey, fields: readonly FieldInfo[], isFirst: boolean): string {
  const known = fields.find(({ name }) => name === field);
  const type = typeOf(known);
  const missing = known === undefined && field.startsWith('_') ? undefined : missingOf(order, type, known, isFirst);
  const options: readonly (readonly [name: string, json: string | undefined])[] = [
    ['order', JSON.stringify(order)],
    ['missing', missing],
    ['unmapped_type', type === undefined ? undefined : JSON.stringify(type)],
    ['nested', known?.nestedIn === undefined ? undefined : JSON.stringify({ path: known.nestedIn })],
  ];
  const written = options.flatMap(([name, json]) => (json === undefined ? [] : `"${name}":${json}`));
  return `{${JSON.stringify(field)}:{${written.join()}}}`;
}

function typeOf(field: FieldInfo | undefined): string | undefined {
  const [type, second] = field?.types ?? [];
  return type !== undefined && second === undefined && sortable.has(type) ? type : undefined;
}

/** Long.MAX_VALUE and Long.MIN_VALUE, which stand for a missing date as they do unless something else is said. */
const largest = '9223372036854775807';
const smallest = '-9223372036854775808';

/** How engines write such a date so that they can read it again. */
const usualFormat = /^strict_date_optional_time(?:\|\||$)/;

/**
 * Where documents without the field go: last, as they do anyhow. Not said, OpenSearch passes over them behind the first page
 * (2.19, 3.0: see `trackingBehind`).
 *
 * Of some dates it is said by a number. Shards that are asked later are told the last hit so far, as a date in the format of
 * the first field: where that cannot be read again, or is less exact, they leave hits out or fail (measured on Elasticsearch
 * 8.19 and OpenSearch 2.19 with `yyyy-MM-dd HH:mm:ss`). OpenSearch misreads all nanoseconds, and cannot write those of the
 * number that stands for none. Beside a number they are told nothing, which makes a search of many shards slower: so it is
 * not said where the format is known to do no harm.
 */
function missingOf(
  order: SortKey['order'],
  type: string | undefined,
  field: FieldInfo | undefined,
  isFirst: boolean,
): string {
  const isUp = order === 'asc';
  if (type === 'date_nanos') return isUp ? largest : '0';
  if (type !== 'date' || !isFirst || hasUsualFormat(field)) return '"_last"';
  return isUp ? largest : smallest;
}

function hasUsualFormat(field: FieldInfo | undefined): boolean {
  const formats = field?.details?.formats ?? [];
  return formats.length > 0 && formats.every((format) => format === undefined || usualFormat.test(format));
}
