import { runSteps, runStepsInSlices, type Steps } from '../../base/async/steps';
import { timeSlicerWith } from '../../base/async/timeSlicer';
import { compareNames } from '../describe/sortItems';
import { type ItemGraph, itemGraphOf } from '../model/itemGraph';
import { entryPointsOf, type Item, isInternal } from '../model/model';
import { itemsAtEntryPoint } from './entryPointUse';
import {
  type FilterFacet,
  facetValuesInOrder,
  filterConditionText,
  filterFacets,
  noFilterConditions,
} from './filterWords';
import { FIND_SLICE, type FindIndex, yieldToOthers } from './findIndex';
import { conditionTests, type ItemFilter, parseFilter, prepareFilter, providerOf } from './itemFilter';

/** What a filter leaves of an inventory, and how it could be made narrower. */
export interface FilterMatches {
  readonly matching: number;
  readonly total: number;
  readonly offers: readonly Offer[];
}

/** A condition that a person may add. */
interface Offer {
  /** The condition as it is written: `provider:docker`. It may hold a server's text. */
  readonly condition: string;
  /** The filter's text with it: after what there was, or in place of the word that begins it. */
  readonly text: string;
  /** How many items of that kind the rest of the filter leaves. */
  readonly count: number;
}

/** The most providers and entry points that are offered: those with the most items. */
const MOST_NAMES = 20;

/**
 * Works out what `matchesOf` needs of every item, so that the first key does not wait for it. Others get their turn
 * meanwhile.
 *
 * @throws the signal's reason when it aborts
 */
export async function prepareFilterMatches(index: FindIndex, signal: AbortSignal): Promise<void> {
  await runStepsInSlices(
    itemGraphOf(index.inventory).prepare(),
    timeSlicerWith(() => signal.throwIfAborted()),
  );
  const valuesOf = await runStepsInSlices(
    valuesIn(index),
    timeSlicerWith(() => signal.throwIfAborted()),
  );
  for (const [at, { item }] of index.entries.entries()) {
    if (at % FIND_SLICE === 0) await yieldToOthers(signal);
    valuesOf(item);
  }
}

/**
 * Counts what a filter lets through and what its conditions could be.
 *
 * @param text the filter as far as it is typed (see `parseFilter`)
 * @param viewOptions whether built-in items count
 */
export function filterMatches(
  index: FindIndex,
  text: string,
  viewOptions: { readonly showsInternal: boolean },
): FilterMatches {
  return runSteps(filterMatchesSteps(index, text, viewOptions));
}

/** The same in slices. */
export function* filterMatchesSteps(
  index: FindIndex,
  text: string,
  viewOptions: { readonly showsInternal: boolean },
): Steps<FilterMatches> {
  const isShown = (item: Item): boolean => viewOptions.showsInternal || !isInternal(item);
  const begun = text === text.trimEnd() ? (text.split(/\s/u).at(-1) ?? '') : '';
  const before = text.slice(0, text.length - begun.length);
  const whole = yield* tallyOf(index, parseFilter(text), isShown);
  const following = offersOf(whole, text.trimEnd());
  const { matching, total } = whole;
  if (begun === '') return { matching, total, offers: following };
  const without = yield* tallyOf(index, parseFilter(before), isShown);
  const completing = offersOf(without, before.trimEnd()).filter((offer) => completes(offer, begun.toLowerCase()));
  const known = new Set([begun.toLowerCase(), ...completing.map(({ condition }) => condition)]);
  return { matching, total, offers: [...completing, ...following.filter(({ condition }) => !known.has(condition))] };
}

/** Whether what was typed begins the condition or its value, and is not all of it. */
function completes({ condition }: Offer, begun: string): boolean {
  const value = condition.slice(condition.indexOf(':') + 1);
  return condition !== begun && (condition.startsWith(begun) || value.startsWith(begun));
}

/** How often each value occurs among the items that pass all else. */
interface Tally {
  readonly filter: ItemFilter;
  readonly matching: number;
  readonly total: number;
  readonly counts: ReadonlyMap<FilterFacet, ReadonlyMap<string, number>>;
}

/** Entries between two yields: to look at one takes not much more than a yield. */
const AT_ONCE = 64;

function* tallyOf(index: FindIndex, filter: ItemFilter, isShown: (item: Item) => boolean): Steps<Tally> {
  const { inventory, entries } = index;
  const counts = new Map(filterFacets.map((facet) => [facet, new Map<string, number>()]));
  yield* prepareFilter(filter, inventory);
  const asked = filterFacets.flatMap((facet) =>
    conditionTests({ ...noFilterConditions, [facet]: filter[facet] }, inventory).map((test) => ({ facet, test })),
  );
  const unwanted = conditionTests(filter.without, inventory);
  const valuesOf = yield* valuesIn(index);
  let matching = 0;
  let total = 0;
  let looked = 0;
  for (const { item, text } of entries) {
    if (++looked % AT_ONCE === 0) yield AT_ONCE;
    if (!isShown(item)) continue;
    total++;
    if (!filter.words.every((word) => text.includes(word))) continue;
    if (filter.without.words.some((word) => text.includes(word)) || unwanted.some((test) => test(item))) continue;
    const failed = asked.filter(({ test }) => !test(item));
    if (failed.length === 0) matching++;
    // Values of one kind are alternatives: what fails for its own kind alone would come in with another value.
    if (failed.length > 1) continue;
    for (const [facet, count] of counts) {
      if (failed.length === 1 && failed[0]?.facet !== facet) continue;
      for (const value of valuesOf(item)[facet]) count.set(value, (count.get(value) ?? 0) + 1);
    }
  }
  return { filter, matching, total, counts };
}

/** The values that an item has of each kind. */
type Values = Readonly<Record<FilterFacet, readonly string[]>>;

/** Spares working out the values of each item again at each key that is typed. */
const known = new WeakMap<ItemGraph, (item: Item) => Values>();

/** Says of an item of the index what values it has; worked out once for each. */
function* valuesIn({ inventory, entries }: FindIndex): Steps<(item: Item) => Values> {
  const graph = itemGraphOf(inventory);
  const present = known.get(graph);
  if (present !== undefined) return present;
  const entryPoints: { readonly name: string; readonly items: ReadonlySet<Item> }[] = [];
  for (const name of yield* mostUsed(entries)) {
    entryPoints.push({ name, items: yield* itemsAtEntryPoint(inventory, name).steps() });
  }
  const values = new Map<Item, Values>();
  const valuesOf = (item: Item): Values => {
    const found = values.get(item);
    if (found !== undefined) return found;
    const made: Values = {
      statuses: [item.status],
      health: item.kind === 'middlewares' ? [] : [graph.healthOf(item).state],
      providers: [providerOf(item).toLowerCase()],
      entryPoints: entryPoints.flatMap(({ name, items }) => (items.has(item) ? [name] : [])),
      protocols: [item.protocol],
    };
    values.set(item, made);
    return made;
  };
  known.set(graph, valuesOf);
  return valuesOf;
}

/** The entry points with the most routers. */
function* mostUsed(entries: FindIndex['entries']): Steps<readonly string[]> {
  const routers = new Map<string, number>();
  for (const { item } of entries) {
    yield 0.5;
    if (item.kind !== 'routers') continue;
    for (const name of entryPointsOf(item)) routers.set(name.toLowerCase(), (routers.get(name.toLowerCase()) ?? 0) + 1);
  }
  return mostOf(routers).map(([name]) => name);
}

/** What would narrow the filter, or widen it by another value; not what is asked for already, nor what all have. */
function offersOf({ filter, matching, counts }: Tally, text: string): Offer[] {
  return [...counts].flatMap(([facet, count]) => {
    const asked: readonly string[] = filter[facet];
    return inOfferedOrder(facet, count).flatMap(([value, times]) => {
      const condition = filterConditionText(facet, value);
      if (condition === undefined || asked.includes(value) || (asked.length === 0 && times === matching)) return [];
      return [{ condition, text: text === '' ? condition : `${text} ${condition}`, count: times }];
    });
  });
}

function inOfferedOrder(facet: FilterFacet, counts: ReadonlyMap<string, number>): (readonly [string, number])[] {
  const known = facetValuesInOrder(facet);
  if (known === undefined) return mostOf(counts);
  return known.flatMap((value) => {
    const count = counts.get(value);
    return count === undefined ? [] : [[value, count] as const];
  });
}

function mostOf(counts: ReadonlyMap<string, number>): (readonly [string, number])[] {
  return [...counts].sort(([a, m], [b, n]) => n - m || compareNames(a, b)).slice(0, MOST_NAMES);
}
