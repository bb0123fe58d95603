import { BACKSLASH, CLOSE_BRACE, CLOSE_BRACKET, COMMA, OPEN_BRACE, OPEN_BRACKET, QUOTE, SPACE } from './codes';
import { skipSpace } from './slices';

/** A value in a JSON text, [start, end). */
export type JsonPlace = readonly [start: number, end: number];

/**
 * Goes once through a JSON text that `JSON.parse` has accepted, by places in it and without copies: a page of a hundred
 * documents with hundreds of fields each is read in some milliseconds. On any other text the result means nothing, but it
 * ends.
 */

/** Most strings are shorter, and stepping through those is faster than a call. */
const LOOKED_AT = 32;

/** The index behind the string that starts with the quote at `at`; fast for long ones. */
function behindString(text: string, at: number): number {
  const near = Math.min(text.length, at + LOOKED_AT);
  let index = at + 1;
  for (; index < near; index++) {
    const code = text.charCodeAt(index);
    if (code === BACKSLASH) index++;
    else if (code === QUOTE) return index + 1;
  }
  for (;;) {
    const quote = text.indexOf('"', index);
    if (quote < 0) return text.length;
    let slashes = 0;
    while (quote - slashes > index && text.charCodeAt(quote - slashes - 1) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return quote + 1;
    index = quote + 1;
  }
}

/** The index behind the number or word that starts at `at`: at least one character further. */
function behindWord(text: string, at: number): number {
  let index = at + 1;
  for (; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code <= SPACE || code === COMMA || code === CLOSE_BRACE || code === CLOSE_BRACKET) break;
  }
  return index;
}

/** The index behind the value that starts at `at`. */
export function behindValue(text: string, at: number): number {
  const first = text.charCodeAt(at);
  if (first === QUOTE) return behindString(text, at);
  if (first !== OPEN_BRACE && first !== OPEN_BRACKET) return behindWord(text, at);
  let depth = 0;
  for (let index = at; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = behindString(text, index) - 1;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++;
    else if ((code === CLOSE_BRACE || code === CLOSE_BRACKET) && --depth === 0) return index + 1;
  }
  return text.length;
}

export function isObject(text: string, at: number): boolean {
  return text.charCodeAt(at) === OPEN_BRACE;
}

export function isList(text: string, at: number): boolean {
  return text.charCodeAt(at) === OPEN_BRACKET;
}

/** What a name means; one with an escape that JSON does not have means itself. */
function unescaped(key: string): string {
  try {
    return String(JSON.parse(`"${key}"`));
  } catch {
    return key;
  }
}

/**
 * Visits the members of the object at `at`, in their order, names unescaped; a name can come twice.
 *
 * @param visit may return the index behind the value where it has gone through it anyway
 * @returns the index behind the object
 */
export function visitMembers(
  text: string,
  at: number,
  visit: (name: string, start: number) => number | undefined,
): number {
  let index = skipSpace(text, at + 1);
  while (text.charCodeAt(index) === QUOTE) {
    const behindKey = behindString(text, index);
    const key = text.slice(index + 1, behindKey - 1);
    const name = key.includes('\\') ? unescaped(key) : key;
    const start = skipSpace(text, skipSpace(text, behindKey) + 1);
    index = skipSpace(text, visit(name, start) ?? behindValue(text, start));
    if (text.charCodeAt(index) !== COMMA) break;
    index = skipSpace(text, index + 1);
  }
  return Math.min(text.length, index + 1);
}

/**
 * Visits the items of the list at `at`.
 *
 * @param visit may return the index behind the item where it has gone through it anyway
 * @returns the index behind the list
 */
export function visitItems(text: string, at: number, visit: (start: number) => number | undefined): number {
  let index = skipSpace(text, at + 1);
  while (index < text.length && text.charCodeAt(index) !== CLOSE_BRACKET) {
    index = skipSpace(text, visit(index) ?? behindValue(text, index));
    if (text.charCodeAt(index) !== COMMA) break;
    index = skipSpace(text, index + 1);
  }
  return Math.min(text.length, index + 1);
}
