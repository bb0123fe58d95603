import { nextTurn } from '../../base/async/nextTurn';
import { computedOnce, type Inventory, itemsOfKinds, knownItems } from '../model/inventory';
import { type ItemGraph, itemGraphOf } from '../model/itemGraph';
import { type EntryPoint, entryPointsOf, type Item, itemKinds, type Middleware, type Router } from '../model/model';
import { readRule } from '../rules/readRule';
import type { RuleNode } from '../rules/rule';
import { ruleSyntaxOf } from '../rules/serverTraits';

/** The names by which a filter finds routers: items that they use directly or indirectly, and hosts in their rules. */
export const namedFacets = ['middlewares', 'services', 'hosts'] as const;
type NamedFacet = (typeof namedFacets)[number];

/** Names in lower case, each with the items that refer to it directly. Includes names that are not listed. */
type ReferringItems = ReadonlyMap<string, ReadonlySet<Item | EntryPoint>>;

/** Both kinds, computed in one iteration. */
const referencesIn = computedOnce(findReferences);
const hostsNamedIn = computedOnce(findHosts);
const routersFound = computedOnce(() => new Map<string, ReadonlySet<Item>>());
const itemsAtEntryPoints = computedOnce(() => new Map<string, ReadonlySet<Item>>());

/** The latest names are kept: the user types one name, and each key searches again. */
const mostKept = 128;

/** Hosts in longer rules are not found: real rules with sixty hosts have about 2,700 characters. */
const longestRule = 100_000;

/** The names of a kind that an inventory's items refer to. */
export function namesReferredTo(inventory: Inventory, facet: NamedFacet): ReferringItems {
  return facet === 'hosts' ? hostsNamedIn(inventory) : referencesIn(inventory)[facet];
}

/** Finds all of these names in advance, so that the first filter does not wait for it. */
export async function prepareNames(inventory: Inventory, signal?: AbortSignal): Promise<void> {
  for (const facet of namedFacets) {
    await nextTurn();
    signal?.throwIfAborted();
    namesReferredTo(inventory, facet);
  }
  await nextTurn();
}

/**
 * The routers that use a middleware or a service, directly, through other items, through a parent router, or through
 * their entry point; or whose rule names a host.
 *
 * @param value a name, see `isNameMeant`
 */
export function routersByName(inventory: Inventory, facet: NamedFacet, value: string): ReadonlySet<Item> {
  return keptByKey(routersFound(inventory), `${facet} ${value}`, mostKept, () => findRouters(inventory, facet, value));
}

/** The value of a key, made on first use. If there are too many, the oldest goes. */
export function keptByKey<V>(kept: Map<string, V>, key: string, most: number, make: () => V): V {
  const present = kept.get(key);
  if (present !== undefined) return present;
  const [oldest] = kept.keys();
  if (oldest !== undefined && kept.size >= most) kept.delete(oldest);
  const value = make();
  kept.set(key, value);
  return value;
}

/**
 * Whether the typed text stands for a name: it is the name itself, a middleware or service without its provider, or the
 * domain of a host. A star stands for any text. Both are in lower case.
 */
export function isNameMeant(facet: NamedFacet, name: string, typed: string): boolean {
  if (typed.includes('*') && isLike(name, typed)) return true;
  if (facet === 'hosts') return name === typed || name.endsWith(`.${typed}`);
  const own = name.slice(0, name.includes('@') ? name.indexOf('@') : name.length);
  return name === typed || own === typed || (typed.includes('*') && isLike(own, typed));
}

/** Whether a text contains the parts of a pattern between its stars, in their order. */
function isLike(text: string, pattern: string): boolean {
  const parts = pattern.split('*');
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= text.length - last.length;
}

function findReferences(inventory: Inventory): Record<'middlewares' | 'services', ReferringItems> {
  const graph = itemGraphOf(inventory);
  const names = { middlewares: new Map<string, Set<Item | EntryPoint>>(), services: new Map<string, Set<Item>>() };
  for (const user of itemsOfKinds(inventory, ...itemKinds)) {
    for (const { kind, name } of graph.referencesOf(user)) if (kind !== 'routers') put(names[kind], name, user);
  }
  for (const entryPoint of knownItems(inventory.entryPoints)) {
    // A name without a provider is among the references of each router.
    for (const name of entryPoint.middlewares) if (name.includes('@')) put(names.middlewares, name, entryPoint);
  }
  return names;
}

function findHosts(inventory: Inventory): ReferringItems {
  const hosts = new Map<string, Set<Item>>();
  for (const router of itemsOfKinds(inventory, 'routers')) {
    for (const host of hostsOf(router, inventory)) put(hosts, host, router);
  }
  return hosts;
}

function put<U>(names: Map<string, Set<U>>, name: string, user: U): void {
  const key = name.toLowerCase();
  const users = names.get(key);
  if (users === undefined) names.set(key, new Set([user]));
  else users.add(user);
}

/** The hosts that a rule names, without those that it excludes. */
function hostsOf(router: Router, inventory: Inventory): readonly string[] {
  const { protocol, rule: text = '' } = router;
  if (protocol === 'udp' || text.length > longestRule || !/host/i.test(text)) return [];
  const rule = readRule(text, { protocol, syntax: ruleSyntaxOf(router, inventory) });
  return rule.kind === 'rule' ? hostsIn(rule.root) : [];
}

function hostsIn(node: RuleNode): readonly string[] {
  switch (node.kind) {
    case 'not':
      return [];
    case 'and':
    case 'or':
      return node.parts.flatMap(hostsIn);
    case 'matcher':
      return ['Host', 'HostHeader', 'HostSNI'].includes(node.name) ? node.values : [];
  }
}

function findRouters(inventory: Inventory, facet: NamedFacet, value: string): ReadonlySet<Item> {
  const graph = itemGraphOf(inventory);
  const reached = new Set<Item>();
  const entryPoints = new Set<EntryPoint>();
  const add = (user: Item | EntryPoint): void => {
    if ('kind' in user) {
      reached.add(user);
    } else if (!entryPoints.has(user)) {
      entryPoints.add(user);
      for (const router of graph.routersOn(user.name)) reached.add(router);
    }
  };
  for (const [name, users] of namesReferredTo(inventory, facet)) {
    if (!isNameMeant(facet, name, value)) continue;
    for (const user of users) add(user);
  }
  if (facet === 'hosts') return reached;
  const routers = new Set<Item>();
  // A `Set` is iterated in the order of insertion, with the items that are inserted meanwhile.
  for (const item of reached) {
    if (item.kind === 'routers') routers.add(item);
    for (const { user } of graph.usersOf(item)) add(user);
  }
  return routers;
}

/**
 * The items at an entry point: its routers, the routers nested below them, and the services and middlewares that those
 * use, however indirectly, together with the entry point's own middlewares.
 *
 * @param name in any case
 */
export function itemsAtEntryPoint(inventory: Inventory, name: string): ReadonlySet<Item> {
  const wanted = name.toLowerCase();
  return keptByKey(itemsAtEntryPoints(inventory), wanted, mostKept, () => reachedFrom(inventory, wanted));
}

/** Follows references and nested routers, but not the parents of nested routers, which may have other entry points. */
function reachedFrom(inventory: Inventory, wanted: string): ReadonlySet<Item> {
  const graph = itemGraphOf(inventory);
  const reached = new Set<Item>();
  for (const item of itemsOfKinds(inventory, 'routers', 'middlewares')) {
    if (startsAt(item, graph, wanted)) reached.add(item);
  }
  // A `Set` is iterated in the order of insertion, with the items that are inserted meanwhile.
  for (const item of reached) {
    for (const { role, target } of graph.referencesOf(item)) {
      if (target !== undefined && role !== 'parent') reached.add(target);
    }
    if (item.kind === 'routers') for (const child of graph.childrenOf(item)) reached.add(child);
  }
  return reached;
}

function startsAt(item: Router | Middleware, graph: ItemGraph, wanted: string): boolean {
  if (item.kind === 'routers') return entryPointsOf(item).some((name) => name.toLowerCase() === wanted);
  return graph.usersOf(item).some(({ user }) => !('kind' in user) && user.name.toLowerCase() === wanted);
}
