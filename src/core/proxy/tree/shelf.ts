import { lazySteps, type Steps } from '../../base/async/steps';
import type { Graph } from '../model/graph';
import type { Item } from '../model/model';

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
  /** Of what the filter lets through. */
  readonly troubles: Troubles;
}

/** How many items Traefik finds something wrong with, and how many services are down. */
export interface Troubles {
  readonly errors: number;
  readonly warnings: number;
  readonly down: number;
  readonly partly: number;
}

/** A shelf while it is being filled. */
export interface Filling<I extends Item> extends Shelf<I> {
  /** Adds an item that is in view; `isShown` is whether the filter lets it through. */
  put(item: I, isShown: boolean): void;
}

/** An empty shelf. It is filled before anybody asks for its order. */
export function openShelf<I extends Item>(
  sort: (items: readonly I[]) => Steps<readonly I[]>,
  healthOf: Graph['healthOf'],
): Filling<I> {
  const [shown, all]: [I[], I[]] = [[], []];
  const troubles = { errors: 0, warnings: 0, down: 0, partly: 0 };
  const sorted = lazySteps(() => sort(shown));
  return {
    shown,
    all,
    inOrder: sorted.get,
    inOrderSteps: sorted.steps,
    troubles,
    put(item, isShown) {
      all.push(item);
      if (!isShown) return;
      shown.push(item);
      if (item.status === 'disabled') troubles.errors++;
      else if (item.status === 'warning') troubles.warnings++;
      if (item.kind !== 'services') return;
      const { state } = healthOf(item);
      if (state === 'down' || state === 'partly') troubles[state]++;
    },
  };
}
