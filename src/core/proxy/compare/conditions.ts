import type { TimeSlicer } from '../../base/async/timeSlicer';
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
export async function withTroubles<T extends { readonly right?: ComparedThing | undefined }>(
  differences: readonly T[],
  { inventory }: ComparedSide,
  slicer: TimeSlicer,
): Promise<readonly (T & { readonly trouble?: ComparedTrouble })[]> {
  if (differences.length === 0) return differences;
  const graph = itemGraphOf(inventory);
  await graph.prepare();
  const withConditions: (T & { readonly trouble?: ComparedTrouble })[] = [];
  for (const difference of differences) {
    const trouble = difference.right && troubleOf(difference.right, graph);
    withConditions.push(trouble === undefined ? difference : { ...difference, trouble });
    await slicer.step();
  }
  return withConditions;
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
