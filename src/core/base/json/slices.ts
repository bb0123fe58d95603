import { BACKSLASH, CLOSE_BRACE, CLOSE_BRACKET, COLON, COMMA, OPEN_BRACE, OPEN_BRACKET, QUOTE } from './codes';

/**
 * Finds the pieces of a JSON text as they stand in it, because `JSON.parse` rounds numbers of more than 15 digits and
 * forgets how numbers and strings were written.
 *
 * Every function here takes a text that `JSON.parse` has accepted, so that only strings and brackets need watching. On
 * any other text the result means nothing, but it ends, in time linear to the text.
 */

/** Whether the code unit is white space between JSON tokens. */
export function isJsonSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** The index behind the string that starts with the quote at `at`; one at or after `before` where it does not end before that. */
export function endOfString(text: string, at: number, before: number = text.length): number {
  const most = Math.min(before, text.length);
  for (let index = at + 1; index < most; index++) {
    const code = text.charCodeAt(index);
    if (code === BACKSLASH) index++;
    else if (code === QUOTE) return index + 1;
  }
  return most;
}

/** The index behind the string, number or word that starts at `at`: at least one character further. */
export function endOfToken(text: string, at: number): number {
  if (text.charCodeAt(at) === QUOTE) return endOfString(text, at);
  NOT_IN_WORD.lastIndex = at + 1;
  return NOT_IN_WORD.exec(text)?.index ?? text.length;
}

const NOT_IN_WORD = /[\s{}[\],:"]/g;

/**
 * The index behind the value that starts at or after `at`: that of the comma or bracket that ends it; `before`, or the end of
 * the text, where it does not end before that.
 */
export function endOfValue(text: string, at: number, before: number = text.length): number {
  const most = Math.min(before, text.length);
  let depth = 0;
  let index = at;
  while (index < most) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      index = endOfString(text, index, most);
      continue;
    }
    if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++;
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      if (depth === 0) return index;
      depth--;
    } else if (code === COMMA && depth === 0) return index;
    index++;
  }
  return most;
}

/** The index of the first character at or after `at`, and before `before`, that is no white space. */
export function skipSpace(text: string, at: number, before: number = text.length): number {
  const most = Math.min(before, text.length);
  let index = at;
  while (index < most && isJsonSpace(text.charCodeAt(index))) index++;
  return index;
}

/**
 * The texts of the items of a JSON array, as received, without the white space around them.
 *
 * @param text a JSON text; anything but an array gives no items
 */
export function arrayItems(text: string): string[] {
  const items: string[] = [];
  let at = skipSpace(text, 0);
  if (text.charCodeAt(at) !== OPEN_BRACKET) return items;
  at = skipSpace(text, at + 1);
  if (text.charCodeAt(at) === CLOSE_BRACKET) return items;
  for (;;) {
    const end = endOfValue(text, at);
    items.push(text.slice(at, end).trimEnd());
    if (text.charCodeAt(end) !== COMMA) return items;
    at = skipSpace(text, end + 1);
  }
}

/** The members of a JSON object in their order: keys as they are written, with their quotes, and values as received. */
function* writtenMembers(text: string): Generator<readonly [key: string, value: string]> {
  let at = skipSpace(text, 0);
  if (text.charCodeAt(at) !== OPEN_BRACE) return;
  at = skipSpace(text, at + 1);
  while (at < text.length && text.charCodeAt(at) === QUOTE) {
    const keyEnd = endOfString(text, at);
    const colon = skipSpace(text, keyEnd);
    if (text.charCodeAt(colon) !== COLON) return;
    const start = skipSpace(text, colon + 1);
    const end = endOfValue(text, start);
    yield [text.slice(at, keyEnd), text.slice(start, end).trimEnd()];
    at = skipSpace(text, end + 1);
  }
}

/**
 * The members of a JSON object in their order, with names unescaped and values as received; a name can come twice.
 *
 * @param text a JSON text; anything but an object has no members
 */
export function* members(text: string): Generator<readonly [name: string, value: string]> {
  for (const [key, value] of writtenMembers(text)) yield [String(JSON.parse(key)), value];
}

/**
 * The text of a JSON object's member, as received. Of several with the same name the last, as `JSON.parse` has it.
 *
 * @param text a JSON text; anything but an object has no members
 * @param name the member's name, unescaped
 */
export function memberText(text: string, name: string): string | undefined {
  let found: string | undefined;
  for (const [key, value] of writtenMembers(text)) if (isNamed(key, name)) found = value;
  return found;
}

/** Whether a key as it is written, with its quotes, says `name`; escapes in keys are rare and read only where they are. */
function isNamed(key: string, name: string): boolean {
  return key.includes('\\') ? JSON.parse(key) === name : key.length === name.length + 2 && key.startsWith(name, 1);
}
