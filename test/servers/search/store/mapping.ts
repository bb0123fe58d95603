import type { JsonNode } from '../json/read';
import type { Writable } from '../json/write';
import { parseDate } from './dates';

export type FieldType =
  | 'boolean'
  | 'date'
  | 'date_nanos'
  | 'double'
  | 'float'
  | 'geo_point'
  | 'integer'
  | 'ip'
  | 'keyword'
  | 'long'
  | 'nested'
  /** Kept in the source only: nothing of it is indexed. */
  | 'disabled'
  | 'text'
  | 'unsigned_long';

/** One field as its index maps it. */
export interface Field {
  readonly path: string;
  readonly type: FieldType;
  /** Longer values of this keyword are not indexed. */
  readonly ignoreAbove?: number;
  /** The field whose values this one indexes in another way: `name` for `name.keyword`. */
  readonly of?: string;
}

/** The fields of an index by path, in no order that means anything. */
export type Mapping = ReadonlyMap<string, Field>;

export function mappingOf(types: Readonly<Record<string, FieldType>>): Map<string, Field> {
  return new Map(Object.entries(types).map(([path, type]) => [path, { path, type }]));
}

function dynamicType(node: JsonNode): FieldType | undefined {
  switch (node.kind) {
    case 'boolean':
      return 'boolean';
    case 'number':
      return /[.eE]/.test(node.text) ? 'float' : 'long';
    case 'string':
      return parseDate(node.value) !== undefined && node.value.length >= 10 ? 'date' : 'text';
    default:
      return undefined;
  }
}

const defaultIgnoreAbove = 256;

/** The fields that the engine adds by itself for a value at `path` that it has not seen yet. */
export function dynamicFields(path: string, node: JsonNode): readonly Field[] {
  const type = dynamicType(node);
  if (type === undefined) return [];
  if (type !== 'text') return [{ path, type }];
  return [
    { path, type },
    { path: `${path}.keyword`, type: 'keyword', ignoreAbove: defaultIgnoreAbove, of: path },
  ];
}

interface Branch {
  field?: Field;
  readonly below: Map<string, Branch>;
  readonly also: Map<string, Field>;
}

function branch(): Branch {
  return { below: new Map(), also: new Map() };
}

function reach(root: Branch, path: string): Branch {
  let node = root;
  for (const name of path.split('.')) {
    const next = node.below.get(name) ?? branch();
    node.below.set(name, next);
    node = next;
  }
  return node;
}

function writeField({ type, ignoreAbove }: Field): Record<string, Writable> {
  if (type === 'disabled') return { type: 'object', enabled: false };
  return { type, ...(ignoreAbove === undefined ? {} : { ignore_above: ignoreAbove }) };
}

function writeBranch({ field, below, also }: Branch): Writable {
  const own = field === undefined ? {} : writeField(field);
  return {
    ...own,
    properties: below.size === 0 ? undefined : writeProperties(below),
    fields: also.size === 0 ? undefined : new Map([...also].map(([name, each]) => [name, writeField(each)])),
  };
}

function writeProperties(below: ReadonlyMap<string, Branch>): ReadonlyMap<string, Writable> {
  const sorted = [...below].sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map(sorted.map(([name, node]) => [name, writeBranch(node)]));
}

/** Single fields as `_mapping/field` shows them; what only holds others is none. */
export function writeFields(mapping: Mapping, isWanted: (path: string) => boolean): Writable {
  const found = [...mapping.values()].filter(
    ({ path, type }) => type !== 'nested' && type !== 'disabled' && isWanted(path),
  );
  return new Map(
    found.map((field) => [
      field.path,
      {
        full_name: field.path,
        mapping: new Map([[field.path.slice(field.path.lastIndexOf('.') + 1), writeField(field)]]),
      },
    ]),
  );
}

/** The nested field that a path lies in; undefined where it lies in none. */
export function nestedAbove(mapping: Mapping, path: string): string | undefined {
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const above = path.slice(0, dot);
    if (mapping.get(above)?.type === 'nested') return above;
  }
  return undefined;
}

/** The mapping as `_mapping` shows it: `{"properties": {…}}`, or `{}` where no field is known. */
export function writeMapping(mapping: Mapping): Writable {
  const root = branch();
  for (const field of mapping.values()) {
    if (field.of === undefined) reach(root, field.path).field = field;
    else reach(root, field.of).also.set(field.path.slice(field.of.length + 1), field);
  }
  return root.below.size === 0 ? {} : { properties: writeProperties(root.below) };
}
