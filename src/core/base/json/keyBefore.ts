/**
 * The index of the key that a text ends with, such as the part of a line before the value of a member: `{ "a": ` → 2,
 * its first quote. Undefined if the text does not end with a key and its colon.
 *
 * Searches from the end, in linear time for any quotes and backslashes.
 */
export function keyBefore(text: string): number | undefined {
  const withColon = text.trimEnd();
  if (!withColon.endsWith(':')) return undefined;
  const key = withColon.slice(0, -1).trimEnd();
  const end = key.length - 1;
  if (!key.endsWith('"') || isEscaped(key, end)) return undefined;
  let start: number | undefined;
  for (let quote = previousQuote(key, end); quote >= 0; quote = previousQuote(key, quote)) {
    start = quote;
    // Quotes in a key are escaped. In a part of a line, the first quote may be escaped, too.
    if (!isEscaped(key, quote)) break;
  }
  return start;
}

/** The index of the last quote before `at`; -1 if there is none. */
function previousQuote(text: string, at: number): number {
  return at === 0 ? -1 : text.lastIndexOf('"', at - 1);
}

/** Whether an odd number of backslashes precedes it. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (first > 0 && text.charAt(first - 1) === '\\') first--;
  return (at - first) % 2 === 1;
}
