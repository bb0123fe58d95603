import { nextTurn } from '../../base/async/nextTurn';
import { sortedByName } from '../describe/sortItems';
import { type Condition, conditionRank, itemCondition } from '../model/condition';
import { type Inventory, itemsOfKinds } from '../model/inventory';
import { itemGraphOf } from '../model/itemGraph';
import { type Item, itemKinds } from '../model/model';
import { searchTextOf } from './searchText';

/** The items of one inventory, prepared for finding while the user types. */
export interface FindIndex {
  readonly inventory: Inventory;
  /** Every item: the worst condition first, then by name. */
  readonly entries: readonly FindEntry[];
}

/** An item with its condition, and the text that is searched (see `searchTextOf`). */
export interface FindEntry {
  readonly item: Item;
  readonly condition: Condition;
  readonly text: string;
}

/** The number of items that are prepared before the event loop is freed: a millisecond or two. */
const findSlice = 1_000;

/** Avoids preparing and sorting all items again each time that the user opens Find on the same content. */
const made = new WeakMap<Inventory['groups'], readonly FindEntry[]>();

/**
 * The index of an inventory. It is prepared once for the same content, and frees the event loop in between.
 *
 * @throws the signal's reason when it aborts
 */
export async function findIndexOf(inventory: Inventory, signal: AbortSignal): Promise<FindIndex> {
  const present = made.get(inventory.groups);
  if (present !== undefined) return { inventory, entries: present };
  const graph = itemGraphOf(inventory);
  await graph.prepare();
  const entries: FindEntry[] = [];
  for (const item of itemsOfKinds(inventory, ...itemKinds)) {
    if (entries.length % findSlice === 0) await yieldToOthers(signal);
    entries.push({ item, condition: itemCondition(item, graph.healthOf), text: searchTextOf(item) });
  }
  await yieldToOthers(signal);
  const byName = sortedByName(entries, ({ item }) => item.name);
  await yieldToOthers(signal);
  const sorted = byName.sort((a, b) => conditionRank[a.condition] - conditionRank[b.condition]);
  made.set(inventory.groups, sorted);
  return { inventory, entries: sorted };
}

/**
 * Frees the event loop.
 *
 * @throws the signal's reason when it aborts
 */
async function yieldToOthers(signal: AbortSignal): Promise<void> {
  await nextTurn();
  signal.throwIfAborted();
}
