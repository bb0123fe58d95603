import * as z from 'zod/mini';
import { isRecord } from '../../base/json/parse';
import { checkOf } from './conforms';

/** An empty list, the same one for all. */
export const noEntries: readonly string[] = [];

/** What a schema made of an object. */
export interface TolerantRead<S extends z.core.$ZodType> {
  readonly view: z.infer<S>;
  /** Names of the fields that are not as the schema has them. */
  readonly unread: readonly string[];
}

/**
 * Makes a function that reads an object by its schema; what does not fit is left out with the whole top-level field that
 * it is in. It gives undefined where not even that helps: it is no object, or lacks what it must have.
 *
 * Of what fits whole the view is the object itself: it may hold more than the schema knows.
 */
export function tolerantReaderOf<S extends z.core.$ZodObject>(
  schema: S,
): (raw: unknown) => TolerantRead<S> | undefined {
  const fits = checkOf(schema);
  return (raw) => {
    // Safe: that is what `fits` says.
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
