import { BACKSLASH, CLOSE_BRACE, CLOSE_BRACKET, COMMA, OPEN_BRACE, OPEN_BRACKET, QUOTE } from './codes';
import { behindString, endOfValue, isJsonSpace, skipSpace } from './scan';

/** Characters of one entry that are read at once: `JSON.parse` of more would hold the event loop for too long. */
export const LONGEST_ENTRY = 4 * 2 ** 20;

/** Goes through a JSON array, entry by entry, so that a long one need not be read at once. */
export interface ArrayEntries {
  /**
   * The text of the next entry, as received; undefined behind the last one. `tooLong` takes the place of an entry of more than
   * `LONGEST_ENTRY` characters, and `going` says that this is not at its end yet: ask again.
   *
   * The text is a part of the whole, and keeps that alive: take a copy (see `ownCopy`) of what is to be kept.
   *
   * @param likely what it may well be; where it is, that is found out faster
   * @throws SyntaxError where there is no array, or it is not whole. What an entry is made of is left to `JSON.parse`
   */
  next(likely?: string): string | typeof ENTRY_TOO_LONG | typeof ENTRY_CONTINUES | undefined;
  /** The index behind the array, once `next` has given undefined. */
  readonly end: number;
}

/** An entry that is too long to be read. */
export const ENTRY_TOO_LONG = Symbol('tooLong');
/** More of an entry that is too long is to be passed over. */
export const ENTRY_CONTINUES = Symbol('going');

/** Whether the first that is no white space opens an array; an answer of something else can be told by it. */
export function isArrayText(text: string): boolean {
  return text.charCodeAt(skipSpace(text, 0, LONGEST_ENTRY)) === OPEN_BRACKET;
}

/** Goes through the array that is the whole of `text`. */
export function arrayEntries(text: string): ArrayEntries {
  const entries = arrayEntriesAt(text, skipSpace(text, 0, LONGEST_ENTRY));
  return {
    next(likely) {
      const next = entries.next(likely);
      if (next === undefined && skipSpace(text, entries.end, entries.end + LONGEST_ENTRY) < text.length) {
        throw new SyntaxError('more behind the array');
      }
      return next;
    },
    get end() {
      return entries.end;
    },
  };
}

/** Goes through the array that begins at `start`. */
export function arrayEntriesAt(text: string, start: number): ArrayEntries {
  /** Where the next entry begins, or the bracket behind the last one. */
  let at = start;
  if (text.charCodeAt(at) !== OPEN_BRACKET) throw new SyntaxError('no array');
  at = skipSpace(text, at + 1, at + LONGEST_ENTRY);
  let isOver = false;
  let skipping: Skipping | undefined;

  /** Goes on behind the entry that ends at `end`. */
  const goOn = (end: number): void => {
    const code = text.charCodeAt(end);
    if (code === CLOSE_BRACKET) at = end;
    else if (code === COMMA) {
      at = skipSpace(text, end + 1, end + LONGEST_ENTRY);
      if (text.charCodeAt(at) === CLOSE_BRACKET) throw new SyntaxError('a comma behind the last entry');
    } else throw new SyntaxError('the array does not end');
  };
  const skip = (one: Skipping): typeof ENTRY_TOO_LONG | typeof ENTRY_CONTINUES => {
    if (!skipSome(text, one)) return ENTRY_CONTINUES;
    skipping = undefined;
    goOn(one.at);
    return ENTRY_TOO_LONG;
  };

  return {
    next(likely) {
      if (isOver) return undefined;
      if (skipping !== undefined) return skip(skipping);
      if (text.charCodeAt(at) === CLOSE_BRACKET) {
        isOver = true;
        return undefined;
      }
      // An object ends with its bracket: what begins with a whole one is that one.
      if (likely?.startsWith('{') && text.startsWith(likely, at)) {
        const behind = skipSpace(text, at + likely.length, at + LONGEST_ENTRY);
        goOn(behind);
        return likely;
      }
      const from = at;
      const most = from + LONGEST_ENTRY;
      const end = endOfValue(text, from, most);
      if (end >= most && end < text.length) {
        skipping = { at: from, depth: 0, isInString: false };
        return skip(skipping);
      }
      goOn(end);
      let behind = end;
      while (behind > from && isJsonSpace(text.charCodeAt(behind - 1))) behind--;
      return text.slice(from, behind);
    },
    get end() {
      return at + 1;
    },
  };
}

/** How far an entry was passed over. */
interface Skipping {
  at: number;
  depth: number;
  isInString: boolean;
}

/** Passes over so much of an entry. True where its end is found. */
function skipSome(text: string, skipping: Skipping): boolean {
  const before = Math.min(text.length, skipping.at + LONGEST_ENTRY);
  let { at, depth, isInString } = skipping;
  for (; at < before; at++) {
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) isInString = false;
    } else if (code === QUOTE) isInString = true;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++;
    else if (depth > 0) {
      if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--;
    } else if (code === COMMA || code === CLOSE_BRACE || code === CLOSE_BRACKET) break;
  }
  const isFound = at < before || at >= text.length;
  skipping.at = at;
  skipping.depth = depth;
  skipping.isInString = isInString;
  return isFound;
}

/** The same text in memory of its own. V8 makes a part of a string a view that keeps the whole of it alive. */
export function ownCopy(text: string): string {
  return Buffer.from(text).toString();
}

/** How many values a JSON text holds, about: each one but the first stands behind a comma or in a bracket. */
export function valuesIn(text: string): number {
  let count = 1;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === OPEN_BRACE || code === OPEN_BRACKET) count++;
    at = code === QUOTE ? behindString(text, at) : at + 1;
  }
  return count;
}
