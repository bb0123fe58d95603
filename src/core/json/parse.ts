/** Reads JSON that may be anything, for a schema to look at; undefined where the text is no JSON. */
export function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
