/** UTF-16 units of a line that are looked at on either side of the cursor. */
const REACH = 4_000;

/**
 * What a person means by a selection: its first line that is not empty, without the quotation marks and brackets around it
 * and the punctuation behind it.
 */
export function urlInSelection(selected: string): string {
  const line = selected
    .slice(0, 2 * REACH)
    .split(/\r?\n/)
    .find((one) => one.trim() !== '');
  return trimmedUrl(line ?? '');
}

/**
 * The URL that the cursor is in or at, in a line of any text; undefined where there is none.
 *
 * @param column in UTF-16 units
 */
export function urlAt(line: string, column: number): string | undefined {
  const from = Math.max(0, column - REACH);
  const near = line.slice(from, column + REACH);
  for (const { 0: found, index } of near.matchAll(URL_IN_TEXT)) {
    const url = trimmedUrl(found);
    const start = from + index;
    if (start <= column && column <= start + found.length && !/^[a-z]+:\/\/$/i.test(url)) return url;
  }
  return undefined;
}

/** With a scheme: without one, too much would look like a URL. */
const URL_IN_TEXT = /\b(?:https?|wss?|tcp|tls):\/\/[^\s"'`<>]+/gi;

const PAIRS: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);

function trimmedUrl(text: string): string {
  let url = text.trim().replace(/^[\s"'`<([{]+/, '');
  // A bracket at the end belongs to the URL where the URL has the one that opens it, such as an IPv6 address.
  for (let last = url.at(-1); last !== undefined; last = url.at(-1)) {
    const opening = PAIRS.get(last);
    const isPunctuation = opening === undefined ? /[\s"'`<>.,;:!]/.test(last) : !isOpened(url, opening, last);
    if (!isPunctuation) break;
    url = url.slice(0, -1);
  }
  return url;
}

function isOpened(text: string, opening: string, closing: string): boolean {
  let open = 0;
  for (const sign of text) {
    if (sign === opening) open++;
    else if (sign === closing) open--;
  }
  return open >= 0;
}
