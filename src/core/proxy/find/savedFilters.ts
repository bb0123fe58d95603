import * as z from 'zod/mini';

/** The most characters of a filter that are kept and read. */
export const LONGEST_FILTER = 1_000;

const savedSchema = z.record(z.uuid(), z.string().check(z.maxLength(LONGEST_FILTER)));

/**
 * Reads the filters that a workspace keeps: the text of each endpoint's filter by the endpoint's id. What was kept by
 * whatever else is no filter.
 */
export function readSavedFilters(kept: unknown): Map<string, string> {
  const parsed = savedSchema.safeParse(kept);
  return new Map(parsed.success ? Object.entries(parsed.data).filter(([, text]) => text.trim() !== '') : []);
}
