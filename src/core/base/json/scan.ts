/** JSON's own characters, as UTF-16 units and bytes. An enum, because the bundler inlines its members as numbers. */
export enum JsonCode {
  Space = 0x20,
  LineFeed = 0x0a,
  CarriageReturn = 0x0d,
  Tab = 0x09,
  Quote = 0x22,
  Backslash = 0x5c,
  Comma = 0x2c,
  Colon = 0x3a,
  OpenBracket = 0x5b,
  CloseBracket = 0x5d,
  OpenBrace = 0x7b,
  CloseBrace = 0x7d,
}

/**
 * Finds the parts of a JSON text as they were written, because `JSON.parse` rounds numbers of more than 15 digits and
 * loses the spelling of numbers and strings. Parts are indices, without copies, so that large pages of documents are
 * read quickly.
 *
 * Every function here takes a text that `JSON.parse` has accepted, so that only strings and brackets matter. For any
 * other text the result is meaningless, but it ends in linear time.
 */

/** A value in a JSON text, [start, end). */
export type JsonPlace = readonly [start: number, end: number];

export function isJsonSpace(code: number): boolean {
  return (
    code === JsonCode.Space || code === JsonCode.LineFeed || code === JsonCode.CarriageReturn || code === JsonCode.Tab
  );
}

/** The index of the first character at or after `at`, and before `before`, that is not white space. */
export function skipSpace(text: string, at: number, before: number = text.length): number {
  // True for nearly all calls. NaN, from after the end, is not greater.
  if (text.charCodeAt(at) > JsonCode.Space) return at;
  const most = Math.min(before, text.length);
  let index = at;
  while (index < most && isJsonSpace(text.charCodeAt(index))) index++;
  return index;
}

/** The index after the string that starts with the quote at `at`, at most `before` or the end of the text. */
export function behindString(text: string, at: number, before: number = text.length): number {
  const most = Math.min(before, text.length);
  for (let index = at + 1; ; ) {
    const quote = text.indexOf('"', index);
    if (quote < 0 || quote >= most) return most;
    // True for nearly all strings.
    if (text.charCodeAt(quote - 1) !== JsonCode.Backslash) return quote + 1;
    let slashes = 1;
    while (quote - slashes > index && text.charCodeAt(quote - slashes - 1) === JsonCode.Backslash) slashes++;
    if (slashes % 2 === 0) return quote + 1;
    index = quote + 1;
  }
}

/** The index after the string, number or word that starts at `at`: at least one character further. */
export function behindToken(text: string, at: number): number {
  if (text.charCodeAt(at) === JsonCode.Quote) return behindString(text, at);
  let index = at + 1;
  while (index < text.length && !endsWord(text.charCodeAt(index))) index++;
  return index;
}

function endsWord(code: number): boolean {
  if (code <= JsonCode.Space) return true;
  if (code === JsonCode.Comma || code === JsonCode.CloseBrace || code === JsonCode.CloseBracket) return true;
  return (
    code === JsonCode.Quote || code === JsonCode.Colon || code === JsonCode.OpenBrace || code === JsonCode.OpenBracket
  );
}

/** The index after the value that starts at `at`. */
export function behindValue(text: string, at: number): number {
  const first = text.charCodeAt(at);
  if (first !== JsonCode.OpenBrace && first !== JsonCode.OpenBracket) return behindToken(text, at);
  let depth = 0;
  for (let index = at; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === JsonCode.Quote) index = behindString(text, index) - 1;
    // Commas, colons, digits, and white space are most of the rest.
    else if (code < JsonCode.OpenBracket) continue;
    else if (code === JsonCode.OpenBrace || code === JsonCode.OpenBracket) depth++;
    else if ((code === JsonCode.CloseBrace || code === JsonCode.CloseBracket) && --depth === 0) return index + 1;
  }
  return text.length;
}

/**
 * The index of the comma or bracket that ends the value that starts at or after `at`; `before`, or the end of the text,
 * if there is none earlier. For unchecked texts: anything between a value and its comma belongs to the value.
 */
export function endOfValue(text: string, at: number, before: number = text.length): number {
  const most = Math.min(before, text.length);
  let depth = 0;
  let index = at;
  while (index < most) {
    const code = text.charCodeAt(index);
    if (code === JsonCode.Quote) {
      index = behindString(text, index, most);
      continue;
    }
    if (code === JsonCode.OpenBrace || code === JsonCode.OpenBracket) depth++;
    else if (code === JsonCode.CloseBrace || code === JsonCode.CloseBracket) {
      if (depth === 0) return index;
      depth--;
    } else if (code === JsonCode.Comma && depth === 0) return index;
    index++;
  }
  return most;
}

export function isObjectText(text: string, at: number): boolean {
  return text.charCodeAt(at) === JsonCode.OpenBrace;
}

export function isListText(text: string, at: number): boolean {
  return text.charCodeAt(at) === JsonCode.OpenBracket;
}

/** The unescaped name; one with an invalid escape stays as it is. */
function unescaped(key: string): string {
  try {
    return String(JSON.parse(`"${key}"`));
  } catch {
    return key;
  }
}

/**
 * Visits the members of the object at `at`, in order, with unescaped names; a name may occur twice.
 *
 * @param visit may return the index after the value, if it went through it anyway
 * @returns the index after the object
 */
export function visitMembers(
  text: string,
  at: number,
  visit: (name: string, start: number) => number | undefined,
): number {
  let index = skipSpace(text, at + 1);
  while (text.charCodeAt(index) === JsonCode.Quote) {
    const behindKey = behindString(text, index);
    const key = text.slice(index + 1, behindKey - 1);
    const name = key.includes('\\') ? unescaped(key) : key;
    const start = skipSpace(text, skipSpace(text, behindKey) + 1);
    index = skipSpace(text, visit(name, start) ?? behindValue(text, start));
    if (text.charCodeAt(index) !== JsonCode.Comma) break;
    index = skipSpace(text, index + 1);
  }
  return Math.min(text.length, index + 1);
}

/**
 * Visits the items of the list at `at`.
 *
 * @param visit may return the index after the item, if it went through it anyway
 * @returns the index after the list
 */
export function visitItems(text: string, at: number, visit: (start: number) => number | undefined): number {
  let index = skipSpace(text, at + 1);
  while (index < text.length && text.charCodeAt(index) !== JsonCode.CloseBracket) {
    index = skipSpace(text, visit(index) ?? behindValue(text, index));
    if (text.charCodeAt(index) !== JsonCode.Comma) break;
    index = skipSpace(text, index + 1);
  }
  return Math.min(text.length, index + 1);
}

/**
 * The texts of the items of a JSON array, as received, without the white space around them.
 *
 * @param text a JSON text; anything but an array gives no items
 */
export function arrayItems(text: string): string[] {
  const items: string[] = [];
  const at = skipSpace(text, 0);
  if (!isListText(text, at)) return items;
  visitItems(text, at, (start) => {
    const end = behindValue(text, start);
    items.push(text.slice(start, end));
    return end;
  });
  return items;
}

/**
 * The members of a JSON object in order, with unescaped names and values as received; a name may occur twice.
 *
 * @param text a JSON text; anything but an object has no members
 */
export function objectMembers(text: string): (readonly [name: string, value: string])[] {
  const found: (readonly [name: string, value: string])[] = [];
  const at = skipSpace(text, 0);
  if (!isObjectText(text, at)) return found;
  visitMembers(text, at, (name, start) => {
    const end = behindValue(text, start);
    found.push([name, text.slice(start, end)]);
    return end;
  });
  return found;
}

/**
 * The text of a JSON object's member, as received. The last of several with the same name, like `JSON.parse`.
 *
 * @param text a JSON text; anything but an object has no members
 * @param name the member's name, unescaped
 */
export function memberText(text: string, name: string): string | undefined {
  let found: string | undefined;
  const at = skipSpace(text, 0);
  if (!isObjectText(text, at)) return found;
  visitMembers(text, at, (its, start) => {
    if (its !== name) return undefined;
    const end = behindValue(text, start);
    found = text.slice(start, end);
    return end;
  });
  return found;
}

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
