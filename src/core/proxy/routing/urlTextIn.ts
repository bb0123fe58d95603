/** UTF-16 units of a line that are searched on either side of the cursor. */
const longestSearched = 4_000;

/**
 * The URL in the user's selection: its first line that is not empty, without quotation marks and punctuation around it.
 */
export function urlInSelection(selected: string): string {
  const line = selected
    .slice(0, 2 * longestSearched)
    .split(/\r?\n/)
    .find((one) => one.trim() !== '');
  return trimmedUrl(line ?? '');
}

/**
 * The URL at the cursor, in a line of any text; undefined if there is none.
 *
 * @param column in UTF-16 units
 */
export function urlAt(line: string, column: number): string | undefined {
  const from = Math.max(0, column - longestSearched);
  const near = line.slice(from, column + longestSearched);
  for (const { 0: found, index } of near.matchAll(urlInText)) {
    const url = trimmedUrl(found);
    const start = from + index;
    if (start <= column && column <= start + found.length && !/^[a-z]+:\/\/$/i.test(url)) return url;
  }
  return undefined;
}

/** Requires a scheme: without it, too many texts would look like a URL. */
const urlInText = /\b(?:https?|wss?|tcp|tls):\/\/[^\s"'`<>]+/gi;

const pairs: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);
const closingOf: ReadonlyMap<string, string> = new Map([...pairs].map(([closing, opening]) => [opening, closing]));

/** A word of a text without the quotation marks and brackets around it and the punctuation after it. */
export function trimmedUrl(text: string): string {
  const url = text.trim().replace(/^[\s"'`<([{]+/, '');
  const unopened = unopenedIn(url);
  let end = url.length;
  for (; end > 0; end--) {
    const last = url.charAt(end - 1);
    const more = unopened.get(last);
    // A bracket at the end belongs to the URL if the URL contains its opening bracket, such as in an IPv6 address.
    if (more === undefined ? !/[\s"'`<>.,;:!]/.test(last) : more <= 0) break;
    if (more !== undefined) unopened.set(last, more - 1);
  }
  return url.slice(0, end);
}

/** For each closing bracket, how many more of it the text has than of its opening bracket. */
function unopenedIn(text: string): Map<string, number> {
  const unopened = new Map([...pairs.keys()].map((closing) => [closing, 0]));
  for (const sign of text) {
    const closing = closingOf.get(sign) ?? sign;
    const more = unopened.get(closing);
    if (more !== undefined) unopened.set(closing, more + (closing === sign ? 1 : -1));
  }
  return unopened;
}
