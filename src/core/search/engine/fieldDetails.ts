import * as z from 'zod/mini';
import { isRecord } from '../../base/json/parse';

/** The details of a field in a mapping, with one entry for each difference between indices. Server text. */
export interface FieldDetails {
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

/** Merges the details of the same field in two indices. */
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
