import { likelyDate } from '../../../protocol/dates';
import { hasWords, isAboutWords, type SearchQuestion, type SortKey } from '../../../protocol/question';
import type { FieldInfo } from '../engine/fieldList';

const dateTypes: ReadonlySet<string> = new Set(['date', 'date_nanos']);

/**
 * The order of a question that names none, and empty for one that does: the newest first where it has no words or asks all fields, so that a score says
 * little, and where the index has a date that is one everywhere. Otherwise none: the engine orders by score.
 *
 * @param fields those of the index; empty where they are not known
 */
export function defaultSort(question: SearchQuestion, fields: readonly FieldInfo[]): SortKey[] {
  const { by, field, sort, time } = question;
  if (sort.length > 0 || !isAboutWords(by) || (hasWords(question) && field.trim() !== '')) return [];
  const date = dateOfDocuments(fields, time?.field);
  return date === undefined ? [] : [{ field: date, order: 'desc' }];
}

/**
 * The date that tells when the documents of an index were: one that is a date everywhere. Undefined where there is none.
 *
 * @param preferred the one that a person chose
 */
export function dateOfDocuments(fields: readonly FieldInfo[], preferred: string | undefined): string | undefined {
  const dates = fields
    .filter((each) => isOneDate(each) && each.isAggregatable && each.nestedIn === undefined)
    .map(({ name }) => name);
  if (preferred !== undefined && dates.includes(preferred)) return preferred;
  return dates.length === 0 ? undefined : likelyDate(dates);
}

/** Whether a field is a date in all indices. */
export function isOneDate({ types: [type, second] }: Pick<FieldInfo, 'types'>): boolean {
  return type !== undefined && second === undefined && dateTypes.has(type);
}

/** Types that `unmapped_type` accepts for a field that an index lacks, without further options. */
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
 * An index that lacks the field fails ("No mapping found for [x] in order to sort on", recorded: sort-unknown-field)
 * unless `unmapped_type` is given. That must be the type in the other indices, or merging fails instead (recorded:
 * sort-type-clash), so it is given only if the field is known and has one type; otherwise the response is partial and
 * says so. A misspelled field, which no index has, never gets a type, so that the engine reports it as unknown.
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

/** Long.MAX_VALUE and Long.MIN_VALUE, which engines use for missing dates by default. */
const largest = '9223372036854775807';
const smallest = '-9223372036854775808';

/** The formats in which engines write such a date so that they can parse it again. */
const usualFormat = /^strict_date_optional_time(?:\|\||$)/;

/**
 * Where documents without the field go: last, which is also the default. But if it is omitted, OpenSearch skips them
 * after the first page (2.19, 3.0: see `trackingBehind`).
 *
 * For some dates it is a number. Engines send later shards the last hit so far, as a date in the format of the first
 * field: if that cannot be parsed again, or is less exact, these shards leave out hits or fail (measured on
 * Elasticsearch 8.19 and OpenSearch 2.19 with `yyyy-MM-dd HH:mm:ss`). OpenSearch misreads all nanoseconds, and cannot
 * write the number that stands for a missing value as nanoseconds. With a number, engines send nothing, which makes a
 * search of many shards slower, so it is not used if the format is known to be safe.
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
