import { type Steps, sortSteps } from '../../base/async/steps';
import { conditionRank, itemCondition } from '../model/condition';
import type { ItemGraph } from '../model/itemGraph';
import type { Item } from '../model/model';
import type { TraefikVersion } from '../model/versions';
import { routerPriorityOf } from '../rules/priority';
import type { Sorting } from './viewOptions';

/** One language, so that the order does not depend on VS Code's; `web-2` comes before `web-10`. */
const names = new Intl.Collator('en', { numeric: true });

/** The facts that sorting needs besides the items. */
interface Facts {
  readonly healthOf: ItemGraph['healthOf'];
  /** The version of the Traefik that the items are from: 2.x computes priorities without reporting them. */
  readonly version?: TraefikVersion | undefined;
}

/**
 * Sorts items for the tree. By `status`: the worst condition first (see `conditionRank`). By `priority`: routers, the
 * highest first, then routers without one. Ties, and all other items, are sorted by name. The work can be done in
 * slices.
 */
export function sortedItems<I extends Item>(items: readonly I[], sorting: Sorting, facts: Facts): Steps<I[]> {
  switch (sorting) {
    case 'name':
      return sortSteps(items, (a, b) => compareNames(a.name, b.name));
    case 'status':
      return sortedBy(
        items,
        (item) => conditionRank[itemCondition(item, facts.healthOf)],
        (a, b) => a - b,
      );
    case 'priority':
      return sortedBy(
        items,
        (item) => (item.kind === 'routers' ? routerPriorityOf(item, facts.version)?.value : undefined),
        higher,
      );
  }
}

/** Sorts names as rows are sorted. */
export function compareNames(a: string, b: string): number {
  return names.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

/** Computes the key of each item once, not at each comparison. */
function* sortedBy<I extends Item, K>(
  items: readonly I[],
  keyOf: (item: Item) => K,
  compare: (a: K, b: K) => number,
): Steps<I[]> {
  const keyed: { readonly item: I; readonly key: K }[] = [];
  for (const item of items) {
    keyed.push({ item, key: keyOf(item) });
    yield 1;
  }
  const sorted = yield* sortSteps(keyed, (a, b) => compare(a.key, b.key) || compareNames(a.item.name, b.item.name));
  return sorted.map(({ item }) => item);
}

/** Compares 64-bit integers: as numbers, the largest would lose the digits that distinguish them. */
function higher(a: bigint | undefined, b: bigint | undefined): number {
  if (a === b) return 0;
  if (a === undefined || b === undefined) return a === undefined ? 1 : -1;
  return a > b ? -1 : 1;
}
