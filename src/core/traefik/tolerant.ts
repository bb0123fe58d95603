import type * as z from 'zod/mini';

/** An empty list, the same one for all. */
export const NONE: readonly string[] = [];

/** What a schema made of an object. */
export interface Read<S extends z.ZodMiniType> {
  readonly view: z.infer<S>;
  /** Names of the fields that are not as the schema has them. */
  readonly unread: readonly string[];
}

/**
 * Reads an object by its schema; what does not fit is left out with the whole top-level field that it is in.
 *
 * @returns undefined where not even that helps: it is no object, or lacks what it must have
 */
export function readTolerantly<S extends z.ZodMiniObject>(schema: S, raw: unknown): Read<S> | undefined {
  const whole = schema.safeParse(raw);
  if (whole.success) return { view: whole.data, unread: NONE };
  if (!isRecord(raw)) return undefined;
  const unread = [...new Set(whole.error.issues.map(({ path }) => String(path[0])))];
  const rest = schema.safeParse(Object.fromEntries(Object.entries(raw).filter(([name]) => !unread.includes(name))));
  return rest.success ? { view: rest.data, unread } : undefined;
}

/** Whether it is a JSON object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
