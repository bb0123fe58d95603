import { nextTurn } from '../../base/async/nextTurn';
import { runStepsInSlices, sortSteps } from '../../base/async/steps';
import { timeSlicerWith } from '../../base/async/timeSlicer';
import { compareNames, statusRank } from '../describe/sortItems';
import { type Inventory, itemsIn } from '../model/inventory';
import { type Item, itemKinds } from '../model/model';
import { searchTextOf } from './searchText';

/** What there is to find in one inventory, made ready for typing. */
export interface FindIndex {
  readonly inventory: Inventory;
  /** Every item: with errors, with warnings, the others; each by name. */
  readonly entries: readonly FindEntry[];
}

/** An item with what words are looked for in (see `searchTextOf`). */
export interface FindEntry {
  readonly item: Item;
  readonly text: string;
}

/** More than any urgency. */
export const URGENCIES = 1 + Math.max(...Object.values(statusRank));

/** Where an item comes among equals, from 0 for what needs attention most to less than `URGENCIES`. */
export function urgencyOf({ status }: Item): number {
  return statusRank[status];
}

/** How many items are prepared before others get their turn: a millisecond or two. */
export const FIND_SLICE = 1_000;

/** Spares preparing and sorting all items again each time that Find opens on the same content. */
const made = new WeakMap<Inventory['groups'], readonly FindEntry[]>();

/**
 * The index of an inventory. The same content is prepared only once, and others get their turn meanwhile.
 *
 * @throws the signal's reason when it aborts
 */
export async function findIndexOf(inventory: Inventory, signal: AbortSignal): Promise<FindIndex> {
  const present = made.get(inventory.groups);
  if (present !== undefined) return { inventory, entries: present };
  const entries: FindEntry[] = [];
  for (const item of itemsIn(inventory, ...itemKinds)) {
    if (entries.length % FIND_SLICE === 0) await yieldToOthers(signal);
    entries.push({ item, text: searchTextOf(item) });
  }
  await yieldToOthers(signal);
  const sorted = await runStepsInSlices(
    sortSteps(entries, (a, b) => urgencyOf(a.item) - urgencyOf(b.item) || compareNames(a.item.name, b.item.name)),
    timeSlicerWith(() => signal.throwIfAborted()),
  );
  made.set(inventory.groups, sorted);
  return { inventory, entries: sorted };
}

/**
 * Lets others have their turn.
 *
 * @throws the signal's reason when it aborts
 */
export async function yieldToOthers(signal: AbortSignal): Promise<void> {
  await nextTurn();
  signal.throwIfAborted();
}
