import { hasWords, isAboutWords, likelyDate, type SearchQuestion, type SortKey } from '../../../protocol/question';
import type { FieldInfo } from '../engine/fieldList';
import type { DateUnit } from '../wire/engineSearch';
import { isDate } from './fieldKinds';

/**
 * The default order of a question, and empty if it has an explicit one: the newest first if it has no words or searches
 * all fields, so that scores have little meaning, and if the index has a field that is a date in all indices. Otherwise
 * none: the engine sorts by score.
 *
 * @param fields the fields of the index; empty if unknown
 */
export function defaultSort(question: SearchQuestion, fields: readonly FieldInfo[]): SortKey[] {
  const { by, field, sort, time } = question;
  if (sort.length > 0 || !isAboutWords(by) || (hasWords(question) && field.trim() !== '')) return [];
  const date = dateOfDocuments(fields, time?.field);
  return date === undefined ? [] : [{ field: date, order: 'desc' }];
}

/**
 * The date field with the time of an index's documents: one that is a date in all indices. Undefined if there is none.
 *
 * @param preferred the field that the user chose
 */
export function dateOfDocuments(fields: readonly FieldInfo[], preferred: string | undefined): string | undefined {
  const dates = sortableDates(fields);
  if (preferred !== undefined && dates.includes(preferred)) return preferred;
  return dates.length === 0 ? undefined : likelyDate(dates);
}

/** The fields that are dates in all indices, and by which hits can be sorted. */
export function sortableDates(fields: readonly FieldInfo[]): readonly string[] {
  return fields
    .filter((each) => isDate(each) && each.isAggregatable && each.nestedIn === undefined)
    .map(({ name }) => name);
}

/** Whether a date is in milliseconds in one index and in nanoseconds in another: engines compare the raw numbers. */
function isOfTwoUnits(field: FieldInfo): boolean {
  return isDate(field) && new Set(field.types).size > 1;
}

/** The unit of a date's sort values; undefined if its type is unknown, or differs. */
export function sortUnitOf(name: string, fields: readonly FieldInfo[]): DateUnit | undefined {
  const field = fields.find((each) => each.name === name);
  if (field === undefined || !isDate(field) || isOfTwoUnits(field)) return undefined;
  return field.types.includes('date_nanos') ? 'nanoseconds' : 'milliseconds';
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
 * sort-type-clash), so it is given only if the field is known and has one type; otherwise the response is partial, with
 * the reason. Dates of both resolutions are compared as nanoseconds (`numeric_type`), which such a field needs for any
 * order: dates before 1970 and after 2262 have none, and their shards fail with the reason. A misspelled field, which
 * no index has, never gets a type, so that the engine reports it as unknown.
 */
export function sortClauseOf(sort: readonly SortKey[], fields: readonly FieldInfo[]): string | undefined {
  if (sort.length === 0) return undefined;
  return `[${sort.map((key, at) => entryOf(key, fields, at === 0)).join()}]`;
}

function entryOf({ field, order }: SortKey, fields: readonly FieldInfo[], isFirst: boolean): string {
  const known = fields.find(({ name }) => name === field);
  const type = typeOf(known);
  const missing = known === undefined && field.startsWith('_') ? undefined : missingOf(order, type, isFirst);
  const options: readonly (readonly [name: string, json: string | undefined])[] = [
    ['order', JSON.stringify(order)],
    ['missing', missing],
    ['numeric_type', known !== undefined && isOfTwoUnits(known) ? '"date_nanos"' : undefined],
    ['unmapped_type', type === undefined ? undefined : JSON.stringify(type)],
    ['nested', known?.nestedIn === undefined ? undefined : JSON.stringify({ path: known.nestedIn })],
  ];
  const written = options.flatMap(([name, json]) => (json === undefined ? [] : `"${name}":${json}`));
  return `{${JSON.stringify(field)}:{${written.join()}}}`;
}

function typeOf(field: FieldInfo | undefined): string | undefined {
  const [type, second] = field?.types ?? [];
  if (field !== undefined && isOfTwoUnits(field)) return 'date_nanos';
  return type !== undefined && second === undefined && sortable.has(type) ? type : undefined;
}

/** Long.MAX_VALUE and Long.MIN_VALUE, which engines use for missing dates by default. */
const largest = '9223372036854775807';
const smallest = '-9223372036854775808';

/**
 * The place of documents without the field: last, which is also the default. Without it, OpenSearch skips them after
 * the first page (2.19, 3.0: see `trackingAt`).
 *
 * For a date that comes first it is a number. Engines send later shards the last hit so far, as a date in the format of
 * the field: if that cannot be parsed again, or is less exact, these shards leave out hits, show some twice, or fail
 * (measured on Elasticsearch 8.19 and OpenSearch 2.19 with `yyyy-MM-dd HH:mm:ss`; on Elasticsearch 8.11 and OpenSearch
 * 2.19 in any format if some shard has no document with the date, or just one). OpenSearch misreads all nanoseconds,
 * and cannot write the number for a missing value as nanoseconds. With a number, engines send nothing. That makes a
 * search of many shards slower, which is better than one that loses hits.
 */
function missingOf(order: SortKey['order'], type: string | undefined, isFirst: boolean): string {
  const isUp = order === 'asc';
  if (type === 'date_nanos') return isUp ? largest : '0';
  if (type !== 'date' || !isFirst) return '"_last"';
  return isUp ? largest : smallest;
}
