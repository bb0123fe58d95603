import * as z from 'zod/mini';
import type { FieldInfo } from '../search/engine/fieldList';
import { type LogNaming, namingAround, namingOf, namingsAmong, shippedTimes } from './logNamings';

const name = z.string().check(z.minLength(1), z.maxLength(10_000));

const nameFieldSchema = z.object({
  /** The field to search: `RouterName.keyword`. */
  field: name,
  /** Whether it has whole names (`term`) or their words (`phrase`). */
  by: z.enum(['term', 'phrase']),
  /** The path of the name in a document: `RouterName`. Absent if the field has more, such as a whole line. */
  path: z.optional(name),
  /** The text field above a keyword field. It also has the names that are too long for the keyword field. */
  text: z.optional(name),
});
/** A field for finding lines by the name of a router or a service. */
export type NameField = z.infer<typeof nameFieldSchema>;

/** The layout of access logs in an index: which fields have which values. Only existing fields. Server text. */
const logLayoutSchema = z.object({
  router: nameFieldSchema,
  /** Absent if no line names a service. */
  service: z.optional(nameFieldSchema),
  /** Whether some lines lack the service although it responded: then its routers are searched, too. */
  isServiceOftenMissing: z.boolean(),
  /** The status that the client got. */
  status: z.optional(name),
  /**
   * Whole nanoseconds of the request. Null if there is no such field, or its unit is unknown; absent if stored earlier.
   */
  duration: z.optional(z.nullable(name)),
  /** A date field, for the time range. */
  time: z.optional(name),
  /** The field to sort by, newest first. */
  sort: z.optional(name),
  /** The paths in a document of the values that users read first. */
  columns: z.array(name).check(z.maxLength(100)),
});
export type LogLayout = z.infer<typeof logLayoutSchema>;

/** Types that keep whole values. */
const wholeTypes: ReadonlySet<string> = new Set(['keyword', 'constant_keyword', 'wildcard']);
/** Types that split values into words. */
const wordTypes: ReadonlySet<string> = new Set(['text', 'match_only_text']);
const longTypes: ReadonlySet<string> = new Set(['long', 'unsigned_long']);
const dateTypes: ReadonlySet<string> = new Set(['date', 'date_nanos']);

type Fields = ReadonlyMap<string, FieldInfo>;

const byNameOf = (fields: readonly FieldInfo[]): Fields => new Map(fields.map((field) => [field.name, field]));

/**
 * The layouts of access logs in an index, found by existing fields only. Usually one; more if routers are named at
 * several paths. Best first: a keyword, then a keyword below a text, then a text; equal ones in the order of the
 * shippers. Empty if no known field can be searched.
 *
 * @param fields the fields of the whole index expression, from `_field_caps`
 */
export function layoutsAmong(fields: readonly FieldInfo[]): readonly LogLayout[] {
  const byName = byNameOf(fields);
  const found = namingsAmong(pathsOf(byName)).flatMap((naming) => {
    const router = nameField(naming.router, byName);
    return router === undefined ? [] : [layoutOf(router, naming, byName)];
  });
  return found.sort((one, other) => rank(one.router) - rank(other.router));
}

/** The layout around a field that the user has chosen because it has routers' names, or lines with them. */
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

/** Fields that may name a router but that the engine stores without an index, like labels of APM. */
export function unsearchableRouters(fields: readonly FieldInfo[]): readonly string[] {
  const byName = byNameOf(fields);
  return namingsAmong(pathsOf(byName))
    .map(({ router }) => router)
    .filter((router) => nameField(router, byName) === undefined);
}

/** Fields in which a name can be searched; fields with whole log lines come first. */
export function fieldsToChoose(fields: readonly FieldInfo[]): readonly FieldInfo[] {
  const byName = byNameOf(fields);
  const usable = fields.filter(
    (field) => !field.name.startsWith('_') && isNamed(field) && pathOf(field.name, byName) === field.name,
  );
  const isLine = ({ name }: FieldInfo): number => (wholeLines.has(lastPart(name)) ? 0 : 1);
  return usable.sort((one, other) => isLine(one) - isLine(other) || (one.name < other.name ? -1 : 1));
}

/** The fields in which shippers leave the original line if they do not parse it. */
const wholeLines: ReadonlySet<string> = new Set(['message', 'log', 'msg', 'original', 'body', 'Body']);

/** The last part of a path. For `body.text`, which the OpenTelemetry Collector writes, the part before. */
function lastPart(path: string): string {
  const parts = path.split('.');
  return (parts.at(-1) === 'text' ? parts.at(-2) : parts.at(-1)) ?? path;
}

function layoutOf(router: NameField, naming: LogNaming, fields: Fields): LogLayout {
  const service = naming.service === undefined ? undefined : nameField(naming.service, fields);
  const status = fields.get(naming.status);
  const times = [...shippedTimes, ...naming.times];
  const time = times.find((path) => isDate(fields.get(path)));
  const sort = time ?? times.map((path) => sortFieldOf(path, fields)).find((name) => name !== undefined);
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

function isDate(field: FieldInfo | undefined): boolean {
  return field !== undefined && canAsk(field) && field.types.every((type) => dateTypes.has(type));
}

/** Traefik writes durations as whole numbers: a field of fractions may have another unit. */
function isWholeNumber(field: FieldInfo | undefined): boolean {
  if (field === undefined || !canAsk(field) || !field.isAggregatable) return false;
  return field.types.length > 0 && field.types.every((type) => longTypes.has(type));
}

/** Times that are stored as texts are sorted as texts: Traefik writes them in a form that has this order. */
function sortFieldOf(path: string, fields: Fields): string | undefined {
  return [path, `${path}.keyword`].find((name) => {
    const field = fields.get(name);
    return field?.isAggregatable === true && field.types.length === 1;
  });
}

/** The way to search for names at a path; undefined if that is impossible. */
function nameField(path: string, fields: Fields): NameField | undefined {
  const own = fields.get(path);
  if (own !== undefined && isWhole(own)) return { field: path, by: 'term', path };
  const inside = subFieldsOf(path, fields).find(isWhole);
  const isText = own !== undefined && isNamed(own);
  if (inside !== undefined && (own === undefined || own.types.every((type) => wordTypes.has(type)))) {
    return { field: inside.name, by: 'term', path, ...(isText && { text: path }) };
  }
  // A phrase also finds whole values, which some of the indices have.
  return isText ? { field: path, by: 'phrase', path } : undefined;
}

/** A nested field would need another kind of query. */
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

/** The fields with the same value below a text field, indexed in another way; `.keyword` first. */
function subFieldsOf(path: string, fields: Fields): readonly FieldInfo[] {
  const inside = [...fields.values()].filter(
    ({ name }) => name.startsWith(`${path}.`) && pathOf(name, fields) === path,
  );
  const order = ({ name }: FieldInfo): number => (name === `${path}.keyword` ? 0 : 1);
  return inside.sort((one, other) => order(one) - order(other) || (one.name < other.name ? -1 : 1));
}

/** The path of a field's value in a document: above a multi-field, whose parent is a text itself. */
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

/** The fields of an index's hits that lead to a proxy. */
export interface LogHitFields {
  readonly router: string;
  /** A hit has a request if one field of each of these groups has a text. */
  readonly request: readonly (readonly string[])[];
}

/** The fields of a layout; undefined if its hits have only whole lines. */
export function logHitFields({ router: { path } }: LogLayout): LogHitFields | undefined {
  if (path === undefined) return undefined;
  const { host, path: target } = namingOf(path).request;
  return { router: path, request: [host, [target]] };
}

const rememberedSchema = z.object({
  /** The search endpoint whose engine has the logs. */
  searchEndpointId: z.string().check(z.minLength(1), z.maxLength(100)),
  index: z.string().check(z.minLength(1), z.maxLength(100_000)),
  layout: logLayoutSchema,
});
/** The place of a proxy's access logs that the user accepted. Names only: neither address nor credential. */
export type RememberedPlace = z.infer<typeof rememberedSchema>;

const storedSchema = z.record(z.string(), z.unknown());

/** Reads the stored places, by the id of the proxy endpoint; leaves out those that are not valid. */
export function readRememberedPlaces(stored: unknown): Map<string, RememberedPlace> {
  const entries = Object.entries(storedSchema.safeParse(stored).data ?? {});
  return new Map(
    entries.flatMap(([id, one]) => {
      const { data } = rememberedSchema.safeParse(one);
      return data === undefined ? [] : [[id, data] as const];
    }),
  );
}
