import { arrayItems } from '../../base/json/scan';

/**
 * The place where a result continues. `search_after` continues after sort values, not after a hit: if hits share them,
 * those that no longer fit on a page would be lost. So a cursor stays before the last sort values of the page and
 * counts the hits with those values that were already shown. Within a point in time, equal hits always come in the same
 * order.
 */
export interface SearchCursor {
  /** The JSON text of `search_after`; undefined at the beginning. */
  readonly after: string | undefined;
  /** The number of hits after `after` that were already passed: a request fetches that many more, and drops them. */
  readonly skip: number;
  /** The sort values that the dropped hits share, as a JSON list; undefined if none are dropped. */
  readonly skipped?: string;
}

export const startOfResult: SearchCursor = { after: undefined, skip: 0 };

/**
 * The cursor after the hits of a response. Sort values are sent back exactly as received: engines parse a string of
 * digits by the field's format, so paging by `date_nanos` would fail if numbers became strings.
 *
 * @param cursor the cursor of the request
 * @param sorts the sort values of all hits of the response as JSON texts, including those to be skipped
 * @param isUnique whether no two hits can have the same sort values
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
 * Whether a response continues at the cursor: the dropped hits are those that were already passed. They are not if the
 * engine skips hits, as OpenSearch does when sorting by `date_nanos`: then another part of the result follows.
 *
 * @param sorts as for `cursorAfter`
 */
export function goesOnFrom({ skip, skipped }: SearchCursor, sorts: readonly string[]): boolean {
  return skipped === undefined || sorts.slice(0, skip).every((sort) => sort === skipped);
}

/** Whether a response contains the sort values it should continue after, so that it belongs to an earlier request. */
export function isEarlier({ after }: SearchCursor, sorts: readonly string[]): boolean {
  return after !== undefined && sorts.includes(after);
}

/**
 * The same place in another point in time: the requested sort's values are valid there, the tie-break is not. So hits
 * that share these values come again, and none is lost.
 */
export function inAnotherPointInTime({ after }: SearchCursor): SearchCursor {
  if (after === undefined) return startOfResult;
  return { after: `[${[...arrayItems(after).slice(0, -1), '-1']}]`, skip: 0 };
}

/**
 * Cursors by the number of hits before them, so that these hits need not be passed again. Unlike a stack, it serves
 * Next, Previous and any offset alike. It always covers the whole result, with fewer places the longer ago they were
 * passed.
 */
export class CursorCache {
  /** In the order in which they were passed. */
  private readonly fine = new Map<number, SearchCursor>();
  private readonly coarse = new Map<number, PlacedCursor>();
  private text = 0;

  constructor(first: readonly PlacedCursor[] = []) {
    for (const [offset, cursor] of first) this.set(offset, cursor);
  }

  set(offset: number, cursor: SearchCursor): void {
    const { fine } = this;
    const old = fine.get(offset);
    if (old !== undefined) this.text -= sizeOf(old);
    fine.delete(offset);
    fine.set(offset, cursor);
    this.text += sizeOf(cursor);
    while (fine.size > mostFine || (this.text > mostText && fine.size > 1)) this.thin();
    while (this.text > mostText && this.dropCoarse());
  }

  get(offset: number): SearchCursor | undefined {
    const [found, cursor] = this.atOrBelow(offset) ?? [];
    return found === offset ? cursor : undefined;
  }

  /** The nearest known place before `offset`. */
  atOrBelow(offset: number): PlacedCursor | undefined {
    let best: PlacedCursor | undefined;
    for (const entry of [...this.coarse.values(), ...this.fine]) {
      if (entry[0] <= offset && (best === undefined || entry[0] > best[0])) best = entry;
    }
    return best;
  }

  private thin(): void {
    const [oldest] = this.fine;
    if (oldest === undefined) return;
    const [offset, cursor] = oldest;
    this.fine.delete(offset);
    const block = Math.floor(offset / coarseness);
    const kept = this.coarse.get(block);
    if (kept === undefined || kept[0] > offset) {
      this.text -= kept === undefined ? 0 : sizeOf(kept[1]);
      this.coarse.set(block, oldest);
    } else this.text -= sizeOf(cursor);
  }

  /** Drops an older place, but never the first one. @returns false if there is none to drop */
  private dropCoarse(): boolean {
    const second = [...this.coarse.keys()].sort((a, b) => a - b)[1];
    const dropped = second === undefined ? undefined : this.coarse.get(second);
    if (second === undefined || dropped === undefined) return false;
    this.coarse.delete(second);
    this.text -= sizeOf(dropped[1]);
    return true;
  }
}

type PlacedCursor = readonly [offset: number, cursor: SearchCursor];

const sizeOf = ({ after }: SearchCursor): number => after?.length ?? 0;

/** Recent places, which are all kept. A cursor is some 50 bytes, but a keyword in it can have 32 KB. */
const mostFine = 1_000;
/** Of older places, one per this many hits is kept: as many as one request skips. */
const coarseness = 10_000;
/** Characters of all cursors together. */
const mostText = 4 * 2 ** 20;
