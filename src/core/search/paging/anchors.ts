import type { Cursor } from './cursor';

/**
 * Cursors by how many hits are before them. A stack would know only the way one came; these serve Next, Previous and any
 * offset alike. Always the whole way is covered, more thinly the longer ago a place was passed.
 */
export interface Anchors {
  set(offset: number, cursor: Cursor): void;
  get(offset: number): Cursor | undefined;
  /** The nearest known place from which one comes to `offset` going forwards. */
  atOrBelow(offset: number): readonly [offset: number, cursor: Cursor] | undefined;
}

/** Places kept as they were passed. An anchor is some 50 bytes, but a keyword in it can have 32 KB. */
const mostFine = 1_000;
/** Of older ones, one in so many hits is kept: as far as one hop goes. */
const coarseness = 10_000;
/** Characters of all anchors together. */
const mostText = 4 * 2 ** 20;

export function createAnchors(first: readonly (readonly [offset: number, cursor: Cursor])[] = []): Anchors {
  /** In the order they were passed. */
  const fine = new Map<number, Cursor>();
  const coarse = new Map<number, readonly [offset: number, cursor: Cursor]>();
  let text = 0;
  const sizeOf = ({ after }: Cursor) => after?.length ?? 0;

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

  const anchors: Anchors = {
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
      const [found, cursor] = anchors.atOrBelow(offset) ?? [];
      return found === offset ? cursor : undefined;
    },
    atOrBelow(offset) {
      let best: readonly [number, Cursor] | undefined;
      for (const entry of [...coarse.values(), ...fine]) {
        if (entry[0] <= offset && (best === undefined || entry[0] > best[0])) best = entry;
      }
      return best;
    },
  };
  for (const [offset, cursor] of first) anchors.set(offset, cursor);
  return anchors;
}
