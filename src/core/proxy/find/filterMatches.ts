import { nextTurn } from '../../base/async/nextTurn';
import { compareNames } from '../describe/sortItems';
import { type Inventory, itemsOfKinds } from '../model/inventory';
import { itemKinds } from '../model/model';
import { type FilterColumns, filterColumnsOf, mostNames } from './filterColumns';
import {
  type FilterFacet,
  facetValuesInOrder,
  filterConditionText,
  filterFacetKeys,
  filterFacets,
  filterWordOf,
  routerFacets,
} from './filterWords';
import type { FindIndex } from './findIndex';
import { asksOfRoutersOnly, filterTextWithout, type ItemFilter, parseFilter } from './itemFilter';
import { isNameMeant, namedFacets, prepareNames } from './routerNames';
import { searchTextOf } from './searchText';

/** The number of items that match a filter, and ways to narrow it. */
export interface FilterMatches {
  readonly matching: number;
  readonly total: number;
  /** Conditions that the user may add. */
  readonly offers: readonly FilterOffer[];
  /** If nothing matches: filters that differ in one condition and match something. */
  readonly nearest: readonly FilterOffer[];
}

interface FilterOffer {
  /** The added condition: `provider:docker`. May contain server text. Empty if the filter only removes a condition. */
  readonly condition: string;
  /** The filter's text with the condition: after the previous text, or in place of its last, incomplete word. */
  readonly text: string;
  /** The number of items that match; of several values of one kind, the number that this one adds. */
  readonly count: number;
  /** Whether to list it on request only: it neither completes the last word nor asks for items that do not work. */
  readonly isMore?: boolean;
}

const troubleConditions: ReadonlySet<string | undefined> = new Set([
  filterConditionText('statuses', 'disabled'),
  filterConditionText('statuses', 'warning'),
  filterConditionText('health', 'down'),
  filterConditionText('health', 'partly'),
]);

/** Names of routers' middlewares, services, and hosts that are offered before the user types one. */
const mostUnasked = 5;

/**
 * Computes what `filterMatches` needs of every item, so that the first key does not wait for it. Frees the event loop
 * in between.
 *
 * @throws the signal's reason when it aborts
 */
export async function prepareFilterMatches(index: FindIndex, signal?: AbortSignal): Promise<void> {
  await prepareNames(index.inventory, signal);
  const columns = filterColumnsOf(index);
  const turn = async (): Promise<void> => {
    await nextTurn();
    signal?.throwIfAborted();
  };
  for (const facet of filterFacets) {
    await turn();
    for (const value of offeredValues(columns, facet)) {
      await turn();
      columns.positions(facet, value);
    }
  }
}

/**
 * Counts the items that match a filter and the conditions that could be added.
 *
 * @param text the filter as typed so far (see `parseFilter`)
 */
export function filterMatches(index: FindIndex, text: string): FilterMatches {
  const columns = filterColumnsOf(index);
  const begun = text === text.trimEnd() ? (text.split(/\s/u).at(-1) ?? '') : '';
  const before = text.slice(0, text.length - begun.length);
  const whole = tallyOf(columns, parseFilter(text));
  const following = offersOf(whole, columns, text.trimEnd());
  const { matching, total } = whole;
  const nearest = matching > 0 ? [] : nearestOf(whole, columns, text);
  if (begun === '') return { matching, total, offers: following, nearest };
  const without = tallyOf(columns, parseFilter(before));
  const completing = completionsOf(without, columns, before.trimEnd(), begun.toLowerCase());
  const known = new Set([begun.toLowerCase(), ...completing.map(({ condition }) => condition)]);
  const offers = [...completing, ...following.filter(({ condition }) => !known.has(condition))];
  return { matching, total, offers, nearest };
}

/** The matches of several inventories together. Offers nearest filters only if nothing matches in any of them. */
export function mergedFilterMatches(all: readonly FilterMatches[]): FilterMatches {
  const [first] = all;
  if (all.length === 1 && first !== undefined) return first;
  const sum = (count: (one: FilterMatches) => number): number => all.reduce((so, one) => so + count(one), 0);
  const together = (offers: readonly FilterOffer[]): readonly FilterOffer[] => {
    const byText = new Map<string, FilterOffer>();
    for (const offer of offers) {
      byText.set(offer.text, { ...offer, count: (byText.get(offer.text)?.count ?? 0) + offer.count });
    }
    return [...byText.values()];
  };
  const matching = sum((one) => one.matching);
  return {
    matching,
    total: sum((one) => one.total),
    offers: together(all.flatMap(({ offers }) => offers)),
    nearest: matching > 0 ? [] : together(all.flatMap(({ nearest }) => nearest)),
  };
}

/** Filters that match something and differ in one condition from a filter that matches nothing. */
export function nearestFilters(inventory: Inventory, text: string): readonly FilterOffer[] {
  const entries = itemsOfKinds(inventory, ...itemKinds).map((item) => ({ item, text: searchTextOf(item) }));
  const columns = filterColumnsOf({ inventory, entries });
  return nearestOf(tallyOf(columns, parseFilter(text)), columns, text);
}

/** Conditions that narrow the filter, or widen it by another value, and that change the number of matches. */
function offersOf(tally: FilterTally, columns: FilterColumns, text: string): FilterOffer[] {
  const offers: FilterOffer[] = [];
  for (const facet of filterFacets) {
    const asked: readonly string[] = tally.filter[facet];
    const counted: FilterOffer[] = [];
    for (const value of offeredValues(columns, facet)) {
      const condition = filterConditionText(facet, value);
      if (condition === undefined || isAsked(facet, value, asked)) continue;
      const count = countOf(tally, columns, facet, value);
      if (count === 0 || (asked.length === 0 && count === tally.matching)) continue;
      const isMore = !troubleConditions.has(condition);
      counted.push({ condition, text: text === '' ? condition : `${text} ${condition}`, count, isMore });
    }
    offers.push(...inOfferedOrder(facet, counted).slice(0, isRouterName(facet) ? mostUnasked : counted.length));
  }
  return offers;
}

/** Completions of a word that the user has begun, perhaps with a minus. */
function completionsOf(
  tally: FilterTally,
  columns: FilterColumns,
  before: string,
  begun: string,
): readonly FilterOffer[] {
  const isExcluding = begun.startsWith('-');
  const typed = isExcluding ? begun.slice(1) : begun;
  if (typed === '') return [];
  const offers: FilterOffer[] = [];
  for (const facet of filterFacets) {
    const counted: FilterOffer[] = [];
    for (const value of completing(columns, facet, typed)) {
      const condition = filterConditionText(facet, value);
      if (condition === undefined || condition === typed || isAsked(facet, value, tally.filter[facet])) continue;
      const count = isExcluding ? countWithout(tally, columns, facet, value) : countOf(tally, columns, facet, value);
      // A value that all items have, or none, changes nothing.
      if (count === 0 || count === tally.matching) {
        if (isExcluding || count === 0 || tally.filter[facet].length === 0) continue;
      }
      const written = isExcluding ? `-${condition}` : condition;
      counted.push({ condition: written, text: before === '' ? written : `${before} ${written}`, count });
    }
    offers.push(...inOfferedOrder(facet, counted));
  }
  return offers;
}

/**
 * The values of a facet that complete the typed text: all values if the text is the beginning of the facet's key; after
 * the key, the values that begin with the text, and names that contain it; otherwise, the values that begin with the
 * text.
 */
function completing(columns: FilterColumns, facet: FilterFacet, typed: string): readonly string[] {
  const colon = typed.indexOf(':');
  const isKeyBegun = [...filterFacetKeys].some(([key, its]) => its === facet && key.startsWith(typed));
  if (isKeyBegun) return offeredValues(columns, facet);
  if (colon >= 0 && filterFacetKeys.get(typed.slice(0, colon)) !== facet) return [];
  const rest = typed.slice(colon + 1).replace(/^"/u, '');
  const mayHold = colon >= 0 && facetValuesInOrder(facet) === undefined;
  const found: string[] = [];
  for (const value of columns.values(facet)) {
    const word = filterWordOf(facet, value);
    if (mayHold ? word.includes(rest) : word.startsWith(rest) || value.startsWith(rest)) found.push(value);
    if (found.length === mostNames) break;
  }
  return found;
}

/** Filters that match something in place of one that matches nothing: with another value, or without a condition. */
function nearestOf(tally: FilterTally, columns: FilterColumns, text: string): readonly FilterOffer[] {
  const nearest: FilterOffer[] = [];
  for (const facet of filterFacets) {
    if (tally.filter[facet].length === 0) continue;
    const rest = filterTextWithout(text, facet);
    if (facetValuesInOrder(facet) === undefined) {
      const count = failingBy(tally, facet);
      if (count > 0) nearest.push({ condition: '', text: rest, count });
      continue;
    }
    for (const value of columns.values(facet)) {
      const condition = filterConditionText(facet, value);
      if (condition === undefined || isAsked(facet, value, tally.filter[facet])) continue;
      const count = countOf(tally, columns, facet, value);
      if (count > 0) nearest.push({ condition, text: rest === '' ? condition : `${rest} ${condition}`, count });
    }
  }
  return nearest;
}

function offeredValues(columns: FilterColumns, facet: FilterFacet): readonly string[] {
  return columns.values(facet).slice(0, mostNames);
}

function isRouterName(facet: FilterFacet): boolean {
  return namedFacets.some((named) => named === facet);
}

/** Whether the filter has a value already. */
function isAsked(facet: FilterFacet, value: string, asked: readonly string[]): boolean {
  const named = namedFacets.find((one) => one === facet);
  return asked.some((one) => one === value || (named !== undefined && isNameMeant(named, value, one)));
}

/** Values of a closed set keep their order; names are sorted by the number of items that they match. */
function inOfferedOrder(facet: FilterFacet, offers: readonly FilterOffer[]): readonly FilterOffer[] {
  if (facetValuesInOrder(facet) !== undefined) return offers;
  return offers.toSorted((a, b) => b.count - a.count || compareNames(a.condition, b.condition));
}

/** The condition that each item fails: 0 for none, OUT for more than one, otherwise the mark of one group. */
interface FilterTally {
  readonly filter: ItemFilter;
  readonly state: Uint8Array;
  readonly matching: number;
  readonly matchingRouters: number;
  readonly total: number;
}

const passesMark = 0;
const outMark = 255;
/** Words fail as one group, and so do exclusions; the marks of the facets follow. */
const wordsMark = 1;
const excludedMark = 2;
const codeOf = (facet: FilterFacet): number => 3 + filterFacets.indexOf(facet);

/** Marks the items that pass a filter. */
function tallyOf(columns: FilterColumns, filter: ItemFilter): FilterTally {
  const { size, routers } = columns;
  const state = new Uint8Array(size);
  /** An item with a mark other than `good` fails the group. */
  const fail = (code: number, marks: Uint8Array, good: 0 | 1): void => {
    for (let at = 0; at < size; at++) {
      if (marks[at] === good || state[at] === code) continue;
      state[at] = state[at] === passesMark ? code : outMark;
    }
  };
  for (const word of filter.words) fail(wordsMark, columns.withWord(word), 1);
  for (const facet of filterFacets) {
    if (filter[facet].length > 0) fail(codeOf(facet), marksOf(columns, facet, filter[facet]), 1);
    const unwanted = filter.without[facet];
    if (unwanted.length > 0) fail(excludedMark, marksOf(columns, facet, unwanted), 0);
  }
  for (const word of filter.without.words) fail(excludedMark, columns.withWord(word), 0);
  if (asksOfRoutersOnly(filter.without)) fail(outMark, routers, 1);
  let [matching, matchingRouters] = [0, 0];
  for (let at = 0; at < size; at++) {
    if (state[at] !== passesMark) continue;
    matching++;
    matchingRouters += routers[at] ?? 0;
  }
  return { filter, state, matching, matchingRouters, total: size };
}

function marksOf(columns: FilterColumns, facet: FilterFacet, values: readonly string[]): Uint8Array {
  const marks = new Uint8Array(columns.size);
  for (const value of values) {
    const positions = columns.positions(facet, value);
    for (let nth = 0; nth < positions.length; nth++) marks[positions[nth] ?? 0] = 1;
  }
  return marks;
}

/** The number of a value's items that pass, or fail by this facet alone: values of one kind are alternatives. */
function countOf({ state }: FilterTally, columns: FilterColumns, facet: FilterFacet, value: string): number {
  return countWith(state, columns.positions(facet, value), codeOf(facet));
}

/** The number of positions whose state is 0 or `other`. */
function countWith(state: Uint8Array, positions: Uint32Array, other: number): number {
  let count = 0;
  for (let nth = 0; nth < positions.length; nth++) {
    const one = state[positions[nth] ?? 0];
    if (one === passesMark || one === other) count++;
  }
  return count;
}

/** The number of items that pass without a value; of values that only routers have, the number of routers. */
function countWithout(tally: FilterTally, columns: FilterColumns, facet: FilterFacet, value: string): number {
  const unwanted = columns.positions(facet, value);
  const all = routerFacets.some((one) => one === facet) ? tally.matchingRouters : tally.matching;
  return all - countWith(tally.state, unwanted, passesMark);
}

function failingBy({ state }: FilterTally, facet: FilterFacet): number {
  const code = codeOf(facet);
  let count = 0;
  for (let at = 0; at < state.length; at++) if (state[at] === code) count++;
  return count;
}
