/**
 * UTF-16 units of a JSON text that the extension host's thread parses: it takes some hundredths of a second. Longer
 * texts are parsed by a job (core/jobs.ts), or entry by entry (arrayEntries.ts).
 */
export const longestParsed = 2 ** 22;

/** Parses unknown JSON, for a schema to check; undefined if the text is not JSON, or too long. */
export function jsonOrNothing(text: string): unknown {
  return text.length > longestParsed ? undefined : jsonOfAnyLength(text);
}

/** Parses like `jsonOrNothing`, for any length: for jobs, which run on this thread only if their text is short. */
export function jsonOfAnyLength(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
