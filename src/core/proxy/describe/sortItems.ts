import { conditionRank, itemCondition } from '../model/condition';
import type { ItemGraph } from '../model/itemGraph';
import type { Item } from '../model/model';
import type { TraefikVersion } from '../model/versions';
import { routerPriorityOf } from '../rules/priority';
import type { Sorting } from './viewOptions';

/** One language, so that the order does not depend on VS Code's; `web-2` comes before `web-10`. */
const names = new Intl.Collator('en', { numeric: true });

interface Facts {
  readonly healthOf: ItemGraph['healthOf'];
  /** The version of the Traefik that the items are from: 2.x computes priorities without reporting them. */
  readonly version?: TraefikVersion | undefined;
}

/**
 * Sorts items for the tree. By `status`: the worst condition first (see `conditionRank`). By `priority`: routers, the
 * highest first, then routers without one. Ties, and all other items, are sorted by name.
 */
export function sortedItems<I extends Item>(items: readonly I[], sorting: Sorting, facts: Facts): I[] {
  const byName = sortedByName(items, ({ name }) => name);
  switch (sorting) {
    case 'name':
      return byName;
    case 'status':
      return byName.sort((a, b) => rankOf(a, facts) - rankOf(b, facts));
    case 'priority': {
      const priorities = new Map(byName.map((item) => [item, priorityOf(item, facts)]));
      return byName.sort((a, b) => higher(priorities.get(a), priorities.get(b)));
    }
  }
}

function rankOf(item: Item, { healthOf }: Facts): number {
  return conditionRank[itemCondition(item, healthOf)];
}

function priorityOf(item: Item, { version }: Facts): bigint | undefined {
  return item.kind === 'routers' ? routerPriorityOf(item, version)?.value : undefined;
}

/** Sorts names as rows are sorted. */
export function compareNames(a: string, b: string): number {
  return names.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

/**
 * Sorts a copy by names as rows are sorted; equal names keep their order. Comparing names takes long, so they are first
 * sorted by texts that almost always have the same order, and only neighbors are left to compare.
 */
export function sortedByName<T>(items: readonly T[], nameOf: (item: T) => string): T[] {
  return items
    .map((item) => ({ item, name: nameOf(item), text: roughly(nameOf(item)) }))
    .sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
    .sort((a, b) => compareNames(a.name, b.name))
    .map(({ item }) => item);
}

/** A text whose UTF-16 units are in the order of the name, most of the time: a longer number is larger. */
function roughly(name: string): string {
  return name.toLowerCase().replace(/\d+/g, (digits) => String.fromCharCode(48 + Math.min(digits.length, 9)) + digits);
}

/** Compares 64-bit integers: as numbers, the largest would lose the digits that distinguish them. */
function higher(a: bigint | undefined, b: bigint | undefined): number {
  if (a === b) return 0;
  if (a === undefined || b === undefined) return a === undefined ? 1 : -1;
  return a > b ? -1 : 1;
}
