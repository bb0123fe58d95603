import { arrayItems } from '../../base/json/scan';

/**
 * Where a result is gone on from. `search_after` goes on behind sort values, not behind a hit: where hits can share them,
 * those that a page no longer held would be lost. So a cursor stays before the last sort values of the page, and counts
 * the hits with those values that were shown. Inside a point in time equal hits come in the same order each time.
 */
export interface SearchCursor {
  /** The JSON text of `search_after`; undefined: from the beginning. */
  readonly after: string | undefined;
  /** How many hits behind `after` were passed already: a request asks for so many more, and leaves them out. */
  readonly skip: number;
  /** The sort values of those that are left out, as the JSON text of their list; undefined where there are none. */
  readonly skipped?: string;
}

export const startOfResult: SearchCursor = { after: undefined, skip: 0 };

/**
 * The cursor behind the hits of an answer. Sort values go back as they came, digit by digit: a string of digits is another
 * thing to an engine, which reads it by the field's format, so that no `date_nanos` could be gone on from (review, bug 2).
 *
 * @param cursor the one that they were asked with
 * @param sorts the sort values of all hits of the answer as JSON texts, those to be skipped included
 * @param isUnique whether no two hits can have the same
 */
export function cursorAfter(cursor: SearchCursor, sorts: readonly string[], isUnique: boolean): SearchCursor {
  const last = sorts.at(-1);
  if (last === undefined) return cursor;
  if (isUnique) return { after: last, skip: 0 };
  let first = sorts.length - 1;
  while (first > 0 && sorts[first - 1] === last) first--;
  const before = sorts[first - 1];
  return before === undefined
    ? { after: cursor.after, skip: sorts.length, skipped: last }
    : { after: before, skip: sorts.length - first, skipped: last };
}

/**
 * Whether an answer goes on where the cursor is: the hits to be left out are those that were passed. They are not where an
 * engine passes hits over, such as OpenSearch in an order by `date_nanos`: what follows is another part of the result.
 *
 * @param sorts as for `cursorAfter`
 */
export function goesOnFrom({ skip, skipped }: SearchCursor, sorts: readonly string[]): boolean {
  return skipped === undefined || sorts.slice(0, skip).every((sort) => sort === skipped);
}

/** Whether an answer has the very sort values that it was to go on behind: then it answers an earlier request. */
export function isEarlier({ after }: SearchCursor, sorts: readonly string[]): boolean {
  return after !== undefined && sorts.includes(after);
}

/**
 * The same place in another point in time: the values of the asked sort count there, the engine's tie-break does not. So
 * hits that share the asked values come again, and none is lost.
 */
export function inAnotherPointInTime({ after }: SearchCursor): SearchCursor {
  if (after === undefined) return startOfResult;
  return { after: `[${[...arrayItems(after).slice(0, -1), '-1']}]`, skip: 0 };
}

/**
 * Cursors by how many hits are before them: spares passing these hits again. A stack would know only the way one came; these
 * serve Next, Previous and any offset alike. Always the whole way is covered, more thinly the longer ago a place was passed.
 */
export interface CursorCache {
  set(offset: number, cursor: SearchCursor): void;
  get(offset: number): SearchCursor | undefined;
  /** The nearest known place from which one comes to `offset` going forwards. */
  atOrBelow(offset: number): readonly [offset: number, cursor: SearchCursor] | undefined;
}

/** Places kept as they were passed. An anchor is some 50 bytes, but a keyword in it can have 32 KB. */
const mostFine = 1_000;
/** Of older ones, one in so many hits is kept: as far as one hop goes. */
const coarseness = 10_000;
/** Characters of all anchors together. */
const mostText = 4 * 2 ** 20;

export function createCursorCache(
  first: readonly (readonly [offset: number, cursor: SearchCursor])[] = [],
): CursorCache {
  /** In the order they were passed. */
  const fine = new Map<number, SearchCursor>();
  const coarse = new Map<number, readonly [offset: number, cursor: SearchCursor]>();
  let text = 0;
  const sizeOf = ({ after }: SearchCursor) => after?.length ?? 0;

  function thin(): void {
    const [oldest] = fine;
    if (oldest === undefined) return;
    const [offset, cursor] = oldest;
    fine.delete(offset);
    const block = Math.floor(offset / coarseness);
    const kept = coarse.get(block);
    if (kept === undefined || kept[0] > offset) {
      text -= kept === undefined ? 0 : sizeOf(kept[1]);
      coarse.set(block, oldest);
    } else text -= sizeOf(cursor);
  }

  /** Never the first place. */
  function dropCoarse(): boolean {
    const second = [...coarse.keys()].sort((a, b) => a - b)[1];
    const dropped = second === undefined ? undefined : coarse.get(second);
    if (second === undefined || dropped === undefined) return false;
    coarse.delete(second);
    text -= sizeOf(dropped[1]);
    return true;
  }

  const cursorCache: CursorCache = {
    set(offset, cursor) {
      const old = fine.get(offset);
      if (old !== undefined) text -= sizeOf(old);
      fine.delete(offset);
      fine.set(offset, cursor);
      text += sizeOf(cursor);
      while (fine.size > mostFine || (text > mostText && fine.size > 1)) thin();
      while (text > mostText && dropCoarse());
    },
    get: (offset) => {
      const [found, cursor] = cursorCache.atOrBelow(offset) ?? [];
      return found === offset ? cursor : undefined;
    },
    atOrBelow(offset) {
      let best: readonly [number, SearchCursor] | undefined;
      for (const entry of [...coarse.values(), ...fine]) {
        if (entry[0] <= offset && (best === undefined || entry[0] > best[0])) best = entry;
      }
      return best;
    },
  };
  for (const [offset, cursor] of first) cursorCache.set(offset, cursor);
  return cursorCache;
}
