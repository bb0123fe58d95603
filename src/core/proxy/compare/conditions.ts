import { healthSummary } from '../describe/itemSummary';
import { statusName } from '../describe/labels';
import { certificateConditions, itemCondition, leadsToServers } from '../model/condition';
import { type ItemGraph, itemGraphOf } from '../model/itemGraph';
import { isTrouble, type Trouble } from '../model/troubles';
import type { ComparedThing } from './sections';
import type { ComparedSide } from './side';

/** The worst problem of a thing, in its configuration or its health. */
export interface ComparedTrouble {
  readonly condition: Trouble;
  /** The condition in a few words: `disabled`, `1 of 3 up`. */
  readonly words: string;
}

/** Adds the trouble of the right side to each difference. A removed thing has none. */
export function withTroubles<T extends { readonly right?: ComparedThing | undefined }>(
  differences: readonly T[],
  { inventory }: ComparedSide,
): (T & { readonly trouble?: ComparedTrouble })[] {
  const graph = itemGraphOf(inventory);
  return differences.map((difference) => {
    const trouble = difference.right && troubleOf(difference.right, graph);
    return trouble === undefined ? difference : { ...difference, trouble };
  });
}

function troubleOf(thing: ComparedThing, graph: ItemGraph): ComparedTrouble | undefined {
  if ('sans' in thing) {
    const condition = certificateConditions[thing.status];
    return isTrouble(condition) ? { condition, words: statusName(thing.status) } : undefined;
  }
  if (!('kind' in thing)) return undefined;
  const condition = itemCondition(thing, graph.healthOf);
  if (!isTrouble(condition)) return undefined;
  const isHealth = condition === 'allDown' || condition === 'partlyDown';
  const words = isHealth && leadsToServers(thing) ? healthSummary(graph.healthOf(thing)) : statusName(thing.status);
  return { condition, words };
}
