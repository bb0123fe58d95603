/**
 * UTF-16 units of a JSON text that the thread of the extension host parses: some hundredths of a second. What may well be longer is read by a job
 * (worker/jobs.ts), or entry by entry (arrayEntries.ts).
 */
export const LONGEST_PARSED = 2 ** 22;

/** Reads JSON that may be anything, for a schema to look at; undefined where the text is no JSON, or longer than it may be. */
export function jsonOrNothing(text: string): unknown {
  return text.length > LONGEST_PARSED ? undefined : jsonOfAnyLength(text);
}

/** The same, however long the text is: for jobs, whose text is only then read here when it is short. */
export function jsonOfAnyLength(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether it is a JSON object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
