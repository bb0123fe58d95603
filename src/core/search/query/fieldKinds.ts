import { analyzedTypes, type FieldInfo } from '../engine/fieldList';

/** Types that index a string as a whole. */
const keywords: ReadonlySet<string> = new Set([
  'keyword',
  'constant_keyword',
  'counted_keyword',
  'wildcard',
  'icu_collation_keyword',
  'version',
  'join',
]);
/** Types that index all scalars below them as strings, with any names; the mapping does not list those. */
const flattened: ReadonlySet<string> = new Set(['flattened', 'flat_object']);
const integers: ReadonlySet<string> = new Set(['long', 'integer', 'short', 'byte', 'unsigned_long']);
const decimals: ReadonlySet<string> = new Set(['double', 'float', 'half_float', 'scaled_float']);
const dates: ReadonlySet<string> = new Set(['date', 'date_nanos']);

/** The `ignore_above` that dynamic mappings set for the `keyword` multi-field of a text. */
const usualLongest = 256;

/** A number as engines accept it in a document, also in quotes; they refuse or ignore other texts. */
const numberText = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

interface FieldIndex {
  readonly byName: ReadonlyMap<string, FieldInfo>;
  /** Sorted by UTF-16 units. */
  readonly names: readonly string[];
  readonly flattened: readonly FieldInfo[];
}

/** By list, so that the fields need not be indexed again for each page and each line of a hit. */
const indices = new WeakMap<readonly FieldInfo[], FieldIndex>();

function indexOf(fields: readonly FieldInfo[]): FieldIndex {
  let index = indices.get(fields);
  if (index === undefined) {
    index = {
      byName: new Map(fields.map((field) => [field.name, field])),
      names: fields.map(({ name }) => name).sort(),
      flattened: fields.filter(({ types }) => types.length > 0 && types.every((type) => flattened.has(type))),
    };
    indices.set(fields, index);
  }
  return index;
}

/** The flattened field that contains a path. */
function flattenedAbove(path: string, index: FieldIndex): FieldInfo | undefined {
  return index.flattened.find(({ name }) => path.startsWith(`${name}.`));
}

/** The field of this name, or a flattened field that contains it. Undefined for neither: the name matches nothing. */
export function fieldAt(path: string, fields: readonly FieldInfo[]): FieldInfo | undefined {
  const index = indexOf(fields);
  const own = index.byName.get(path);
  if (own !== undefined) return own;
  const above = flattenedAbove(path, index);
  return above && { ...above, name: path };
}

/** The field whose mapping decides how values at a path are indexed: for a path in a flattened field, that field. */
export function mappedName(path: string, fields: readonly FieldInfo[]): string | undefined {
  const index = indexOf(fields);
  return index.byName.has(path) ? path : flattenedAbove(path, index)?.name;
}

/** Whether there are fields below this name, so documents have objects there. */
export function isObjectPath(path: string, fields: readonly FieldInfo[]): boolean {
  const { names } = indexOf(fields);
  const prefix = `${path}.`;
  let [from, to] = [0, names.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((names[middle] ?? '') < prefix) from = middle + 1;
    else to = middle;
  }
  return names[from]?.startsWith(prefix) === true;
}

/** The nested field that a query for a path has to go through; undefined if there is none above it. */
export function nestedAround(path: string, fields: readonly FieldInfo[]): string | undefined {
  const own = fieldAt(path, fields);
  if (own !== undefined) return own.nestedIn;
  if (!isObjectPath(path, fields)) return undefined;
  const around = fields.filter(({ name }) => name.startsWith(`${path}.`)).map(({ nestedIn }) => nestedIn ?? '');
  const [outermost] = around.sort((one, other) => one.length - other.length);
  return outermost === '' ? undefined : outermost;
}

/**
 * Wraps a clause for a field in the nested query that it has to go through, if any. If the field is nested in one index
 * and in a plain object in another, combines both: neither finds documents in the other's indices.
 */
export function aroundField(clause: string, path: string, fields: readonly FieldInfo[]): string {
  const around = nestedAround(path, fields);
  if (around === undefined) return clause;
  // Indices without the nested field are ignored instead of failing.
  const nested = `{"nested":{"path":${JSON.stringify(around)},"ignore_unmapped":true,"query":${clause}}}`;
  return isAlsoPlain(path, fields) ? anyClause([nested, clause]) : nested;
}

function isAlsoPlain(path: string, fields: readonly FieldInfo[]): boolean {
  const own = fieldAt(path, fields);
  if (own !== undefined) return own.isAlsoPlain === true;
  return fields.some((field) => field.isAlsoPlain === true && field.name.startsWith(`${path}.`));
}

/** A clause for documents in which a field has a value. */
export function existsClause(name: string): string {
  return `{"exists":{"field":${JSON.stringify(name)}}}`;
}

/** A clause that matches if any of these matches. */
export function anyClause(clauses: readonly string[]): string {
  const [only = '', second] = clauses;
  return second === undefined ? only : `{"bool":{"should":[${clauses.join()}],"minimum_should_match":1}}`;
}

/** Whether the field indexes strings as a whole, in all indices. */
export function isKeyword({ types }: FieldInfo): boolean {
  return types.length > 0 && types.every((type) => keywords.has(type));
}

/** Whether the field is a date in all indices, in either resolution. */
export function isDate({ types }: FieldInfo): boolean {
  return types.length > 0 && types.every((type) => dates.has(type));
}

/** Whether the field indexes only words, in all indices. */
export function isAnalysed({ types }: FieldInfo): boolean {
  return types.length > 0 && types.every((type) => analyzedTypes.has(type));
}

/** Whether the field indexes words in some index. */
export function isPartlyAnalysed({ types }: FieldInfo): boolean {
  return types.some((type) => analyzedTypes.has(type));
}

/**
 * Whether some indices have values of a field that its multi-field lacks, because the field is not a text there, or has
 * no such multi-field. If the mapping may not be read, a text counts as having it everywhere.
 */
export function isPartlyAlone(field: FieldInfo, beside: FieldInfo): boolean {
  if (!isAnalysed(field)) return true;
  const [all, some] = [field.details?.indices, beside.details?.indices];
  return all !== undefined && some !== undefined && some < all;
}

/**
 * Finds a value in a multi-field, and, in documents without that, in the field itself.
 *
 * @param inBeside @param inField clauses for the two fields
 */
export function besideOrAlone(beside: FieldInfo, inBeside: string, inField: string): string {
  return anyClause([inBeside, `{"bool":{"filter":[${inField}],"must_not":[${existsClause(beside.name)}]}}`]);
}

/**
 * Finds a text in a field that some indices store as a whole and others as words. In indices with another type, such as
 * a date, it finds nothing unless the text is a valid value.
 *
 * @param value a string as JSON text
 */
export function wholeOrWords({ name, isSearchable }: FieldInfo, value: string): string {
  // In a list of fields, these characters are operators. For a field that is not indexed, the engine has to report it.
  if (!isSearchable || /[*^]/.test(name)) return `{"match_phrase":{${JSON.stringify(name)}:${value}}}`;
  const fields = JSON.stringify([name]);
  return `{"multi_match":{"query":${value},"fields":${fields},"type":"phrase","lenient":true}}`;
}

/** The usual names of multi-fields. */
const usualBeside = /\.(?:keyword|raw)$/;

/** The multi-fields of a field, such as `title.keyword` of `title`; those with a usual name if it may have other fields. */
export function fieldsBeside(path: string, fields: readonly FieldInfo[]): readonly FieldInfo[] {
  const prefix = `${path}.`;
  const isObject = fieldAt(path, fields)?.isAlsoObject === true;
  return fields.filter(
    ({ name }) =>
      name.startsWith(prefix) && !name.includes('.', prefix.length) && (!isObject || usualBeside.test(name)),
  );
}

/**
 * The value that a field indexes for a scalar of a document, as JSON text for a query; `null` if it is indexed as null.
 * Undefined if it is not indexed: a string that is too long, a word in a number field, and types that cannot be queried
 * for one value, such as geo points and ranges.
 *
 * @param value the scalar's JSON text, not null
 */
export function indexedValue(value: string, { types, details }: FieldInfo, isBeside = false): string | undefined {
  const [type = '', second] = types;
  if (second !== undefined) return undefined;
  const text = scalarText(value);
  if (keywords.has(type) || flattened.has(type)) {
    const longest = details?.ignoreAbove ?? (isBeside ? usualLongest : Number.POSITIVE_INFINITY);
    // As a string, because engines reformat numbers: 1.10 becomes 1.1.
    return text.length > longest ? undefined : asString(value);
  }
  if (integers.has(type) || decimals.has(type)) {
    if (text === '') return 'null';
    if (!numberText.test(text)) return undefined;
    return integers.has(type) ? wholeNumber(value, text) : value;
  }
  // A string, because the field's own format does not apply to a number (Elasticsearch 9.1).
  if (dates.has(type)) return asString(value);
  if (type === 'boolean') return text === '' ? 'false' : /^(?:true|false)$/.test(text) ? text : undefined;
  return type === 'ip' ? value : undefined;
}

/** A scalar of a document as a JSON string; a string stays as written. */
export function asString(value: string): string {
  return value.startsWith('"') ? value : JSON.stringify(value);
}

/** A number as an integer field indexes it, as JSON text: decimals are truncated. */
function wholeNumber(value: string, text: string): string | undefined {
  if (!/[.eE]/.test(text)) return value;
  if (/[eE]/.test(text)) {
    const number = Math.trunc(Number(text));
    return Number.isFinite(number) ? String(BigInt(number)) : undefined;
  }
  return text.slice(0, text.indexOf('.'));
}

/** A scalar of a document as text: the value of a string, or the digits of a number. */
export function scalarText(value: string): string {
  return value.startsWith('"') ? String(JSON.parse(value)) : value;
}

/** Whether a text that is split into words has any. */
export function hasWordCharacters(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
