import * as z from 'zod/mini';
import type { AmountUnit } from '../../../protocol/amounts';
import { longestPath } from '../../../protocol/hitPlace';
import { isRecord } from '../../base/json/parse';
import { unitOfMeta } from '../logFields/logUnits';

/** A field of the indices of an expression. Server text. */
export interface FieldInfo {
  /** With dots: `RouterName.keyword`. */
  readonly name: string;
  /** Its types, several if indices differ: `keyword`, `long`, `date`, `date_nanos`, `text`, … */
  readonly types: readonly string[];
  readonly isSearchable: boolean;
  /** Whether it can be sorted by and counted: a text field usually cannot. */
  readonly isAggregatable: boolean;
  /** The nearest nested field above it. Searches have to go through that one. */
  readonly nestedIn?: string;
  /** Whether that nested field is a plain object in some indices, whose fields are searched directly. */
  readonly isAlsoPlain?: true;
  /** Whether it is an object in some indices, so that not all fields below it are its multi-fields. */
  readonly isAlsoObject?: true;
  /** The unit of its numbers, if all mappings name the same one (`meta.unit`). */
  readonly unit?: AmountUnit;
  /** The details of its mapping; absent if they were not requested, or may not be read. */
  readonly details?: FieldDetails;
}

/** Units as indices name them: several if these differ. */
const mergedMetaSchema = z.catch(z.optional(z.object({ unit: z.optional(z.array(z.string())) })), undefined);
const metaSchema = z.catch(z.optional(z.object({ unit: z.optional(z.string()) })), undefined);

const capabilitySchema = z.object({
  type: z.string(),
  searchable: z.boolean(),
  aggregatable: z.boolean(),
  /** From Elasticsearch 7.13 on, not on OpenSearch. */
  metadata_field: z.optional(z.boolean()),
  /** From Elasticsearch 7.6 on, not on OpenSearch. */
  meta: mergedMetaSchema,
});
type Capability = z.infer<typeof capabilitySchema>;

/** Types that contain other fields, and no values. `unmapped` is not a type: some index lacks the field. */
const parents: ReadonlySet<string> = new Set(['object', 'nested', 'unmapped']);

/** The engines' own fields on engines that do not mark them: all others have a type with their own name. */
const unmarked: ReadonlySet<string> = new Set(['_doc_count', '_tier']);

/** Deeper names are not in any document, and engines refuse them by default (`index.mapping.depth.limit`). */
const mostLevels = 100;

/** OpenSearch lists its own fields of a flat object, whose names end with the dot. */
function isUsable(name: string): boolean {
  return !name.endsWith('.') && name.length <= longestPath && name.split('.', mostLevels + 1).length <= mostLevels;
}

const byName = (a: FieldInfo, b: FieldInfo): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

function isMetadata(name: string, { metadata_field: marked, type }: Capability): boolean {
  return marked ?? (name.startsWith('_') && (type === name || unmarked.has(name)));
}

/**
 * The fields in a response of `_field_caps?fields=*` of any version, by name; undefined for any other JSON. Leaves out
 * the engine's own fields and those that only contain others. A field has several types if indices differ.
 *
 * Read member by member: `__proto__` is a legal name (docs/engines.md, "Stored documents"), which a record schema would
 * drop.
 */
export function fieldsOfCapabilities(json: unknown): FieldInfo[] | undefined {
  if (!isRecord(json) || !isRecord(json.fields)) return undefined;
  const all = Object.entries(json.fields).flatMap(([name, types]): [string, Capability[]][] =>
    isUsable(name) ? [[name, capabilitiesOf(types)]] : [],
  );
  const nested = new Set(all.flatMap(([name, types]) => (types.some(({ type }) => type === 'nested') ? [name] : [])));
  const mixed = new Set(all.flatMap(([name, types]) => (nested.has(name) && types.some(isPlainParent) ? [name] : [])));
  return all
    .flatMap(([name, types]): FieldInfo[] => {
      const own = types.filter((each) => !parents.has(each.type) && !isMetadata(name, each));
      if (own.length === 0) return [];
      const nestedIn = innermost(name, nested);
      const unit = sameUnit(own.flatMap(({ meta }) => meta?.unit ?? [undefined]));
      return [
        {
          name,
          types: [...new Set(own.map(({ type }) => type))],
          isSearchable: own.every(({ searchable }) => searchable),
          isAggregatable: own.every(({ aggregatable }) => aggregatable),
          ...(nestedIn !== undefined && { nestedIn }),
          ...((nested.has(name) || types.some(isPlainParent)) && { isAlsoObject: true as const }),
          ...(nestedIn !== undefined && innermost(name, mixed) !== undefined && { isAlsoPlain: true as const }),
          ...(unit !== undefined && { unit }),
        },
      ];
    })
    .sort(byName);
}

/** The unit that all indices name; undefined if one names another, or none. */
function sameUnit(names: readonly (string | undefined)[]): AmountUnit | undefined {
  const [first, ...others] = names;
  return first === undefined || others.some((name) => name !== first) ? undefined : unitOfMeta(first);
}

function isPlainParent({ type }: Capability): boolean {
  return type === 'object';
}

function capabilitiesOf(types: unknown): Capability[] {
  if (!isRecord(types)) return [];
  return Object.values(types).flatMap((each) => capabilitySchema.safeParse(each).data ?? []);
}

function innermost(name: string, nested: ReadonlySet<string>): string | undefined {
  if (nested.size === 0) return undefined;
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
    const parent = name.slice(0, dot);
    if (nested.has(parent)) return parent;
  }
  return undefined;
}

/** The relevant options of one field of a mapping. Fields below it are read step by step. */
const mappedSchema = z.object({
  type: z.optional(z.string()),
  path: z.optional(z.string()),
  index: z.optional(z.unknown()),
  doc_values: z.optional(z.unknown()),
  fielddata: z.optional(z.unknown()),
  enabled: z.optional(z.unknown()),
  properties: z.optional(z.unknown()),
  fields: z.optional(z.unknown()),
  meta: metaSchema,
});
type Mapped = z.infer<typeof mappedSchema>;

/** Types whose values are split into words: by default they cannot be found as a whole, nor sorted. */
export const analyzedTypes: ReadonlySet<string> = new Set([
  'text',
  'match_only_text',
  'annotated_text',
  'search_as_you_type',
]);

/**
 * The fields in a response of `_mapping` of any version, by name, like `fieldsOfCapabilities`; undefined for any other
 * JSON. Up to 6.8 the properties are below the name of a type.
 */
export function fieldsOfMapping(json: unknown): FieldInfo[] | undefined {
  if (!isRecord(json)) return undefined;
  const found = new Map<string, FieldInfo>();
  let isMapping = false;
  for (const index of Object.values(json)) {
    if (!isRecord(index) || !isRecord(index.mappings)) continue;
    isMapping = true;
    for (const field of fieldsOfIndex(index.mappings)) {
      const known = found.get(field.name);
      found.set(field.name, known === undefined ? field : merged(known, field));
    }
  }
  return isMapping || Object.keys(json).length === 0 ? [...found.values()].sort(byName) : undefined;
}

function merged({ unit, ...one }: FieldInfo, other: FieldInfo): FieldInfo {
  const nestedIn = one.nestedIn ?? other.nestedIn;
  return {
    ...one,
    ...(nestedIn !== undefined && { nestedIn }),
    ...(one.nestedIn !== other.nestedIn && { isAlsoPlain: true as const }),
    ...(unit !== undefined && unit === other.unit && { unit }),
    types: [...new Set([...one.types, ...other.types])],
    isSearchable: one.isSearchable && other.isSearchable,
    isAggregatable: one.isAggregatable && other.isAggregatable,
  };
}

interface Place {
  readonly prefix: string;
  readonly properties: unknown;
  readonly nestedIn?: string;
}

function fieldsOfIndex(mappings: Readonly<Record<string, unknown>>): FieldInfo[] {
  const typeless = isRecord(mappings.properties) || isRecord(mappings.runtime);
  const roots = typeless ? [mappings] : Object.values(mappings).filter(isRecord);
  const fields: FieldInfo[] = [];
  const aliases: { readonly name: string; readonly path: string }[] = [];
  const places: Place[] = roots.flatMap(({ properties, runtime }) => [
    { prefix: '', properties },
    { prefix: '', properties: runtime },
  ]);
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    if (!isRecord(place.properties)) continue;
    const { prefix, nestedIn } = place;
    for (const [last, node] of Object.entries(place.properties)) {
      const mapped = mappedSchema.safeParse(node).data;
      if (mapped === undefined) continue;
      const name = prefix + last;
      if (!isUsable(name)) continue;
      const isNested = mapped.type === 'nested';
      const below = {
        prefix: `${name}.`,
        ...(isNested ? { nestedIn: name } : nestedIn && { nestedIn }),
      };
      places.push({ ...below, properties: mapped.properties }, { ...below, properties: mapped.fields });
      if (mapped.type === 'alias' && mapped.path !== undefined) aliases.push({ name, path: mapped.path });
      else if (mapped.type !== undefined && !parents.has(mapped.type)) {
        fields.push({ ...fieldOf(name, mapped.type, mapped), ...(nestedIn !== undefined && { nestedIn }) });
      }
    }
  }
  const known = new Map(fields.map((field) => [field.name, field]));
  for (const { name, path } of aliases) {
    const target = known.get(path);
    if (target !== undefined) fields.push({ ...target, name });
  }
  return fields;
}

function fieldOf(name: string, type: string, { index, doc_values, fielddata, meta }: Mapped): FieldInfo {
  const unit = unitOfMeta(meta?.unit ?? '');
  const isOff = (option: unknown): boolean => option === false || option === 'false';
  return {
    name,
    types: [type],
    isSearchable: !isOff(index),
    isAggregatable: analyzedTypes.has(type) ? fielddata === true : !isOff(doc_values),
    ...(unit !== undefined && { unit }),
  };
}

/** The details of a field in a mapping, with one entry for each difference between indices. Server text. */
interface FieldDetails {
  /** The formats of a date: `epoch_second`, `dd/MM/yyyy||epoch_millis`; undefined for its type's default. */
  readonly formats: readonly (string | undefined)[];
  /** The value indexed for null, as JSON text; undefined for none, as if the document lacked the field. */
  readonly nullValues: readonly (string | undefined)[];
  /** Longer strings, in UTF-16 units, are not indexed: the minimum of all indices, infinite without a limit. */
  readonly ignoreAbove: number;
  /** The number of indices with the field. */
  readonly indices: number;
}

export type DetailsByField = ReadonlyMap<string, FieldDetails>;

/** The relevant options of one field in one index. */
const optionsSchema = z.object({
  format: z.catch(z.optional(z.string()), undefined),
  null_value: z.optional(z.unknown()),
  ignore_above: z.catch(z.optional(z.coerce.number()), undefined),
});
type FieldOptions = z.infer<typeof optionsSchema>;

function detailsOfOptions({ format, null_value, ignore_above }: FieldOptions): FieldDetails {
  return {
    formats: [format],
    nullValues: [null_value === undefined || null_value === null ? undefined : JSON.stringify(null_value)],
    ignoreAbove: ignore_above !== undefined && ignore_above >= 0 ? ignore_above : Number.POSITIVE_INFINITY,
    indices: 1,
  };
}

function mergedDetails(one: FieldDetails, other: FieldDetails): FieldDetails {
  return {
    formats: [...new Set([...one.formats, ...other.formats])],
    nullValues: [...new Set([...one.nullValues, ...other.nullValues])],
    ignoreAbove: Math.min(one.ignoreAbove, other.ignoreAbove),
    indices: one.indices + other.indices,
  };
}

/** A field in a response of `_mapping/field`: `mapping` has one member, by the last part of the name. */
const namedSchema = z.object({ full_name: z.string(), mapping: z.unknown() });

/**
 * The details in a response of `_mapping/field/<names>` of any version; undefined for any other JSON. Up to 6.8 the
 * fields are below the name of a type.
 */
export function detailsOfMapping(json: unknown): DetailsByField | undefined {
  if (!isRecord(json)) return undefined;
  const found = new Map<string, FieldDetails>();
  for (const index of Object.values(json)) {
    if (!isRecord(index) || !isRecord(index.mappings)) return undefined;
    for (const node of Object.values(index.mappings)) {
      if (!take(node, found) && isRecord(node)) for (const inType of Object.values(node)) take(inType, found);
    }
  }
  return found;
}

/** Adds a field; returns whether it is one. */
function take(node: unknown, found: Map<string, FieldDetails>): boolean {
  const { full_name: name, mapping } = namedSchema.safeParse(node).data ?? {};
  if (name === undefined || !isRecord(mapping)) return false;
  for (const written of Object.values(mapping)) {
    const options = optionsSchema.safeParse(written).data;
    if (options === undefined) continue;
    const details = detailsOfOptions(options);
    const known = found.get(name);
    found.set(name, known === undefined ? details : mergedDetails(known, details));
  }
  return true;
}
