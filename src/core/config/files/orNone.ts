/** Undefined if a reader fails: the reading of its file reports that. */
export function orNone<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
