import type { FieldInfo } from '../../search/engine/fieldList';
import type { LogLayout, NameField } from './logLayout';
import { type LogNaming, namingAround, namingsAmong, shippedTimes } from './logNamings';

/** Types whose values are kept whole. */
const wholeTypes: ReadonlySet<string> = new Set(['keyword', 'constant_keyword', 'wildcard']);
/** Types whose values are cut into words. */
const wordTypes: ReadonlySet<string> = new Set(['text', 'match_only_text']);
const longTypes: ReadonlySet<string> = new Set(['long', 'unsigned_long']);
const dateTypes: ReadonlySet<string> = new Set(['date', 'date_nanos']);

type Fields = ReadonlyMap<string, FieldInfo>;

const byNameOf = (fields: readonly FieldInfo[]): Fields => new Map(fields.map((field) => [field.name, field]));

/**
 * How access logs lie in an index, by its fields alone: nothing is assumed that is not there. Usually one; more where
 * routers are named at several places. Best first: a keyword, then a keyword below a text, then a text; among equals as
 * the shippers are listed. Empty where no known field can be searched.
 *
 * @param fields of the whole index expression, as `_field_caps` tells them
 */
export function layoutsAmong(fields: readonly FieldInfo[]): readonly LogLayout[] {
  const byName = byNameOf(fields);
  const found = namingsAmong(pathsOf(byName)).flatMap((naming) => {
    const router = nameField(naming.router, byName);
    return router === undefined ? [] : [layoutOf(router, naming, byName)];
  });
  return found.sort((one, other) => rank(one.router) - rank(other.router));
}

/** The layout around a field that a person says holds the routers' names, or lines in which they stand. */
export function layoutAround(field: string, fields: readonly FieldInfo[]): LogLayout | undefined {
  const byName = byNameOf(fields);
  const path = pathOf(field, byName);
  const known = layoutsAmong(fields).find(({ router }) => router.path === path);
  if (known !== undefined) return known;
  const router = nameField(path, byName);
  if (router === undefined) return undefined;
  const words = router.by === 'phrase' ? router.field : router.text;
  const holdsLines = words !== undefined && wholeLines.has(lastPart(path));
  const layout = layoutOf(holdsLines ? { field: words, by: 'phrase' } : router, namingAround(path), byName);
  return { ...layout, columns: [...new Set([...layout.columns, path])] };
}

/** Fields that may name a router and that the engine keeps without an index of them, as APM does with its labels. */
export function unsearchableRouters(fields: readonly FieldInfo[]): readonly string[] {
  const byName = byNameOf(fields);
  return namingsAmong(pathsOf(byName))
    .map(({ router }) => router)
    .filter((router) => nameField(router, byName) === undefined);
}

/** Fields in which a name can be looked for, those first that hold whole log lines. */
export function fieldsToChoose(fields: readonly FieldInfo[]): readonly FieldInfo[] {
  const byName = byNameOf(fields);
  const usable = fields.filter(
    (field) => !field.name.startsWith('_') && isNamed(field) && pathOf(field.name, byName) === field.name,
  );
  const isLine = ({ name }: FieldInfo): number => (wholeLines.has(lastPart(name)) ? 0 : 1);
  return usable.sort((one, other) => isLine(one) - isLine(other) || (one.name < other.name ? -1 : 1));
}

/** Where shippers leave the line as it was written, when they do not take it apart. */
const wholeLines: ReadonlySet<string> = new Set(['message', 'log', 'msg', 'original', 'body', 'Body']);

/** Of `body.text`, which the OpenTelemetry Collector writes, the last part says nothing. */
function lastPart(path: string): string {
  const parts = path.split('.');
  return (parts.at(-1) === 'text' ? parts.at(-2) : parts.at(-1)) ?? path;
}

function layoutOf(router: NameField, naming: LogNaming, fields: Fields): LogLayout {
  const service = naming.service === undefined ? undefined : nameField(naming.service, fields);
  const status = fields.get(naming.status);
  const times = [...shippedTimes, ...naming.times];
  const time = times.find((path) => isDate(fields.get(path)));
  const sort = time ?? firstOf(times, (path) => sortFieldOf(path, fields));
  const paths = pathsOf(fields);
  const columns = naming.columns.flatMap((names) => names.find((name) => paths.has(name)) ?? []);
  const own = time ?? times.find((path) => paths.has(path));
  return {
    router,
    ...(service !== undefined && { service }),
    isServiceOftenMissing: naming.isServiceOftenMissing,
    ...(status !== undefined && canAsk(status) && { status: status.name }),
    duration: isWholeNumber(fields.get(naming.duration ?? '')) ? (naming.duration ?? null) : null,
    ...(time !== undefined && { time }),
    ...(sort !== undefined && { sort }),
    columns: [...new Set([...(own === undefined ? [] : [own]), ...columns])],
  };
}

function firstOf<T>(paths: readonly string[], find: (path: string) => T | undefined): T | undefined {
  for (const path of paths) {
    const found = find(path);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isDate(field: FieldInfo | undefined): boolean {
  return field !== undefined && canAsk(field) && field.types.every((type) => dateTypes.has(type));
}

/** Traefik writes durations as whole numbers: a field of fractions may hold them in another unit. */
function isWholeNumber(field: FieldInfo | undefined): boolean {
  if (field === undefined || !canAsk(field) || !field.isAggregatable) return false;
  return field.types.length > 0 && field.types.every((type) => longTypes.has(type));
}

/** Times that were stored as texts sort as texts: Traefik writes them so that this is their order. */
function sortFieldOf(path: string, fields: Fields): string | undefined {
  return [path, `${path}.keyword`].find((name) => {
    const field = fields.get(name);
    return field?.isAggregatable === true && field.types.length === 1;
  });
}

/** How to look for names at a place; undefined where that cannot be searched. */
function nameField(path: string, fields: Fields): NameField | undefined {
  const own = fields.get(path);
  if (own !== undefined && isWhole(own)) return { field: path, by: 'term', path };
  const inside = subFieldsOf(path, fields).find(isWhole);
  const isText = own !== undefined && isNamed(own);
  if (inside !== undefined && (own === undefined || own.types.every((type) => wordTypes.has(type)))) {
    return { field: inside.name, by: 'term', path, ...(isText && { text: path }) };
  }
  // A phrase finds whole values too, where some of the indices keep the field whole.
  return isText ? { field: path, by: 'phrase', path } : undefined;
}

/** Below a nested field there would have to be another kind of query. */
function canAsk({ isSearchable, nestedIn }: FieldInfo): boolean {
  return isSearchable && nestedIn === undefined;
}

function isWhole(field: FieldInfo): boolean {
  const { types } = field;
  return canAsk(field) && types.length > 0 && types.every((type) => wholeTypes.has(type));
}

function isNamed(field: FieldInfo): boolean {
  const { types } = field;
  return canAsk(field) && types.length > 0 && types.every((type) => wholeTypes.has(type) || wordTypes.has(type));
}

/** The same value indexed otherwise, `.keyword` first: whatever lies below a field that holds text. */
function subFieldsOf(path: string, fields: Fields): readonly FieldInfo[] {
  const inside = [...fields.values()].filter(
    ({ name }) => name.startsWith(`${path}.`) && pathOf(name, fields) === path,
  );
  const order = ({ name }: FieldInfo): number => (name === `${path}.keyword` ? 0 : 1);
  return inside.sort((one, other) => order(one) - order(other) || (one.name < other.name ? -1 : 1));
}

/** Where in a document the value of a field stands: above a multi-field, whose parent holds text itself. */
function pathOf(name: string, fields: Fields): string {
  const dot = name.lastIndexOf('.');
  if (dot < 0) return name;
  const parent = name.slice(0, dot);
  const above = fields.get(parent);
  const isValue = above?.types.some((type) => wholeTypes.has(type) || wordTypes.has(type)) ?? false;
  return isValue ? pathOf(parent, fields) : name;
}

function pathsOf(fields: Fields): ReadonlySet<string> {
  return new Set([...fields.keys()].map((name) => pathOf(name, fields)));
}

function rank({ field, by, path }: NameField): number {
  if (by === 'phrase') return 2;
  return field === path ? 0 : 1;
}
