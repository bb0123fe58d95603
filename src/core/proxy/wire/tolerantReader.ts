import * as z from 'zod/mini';
import { isRecord } from '../../base/json/parse';
import { checkOf } from './conforms';

export const noEntries: readonly string[] = [];

export interface TolerantRead<S extends z.core.$ZodType> {
  readonly view: z.infer<S>;
  /** Names of the fields that do not fit the schema. */
  readonly unread: readonly string[];
}

/**
 * Makes a function that reads an object by its schema and leaves out each top-level field that does not fit. The
 * function returns undefined for any other value than an object, and for an object without a required field.
 *
 * If the whole object fits, the view is the object itself, so it may have more fields than the schema.
 */
export function tolerantReaderOf<S extends z.core.$ZodObject>(
  schema: S,
): (raw: unknown) => TolerantRead<S> | undefined {
  const fits = checkOf(schema);
  return (raw) => {
    // Safe: `fits` has checked it.
    if (fits(raw)) return { view: raw as z.infer<S>, unread: noEntries };
    return readPartly(schema, raw);
  };
}

function readPartly<S extends z.core.$ZodObject>(schema: S, raw: unknown): TolerantRead<S> | undefined {
  const { error } = z.safeParse(schema, raw);
  if (error === undefined || !isRecord(raw)) return undefined;
  const unread = [...new Set(error.issues.map(({ path }) => String(path[0])))];
  const sound = Object.fromEntries(Object.entries(raw).filter(([name]) => !unread.includes(name)));
  const rest = z.safeParse(schema, sound);
  return rest.success ? { view: rest.data, unread } : undefined;
}
