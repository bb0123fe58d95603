import type { JsonNode, JsonObject } from '../json/read';
import type { Field, Mapping } from './mapping';

/** A value as it stood in a document: an integer that JavaScript would round is a bigint. */
export type Scalar = string | number | bigint | boolean;

/** A point on the earth is kept as its two numbers in this form: `48.85,2.35`. */
export type FieldValues = Readonly<Record<string, Scalar | readonly Scalar[]>>;

/** One stored document. */
export interface StoredDocument {
  readonly id: string;
  /** `_source`, byte for byte. `undefined` where the index does not keep it. */
  readonly source: string | undefined;
  /** Its values by path; nothing for null. Without a prototype, or asked with `Object.hasOwn` only. */
  readonly values: FieldValues;
  readonly seqNo: number;
  readonly version: number;
}

/** The values of a path: none, one or several. */
export function valuesAt(document: StoredDocument, path: string): readonly Scalar[] {
  if (!Object.hasOwn(document.values, path)) return [];
  const found = document.values[path];
  if (found === undefined) return [];
  return typeof found === 'object' ? found : [found];
}

function integer(text: string): Scalar {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}

/** The value of one JSON scalar; `undefined` for null and for what is none. */
export function scalarOf(node: JsonNode): Scalar | undefined {
  switch (node.kind) {
    case 'string':
    case 'boolean':
      return node.value;
    case 'number':
      return /[.eE]/.test(node.text) ? Number(node.text) : integer(node.text);
    default:
      return undefined;
  }
}

function geoPoint(node: JsonNode): Scalar | undefined {
  if (node.kind === 'string') return node.value;
  if (node.kind === 'array') {
    const [lon, lat] = node.items.map(scalarOf);
    return `${lat},${lon}`;
  }
  if (node.kind !== 'object') return undefined;
  const at = (key: string) => {
    const found = node.members.find((each) => each.key === key);
    return found === undefined ? undefined : scalarOf(found.value);
  };
  return `${at('lat')},${at('lon')}`;
}

/** The scalar JSON nodes of a document by path, arrays and objects opened. */
export function leaves(root: JsonObject, mapping: Mapping): Map<string, JsonNode[]> {
  const found = new Map<string, JsonNode[]>();
  const walk = (path: string, node: JsonNode): void => {
    const type = mapping.get(path)?.type;
    if (type === 'disabled') return;
    if (type === 'geo_point') {
      found.set(path, [node]);
    } else if (node.kind === 'object') {
      for (const { key, value } of node.members) walk(path === '' ? key : `${path}.${key}`, value);
    } else if (node.kind === 'array') {
      for (const item of node.items) walk(path, item);
    } else if (node.kind !== 'null') {
      found.set(path, [...(found.get(path) ?? []), node]);
    }
  };
  walk('', root);
  return found;
}

/** The values of a read document. */
export function readValues(found: ReadonlyMap<string, readonly JsonNode[]>, mapping: Mapping): FieldValues {
  const values: Record<string, readonly Scalar[]> = Object.create(null);
  for (const [path, nodes] of found) {
    const isPoint = mapping.get(path)?.type === 'geo_point';
    values[path] = nodes.map(isPoint ? geoPoint : scalarOf).filter((value) => value !== undefined);
  }
  return values;
}

/** The paths of keyword values that are too long to be indexed, as `_ignored` lists them. */
export function ignoredPaths(document: StoredDocument, fields: Iterable<Field>): string[] {
  const paths: string[] = [];
  for (const { path, ignoreAbove, of } of fields) {
    if (ignoreAbove === undefined) continue;
    const isLong = (value: Scalar) => typeof value === 'string' && value.length > ignoreAbove;
    if (valuesAt(document, of ?? path).some(isLong)) paths.push(path);
  }
  return paths.sort();
}
