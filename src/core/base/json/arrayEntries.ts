import { behindString, endOfValue, isJsonSpace, JsonCode, skipSpace } from './scan';

/** Characters of one entry that are read at once: `JSON.parse` of more would block the event loop for too long. */
export const longestEntry = 4 * 2 ** 20;

export type ArrayEntries = ReturnType<typeof arrayEntriesAt>;

/** An entry that is too long to read. */
export const entryTooLong = Symbol('tooLong');
/** The end of an entry that is too long was not reached yet. */
const entryContinues = Symbol('going');

/**
 * Whether the first character other than white space opens an array, which distinguishes a listing from other
 * responses.
 */
export function isArrayText(text: string): boolean {
  return text.charCodeAt(skipSpace(text, 0, longestEntry)) === JsonCode.OpenBracket;
}

/** Reads an array that makes up all of `text`. */
export function arrayEntries(text: string): ArrayEntries {
  const entries = arrayEntriesAt(text, skipSpace(text, 0, longestEntry));
  return {
    next(likely) {
      const next = entries.next(likely);
      if (next === undefined && skipSpace(text, entries.end, entries.end + longestEntry) < text.length) {
        throw new SyntaxError('more behind the array');
      }
      return next;
    },
    get end() {
      return entries.end;
    },
  };
}

/** Reads the array that begins at `start` entry by entry, so that a long one need not be parsed at once. */
export function arrayEntriesAt(text: string, start: number) {
  /** The index of the next entry, or of the closing bracket. */
  let at = start;
  if (text.charCodeAt(at) !== JsonCode.OpenBracket) throw new SyntaxError('no array');
  at = skipSpace(text, at + 1, at + longestEntry);
  let isOver = false;
  let skipping: Skipping | undefined;

  /** Continues after the entry that ends at `end`. */
  const goOn = (end: number): void => {
    const code = text.charCodeAt(end);
    if (code === JsonCode.CloseBracket) at = end;
    else if (code === JsonCode.Comma) {
      at = skipSpace(text, end + 1, end + longestEntry);
      if (text.charCodeAt(at) === JsonCode.CloseBracket) throw new SyntaxError('a comma behind the last entry');
    } else throw new SyntaxError('the array does not end');
  };
  const skip = (one: Skipping): typeof entryTooLong | typeof entryContinues => {
    if (!skipSome(text, one)) return entryContinues;
    skipping = undefined;
    goOn(one.at);
    return entryTooLong;
  };

  return {
    /**
     * The text of the next entry, as received; undefined after the last one. `tooLong` stands for an entry of more than
     * `longestEntry` characters, and `going` means that the entry has not ended yet: call again.
     *
     * The text is a view of the whole, which it keeps in memory: copy (see `ownCopy`) the parts to keep.
     *
     * @param likely the probable entry; if it is right, it is found faster
     * @throws SyntaxError if there is no array, or it is incomplete. The content of an entry is left to `JSON.parse`
     */
    next(likely?: string): string | typeof entryTooLong | typeof entryContinues | undefined {
      if (isOver) return undefined;
      if (skipping !== undefined) return skip(skipping);
      if (text.charCodeAt(at) === JsonCode.CloseBracket) {
        isOver = true;
        return undefined;
      }
      // An object ends with its bracket: a text that begins with the whole object begins with this entry.
      if (likely?.startsWith('{') && text.startsWith(likely, at)) {
        const behind = skipSpace(text, at + likely.length, at + longestEntry);
        goOn(behind);
        return likely;
      }
      const from = at;
      const most = from + longestEntry;
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
    /** The index after the array, once `next` has returned undefined. */
    get end(): number {
      return at + 1;
    },
  };
}

interface Skipping {
  at: number;
  depth: number;
  isInString: boolean;
}

/** Skips a part of an entry. True if its end was found. */
function skipSome(text: string, skipping: Skipping): boolean {
  const before = Math.min(text.length, skipping.at + longestEntry);
  let { at, depth, isInString } = skipping;
  for (; at < before; at++) {
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === JsonCode.Backslash) at++;
      else if (code === JsonCode.Quote) isInString = false;
    } else if (code === JsonCode.Quote) isInString = true;
    else if (code === JsonCode.OpenBrace || code === JsonCode.OpenBracket) depth++;
    else if (depth > 0) {
      if (code === JsonCode.CloseBrace || code === JsonCode.CloseBracket) depth--;
    } else if (code === JsonCode.Comma || code === JsonCode.CloseBrace || code === JsonCode.CloseBracket) break;
  }
  const isFound = at < before || at >= text.length;
  skipping.at = at;
  skipping.depth = depth;
  skipping.isInString = isInString;
  return isFound;
}

/** A copy of the text. V8 makes a part of a string a view that keeps the whole string in memory. */
export function ownCopy(text: string): string {
  return Buffer.from(text).toString();
}

/** An estimate of the values in a JSON text: each one except the first follows a comma or an opening bracket. */
export function valuesIn(text: string): number {
  let count = 1;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === JsonCode.Comma || code === JsonCode.OpenBrace || code === JsonCode.OpenBracket) count++;
    at = code === JsonCode.Quote ? behindString(text, at) : at + 1;
  }
  return count;
}
