import { type Inventory, itemsOfKinds } from '../model/inventory';
import { type ItemGraph, itemGraphOf } from '../model/itemGraph';
import { entryPointsOf, type Item, type Middleware, type Router } from '../model/model';

/** Avoids following the references from an entry point again at each key that the user types. */
const known = new WeakMap<ItemGraph, Map<string, ReadonlySet<Item>>>();

/**
 * The items at an entry point: its routers, the routers nested below them, and the services and middlewares that those
 * use, however indirectly, together with the entry point's own middlewares.
 *
 * @param name in any case
 */
export function itemsAtEntryPoint(inventory: Inventory, name: string): ReadonlySet<Item> {
  const wanted = name.toLowerCase();
  const graph = itemGraphOf(inventory);
  const found = known.get(graph) ?? new Map<string, ReadonlySet<Item>>();
  known.set(graph, found);
  const present = found.get(wanted);
  if (present !== undefined) return present;
  const items = reachedFrom(inventory, graph, wanted);
  found.set(wanted, items);
  return items;
}

/** Follows references and nested routers, but not the parents of nested routers, which may have other entry points. */
function reachedFrom(inventory: Inventory, graph: ItemGraph, wanted: string): ReadonlySet<Item> {
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
