import type { HitColumn } from '../../../protocol/resultPage';
import type { FieldInfo } from '../engine/fieldList';
import { type FieldKind, unknownField } from './hitCell';

/** What is known of the fields of the indices, by name. */
export interface KnownFields {
  readonly list: readonly FieldInfo[];
  readonly byName: ReadonlyMap<string, FieldInfo>;
  /** The names of those with dates in them. */
  readonly dates: ReadonlyMap<string, FieldKind>;
}

/** Spares going through thousands of fields again for each page: the list is the same. */
const known = new WeakMap<readonly FieldInfo[], KnownFields>();

/** The fields for looking up. */
export function knownFields(list: readonly FieldInfo[]): KnownFields {
  let fields = known.get(list);
  if (fields === undefined) {
    const dates = list.filter(({ types }) => types.some(isDate));
    fields = {
      list,
      byName: new Map(list.map((field) => [field.name, field])),
      dates: new Map(dates.map(({ name, types }) => [name, { isDate: true, isAlwaysDate: types.every(isDate) }])),
    };
    known.set(list, fields);
  }
  return fields;
}

function isDate(type: string): boolean {
  return type === 'date' || type === 'date_nanos';
}

export function fieldKindOf(path: string, { dates }: KnownFields): FieldKind {
  return dates.get(path) ?? unknownField;
}

/**
 * Types that can be sorted by, by how engines compare them: a sort over types of two groups fails where both have hits
 * (search-README, surprise 20: sort-type-clash).
 */
const comparable: readonly (readonly string[])[] = [
  ['keyword', 'constant_keyword', 'wildcard'],
  ['long', 'integer', 'short', 'byte'],
  ['double', 'float', 'half_float', 'scaled_float'],
  ['unsigned_long'],
  ['date'],
  ['date_nanos'],
  ['boolean'],
  ['ip'],
  ['version'],
];

function canSort(field: FieldInfo | undefined): boolean {
  return (
    field?.isAggregatable === true &&
    comparable.some((group) => field.types.length > 0 && field.types.every((type) => group.includes(type)))
  );
}

/** A field as a column. */
export function columnOf(path: string, { byName }: KnownFields): HitColumn {
  const field = byName.get(path);
  const sortField = [path, `${path}.keyword`].find((name) => canSort(byName.get(name)));
  return {
    path,
    ...(field !== undefined && field.types.length > 0 && { type: field.types.join(', ') }),
    ...(sortField !== undefined && { sortField }),
  };
}

/** Parents of fields are no fields themselves; names like `_id` are the engine's own. */
function isChoosable({ name, types }: FieldInfo, byName: KnownFields['byName']): boolean {
  if (name.startsWith('_') || types.every((type) => type === 'object' || type === 'nested')) return false;
  const dot = name.lastIndexOf('.');
  const parent = dot < 0 ? undefined : byName.get(name.slice(0, dot));
  // `name.keyword` is `name` once more: it has no value of its own in a document.
  return parent === undefined || parent.types.some((type) => type === 'object' || type === 'nested');
}

const mostFields = 1_000;

/**
 * The fields to choose columns from: those of the mapping, else those seen in the hits. Of more than a thousand those
 * that were seen come first.
 */
export function choosableFields(fields: KnownFields, seen: ReadonlySet<string>): HitColumn[] {
  const listed = fields.list.filter((field) => isChoosable(field, fields.byName)).map(({ name }) => name);
  const names =
    listed.length === 0
      ? [...seen]
      : listed.length <= mostFields
        ? listed
        : [...listed.filter((name) => seen.has(name)), ...listed.filter((name) => !seen.has(name))];
  return names.slice(0, mostFields).map((name) => columnOf(name, fields));
}
