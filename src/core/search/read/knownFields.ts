import { type HitColumn, mostPageFields } from '../../../protocol/resultPage';
import type { FieldInfo } from '../engine/fieldList';
import { traefikFields, traefikPrefixOf } from '../logFields/accessLogFields';
import { traefikUnit, unitOfName } from '../logFields/logUnits';
import { levelFields, statusFields } from '../logFields/severity';
import { type FieldKind, unknownField } from './hitCell';

/** The fields of the indices, prepared for lookup. */
export interface KnownFields {
  readonly list: readonly FieldInfo[];
  readonly byName: ReadonlyMap<string, FieldInfo>;
  /** The fields that are dates in some index. */
  readonly dates: ReadonlyMap<string, FieldKind>;
}

/** By list, so that thousands of fields need not be indexed again for each page. */
const known = new WeakMap<readonly FieldInfo[], KnownFields>();

/** Prepares a list of fields for lookup. */
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

/** The kind of a field, independent of the document. */
export function fieldKindOf(path: string, { dates, byName }: KnownFields): FieldKind {
  const date = dates.get(path);
  if (date !== undefined) return date;
  const unit = byName.get(path)?.unit ?? unitOfName(path);
  if (unit !== undefined) return { ...unknownField, unit };
  const severity = severityOf(path);
  return severity === undefined ? unknownField : { ...unknownField, severity };
}

/** The kind of a field in a line of Traefik's access log, whose fields have Traefik's units. */
export function fieldKindInHit(path: string, known: KnownFields, traefikPrefix: string | undefined): FieldKind {
  const kind = fieldKindOf(path, known);
  if (traefikPrefix === undefined || kind.isDate || kind.unit !== undefined) return kind;
  const unit = traefikUnit(path, traefikPrefix);
  if (unit !== undefined) return { ...kind, unit };
  return path === traefikFields(traefikPrefix).status[0] ? { ...kind, severity: 'status' } : kind;
}

/** The prefix of Traefik's own names in these indices; undefined if they have none. */
export function traefikPrefixAmong({ list }: KnownFields): string | undefined {
  return list.map(({ name }) => traefikPrefixOf(name)).find((prefix) => prefix !== undefined);
}

function severityOf(path: string): FieldKind['severity'] {
  if (statusFields.includes(path)) return 'status';
  return levelFields.includes(path) ? 'level' : undefined;
}

/**
 * Sortable types, grouped by how engines compare them: sorting across types of two groups fails if both have hits
 * (docs/engines.md, "Sorting across types").
 */
const comparable: readonly (readonly string[])[] = [
  ['keyword', 'constant_keyword', 'wildcard'],
  ['long', 'integer', 'short', 'byte'],
  ['double', 'float', 'half_float', 'scaled_float'],
  ['unsigned_long'],
  // As nanoseconds: see `sortClauseOf`.
  ['date', 'date_nanos'],
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

export function columnOf(path: string, { byName }: KnownFields): HitColumn {
  const field = byName.get(path);
  const sortField = [path, `${path}.keyword`].find((name) => canSort(byName.get(name)));
  return {
    path,
    ...(field !== undefined && field.types.length > 0 && { type: field.types.join(', ') }),
    ...(sortField !== undefined && { sortField }),
  };
}

/** Excludes parents of fields, multi-fields, and the engine's own names, such as `_id`. */
function isChoosable({ name, types }: FieldInfo, byName: KnownFields['byName']): boolean {
  if (name.startsWith('_') || types.every((type) => type === 'object' || type === 'nested')) return false;
  const dot = name.lastIndexOf('.');
  const parent = dot < 0 ? undefined : byName.get(name.slice(0, dot));
  // `name.keyword` repeats `name`: it has no value of its own in a document.
  return parent === undefined || parent.types.some((type) => type === 'object' || type === 'nested');
}

/**
 * The fields to choose columns from: those of the mapping, or else those seen in the hits. Those seen come first, and
 * at most a thousand: `listFields` has them all.
 */
export function choosableFields(fields: KnownFields, seen: ReadonlySet<string>): HitColumn[] {
  const listed = choosableNames(fields, seen);
  const names =
    listed.length === 0
      ? [...seen]
      : [...listed.filter((name) => seen.has(name)), ...listed.filter((name) => !seen.has(name))];
  return names.slice(0, mostPageFields).map((name) => columnOf(name, fields));
}

/** Lists the fields like `choosableFields`, but without those of hits and without a limit. */
export function listFields(list: readonly FieldInfo[]): HitColumn[] {
  const fields = knownFields(list);
  return choosableNames(fields).map((name) => columnOf(name, fields));
}

/** @param seen fields that documents have: in another index, the parent may be an object */
function choosableNames({ list, byName }: KnownFields, seen?: ReadonlySet<string>): readonly string[] {
  return list.filter((field) => seen?.has(field.name) || isChoosable(field, byName)).map(({ name }) => name);
}
