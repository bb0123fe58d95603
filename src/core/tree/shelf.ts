import { lazySteps, type Steps } from '../steps';
import type { Item } from '../traefik/model';

/** What of a listing, or of some part of it, there is to show. */
export interface Shelf<I extends Item> {
  /** What the filter lets through, as the API lists it. */
  readonly shown: readonly I[];
  /** The same with what the filter hides. Built-in items are among them only where they are shown at all. */
  readonly all: readonly I[];
  /** What the filter lets through, in the order of the rows. Counts need no order, so it is made when rows do. */
  inOrder(): readonly I[];
  /** The same as part of other work. */
  inOrderSteps(): Steps<readonly I[]>;
}

/** A shelf while it is being filled. */
export interface Filling<I extends Item> extends Shelf<I> {
  readonly shown: I[];
  readonly all: I[];
}

/** An empty shelf. It is filled before anybody asks for its order. */
export function openShelf<I extends Item>(sort: (items: readonly I[]) => Steps<readonly I[]>): Filling<I> {
  const shown: I[] = [];
  const sorted = lazySteps(() => sort(shown));
  return {
    shown,
    all: [],
    inOrder: sorted.get,
    inOrderSteps: sorted.steps,
  };
}
