import * as z from 'zod/mini';
import { isRecord } from '../../base/json/parse';

/** What a mapping says of a field beyond its type, with one entry for each way in which indices differ. Server text. */
export interface FieldDetails {
  /** How a date is written: `epoch_second`, `dd/MM/yyyy||epoch_millis`; undefined: as its type is by default. */
  readonly formats: readonly (string | undefined)[];
  /** What is indexed where a document has null, as JSON text; undefined: nothing, as where it lacks the field. */
  readonly nullValues: readonly (string | undefined)[];
  /** A string of more UTF-16 units is not indexed: the least of all indices, infinite where none says so. */
  readonly ignoreAbove: number;
  /** How many indices have it. */
  readonly indices: number;
}

export type DetailsByField = ReadonlyMap<string, FieldDetails>;

/** The options of one field in one index, as far as they matter here. */
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

/** What two indices say of the same field. */
function mergedDetails(one: FieldDetails, other: FieldDetails): FieldDetails {
  return {
    formats: [...new Set([...one.formats, ...other.formats])],
    nullValues: [...new Set([...one.nullValues, ...other.nullValues])],
    ignoreAbove: Math.min(one.ignoreAbove, other.ignoreAbove),
    indices: one.indices + other.indices,
  };
}

/** A field in an answer of `_mapping/field`: `mapping` has one member, by the last part of the name. */
const namedSchema = z.object({ full_name: z.string(), mapping: z.unknown() });

/**
 * The details in an answer of `_mapping/field/<names>` of any version; undefined where it is none. Up to 6.8 the fields stand
 * below the name of a type.
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

/** Whether it is a field. */
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
