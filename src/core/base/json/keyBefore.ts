/**
 * Where the key begins that a text ends with, as does the part of a line before the value of a member: `{ "a": ` → 2, the
 * index of its first quote. Undefined where the text does not end with a key and its colon.
 *
 * Looked for from the end, in time linear to the text, whatever quotes and backslashes it holds.
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
    // The quotes in a key are escaped; in a piece of a line the first of them may be as well.
    if (!isEscaped(key, quote)) break;
  }
  return start;
}

/** The index of the last quote before `at`; -1 where there is none. */
function previousQuote(text: string, at: number): number {
  return at === 0 ? -1 : text.lastIndexOf('"', at - 1);
}

/** Whether an odd number of backslashes stands before it. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (first > 0 && text.charAt(first - 1) === '\\') first--;
  return (at - first) % 2 === 1;
}
