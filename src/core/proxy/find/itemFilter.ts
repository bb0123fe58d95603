import type { Inventory } from '../model/inventory';
import { itemGraphOf } from '../model/itemGraph';
import type { Item } from '../model/model';
import {
  emptyFilterConditions,
  type FilterConditions,
  type FilterFacet,
  filterFacetKeys,
  filterFacets,
  healthFilterWords,
  protocolFilterWords,
  routerFacets,
  statusFilterWords,
  type TlsUse,
  tlsFilterWords,
} from './filterWords';
import { itemsAtEntryPoint, namedFacets, routersByName } from './routerNames';
import { longestFilter } from './savedFilters';
import { searchTextOf } from './searchText';

/** Words, and conditions of each kind. An empty one accepts every item. */
interface Demands extends FilterConditions {
  /** Words and quoted phrases, in lower case, that an item's `searchTextOf` must all contain. */
  readonly words: readonly string[];
}

/** The filter that the user typed: conditions that an item must meet, and conditions that it must not meet. */
export interface ItemFilter extends Demands {
  /** An item must not meet any of these. */
  readonly without: Demands;
}

/** A token, from an optional minus to the end of its quoted or bare text. A quotation mark may be part of a word. */
const tokens = /-?(?:[a-z]+:)?"[^"]*(?:"|$)|\S+/giu;
const tokenPattern = /^(-?)(?:([a-z]+):)?(?:"([^"]*)"?|(.*))$/isu;

type Draft = { readonly [F in keyof Demands]: Demands[F][number][] };

/**
 * Reads a filter: `shop "two words" -internal status:warning,error entrypoint:web provider:docker`.
 *
 * Words, and conditions of different kinds, must all hold; of several values of one kind, one must. A minus before any
 * of them excludes it. A prefix is enough for the values of `status`, `health`, `tls` and `protocol`: `status:err`. An
 * invalid condition (`port:80`, `status:green`) is a word, and a condition without a value yet accepts every item. Case
 * does not matter. Any text is a filter; `parseFilter` ignores the text after the first `longestFilter` characters.
 */
export function parseFilter(text: string): ItemFilter {
  const wanted = nothing();
  const unwanted = nothing();
  for (const [token] of text.slice(0, longestFilter).toLowerCase().matchAll(tokens)) {
    const [, minus, key = '', quoted, bare = ''] = tokenPattern.exec(token) ?? [];
    const demands = minus === '-' ? unwanted : wanted;
    const values = quoted === undefined ? bare.split(',').filter((value) => value !== '') : [quoted];
    const facet = filterFacetKeys.get(key);
    if (facet !== undefined && take(demands, facet, values)) continue;
    const word = key === '' ? (quoted ?? bare) : `${key}:${quoted ?? bare}`;
    if (word !== '') demands.words.push(word);
  }
  return { ...wanted, without: unwanted };
}

/** The text of a filter without its conditions of one kind, those with a minus excepted. */
export function filterTextWithout(text: string, facet: FilterFacet): string {
  const kept = [...text.slice(0, longestFilter).matchAll(tokens)].filter(([token]) => {
    const read = parseFilter(token);
    return read[facet].length === 0;
  });
  return kept.map(([token]) => token).join(' ');
}

function nothing(): Draft {
  return { words: [], ...emptyFilterConditions() };
}

/** Adds the condition, if it is one. */
function take(demands: Draft, facet: FilterFacet, values: readonly string[]): boolean {
  switch (facet) {
    case 'statuses':
      return takeKnown(demands.statuses, statusFilterWords, values);
    case 'health':
      return takeKnown(demands.health, healthFilterWords, values);
    case 'protocols':
      return takeKnown(demands.protocols, protocolFilterWords, values);
    case 'tls':
      return takeKnown(demands.tls, tlsFilterWords, values);
    case 'entryPoints':
    case 'providers':
    case 'middlewares':
    case 'services':
    case 'hosts':
      demands[facet].push(...values);
      return true;
  }
}

/** A word of the set stands for its value; a prefix of words stands for the values of all of them. */
function takeKnown<V>(into: V[], known: ReadonlyMap<string, V>, values: readonly string[]): boolean {
  const meant = values.map((value) =>
    [...known].filter(([word]) => (known.has(value) ? word === value : word.startsWith(value))),
  );
  if (meant.some(({ length }) => length === 0)) return false;
  into.push(...new Set(meant.flat().map(([, value]) => value)));
  return true;
}

type Test = (item: Item) => boolean;

/**
 * Whether an item of the inventory passes the filter. Health is that of routers and services, rolled up. The items at
 * an entry point are its routers, the routers nested below them, and the items that they use. Only routers pass
 * conditions that only routers can meet.
 */
export function filterMatcher(filter: ItemFilter, inventory: Inventory): Test {
  const textOf = remembered(searchTextOf);
  const hasWord =
    (word: string): Test =>
    (item) =>
      textOf(item).includes(word);
  const wanted = filter.words.map(hasWord);
  const unwanted = filter.without.words.map(hasWord);
  const passes = conditionTest(filter, inventory);
  return (item) => wanted.every((test) => test(item)) && !unwanted.some((test) => test(item)) && passes(item);
}

/** Whether an item passes the conditions of a filter, without its words. */
export function conditionTest(filter: ItemFilter, inventory: Inventory): Test {
  const wanted = conditionTests(filter, inventory);
  const unwanted = conditionTests(filter.without, inventory);
  if (asksOfRoutersOnly(filter.without)) wanted.unshift(({ kind }) => kind === 'routers');
  return (item) => wanted.every((test) => test(item)) && !unwanted.some((test) => test(item));
}

export function asksOfRoutersOnly(conditions: FilterConditions): boolean {
  return routerFacets.some((facet) => conditions[facet].length > 0);
}

/** Whether a filter has only words, which other rows than routers, services and middlewares may contain, too. */
export function asksWordsOnly(filter: ItemFilter): boolean {
  return filterFacets.every((facet) => filter[facet].length + filter.without[facet].length === 0);
}

/** A test for each condition that is not empty. */
function conditionTests(conditions: FilterConditions, inventory: Inventory): Test[] {
  const { statuses, health, tls, entryPoints, providers, protocols } = conditions;
  const tests: Test[] = [];
  if (protocols.length > 0) tests.push(({ protocol }) => protocols.includes(protocol));
  if (statuses.length > 0) tests.push(({ status }) => statuses.includes(status));
  if (providers.length > 0) tests.push((item) => providers.includes(providerOf(item).toLowerCase()));
  if (tls.length > 0) tests.push((item) => tlsUsesOf(item).some((use) => tls.includes(use)));
  if (health.length > 0) {
    const graph = itemGraphOf(inventory);
    tests.push((item) => item.kind !== 'middlewares' && health.includes(graph.healthOf(item).state));
  }
  if (entryPoints.length > 0) tests.push(inAny(entryPoints.map((name) => itemsAtEntryPoint(inventory, name))));
  for (const facet of namedFacets) {
    const names = conditions[facet];
    if (names.length > 0) tests.push(inAny(names.map((name) => routersByName(inventory, facet, name))));
  }
  return tests;
}

function inAny(sets: readonly ReadonlySet<Item>[]): Test {
  return (item) => sets.some((some) => some.has(item));
}

/** A router's use of TLS; nothing for other items. */
export function tlsUsesOf(item: Item): readonly TlsUse[] {
  if (item.kind !== 'routers') return [];
  if (item.tls === undefined) return ['off'];
  return item.tls.passthrough === true ? ['on', 'passthrough'] : ['on'];
}

/** The provider in the item's fields, or else in its name. */
export function providerOf({ provider, name }: Item): string {
  return provider ?? name.slice(name.indexOf('@') + 1 || name.length);
}

/** Keeps the text of the last item, because several words are searched in it one after the other. */
function remembered(textOf: (item: Item) => string): (item: Item) => string {
  let last: { readonly item: Item; readonly text: string } | undefined;
  return (item) => {
    if (last?.item !== item) last = { item, text: textOf(item) };
    return last.text;
  };
}
