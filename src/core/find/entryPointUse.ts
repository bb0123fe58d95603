import { type Graph, graphOf } from '../traefik/graph';
import { type Inventory, itemsIn } from '../traefik/inventory';
import { entryPointsOf, type Item } from '../traefik/model';

const known = new WeakMap<Graph, Map<string, ReadonlySet<Item>>>();

/**
 * The items at an entry point: its routers, the routers nested below them, and the services and middlewares that those
 * use, however indirectly, together with the entry point's own middlewares.
 *
 * @param name in any case
 */
export function itemsOn(inventory: Inventory, name: string): ReadonlySet<Item> {
  const wanted = name.toLowerCase();
  const graph = graphOf(inventory);
  const found = known.get(graph) ?? new Map<string, ReadonlySet<Item>>();
  known.set(graph, found);
  const present = found.get(wanted);
  if (present !== undefined) return present;
  const items = reachedFrom(startsAt(inventory, graph, wanted), graph);
  found.set(wanted, items);
  return items;
}

function* startsAt(inventory: Inventory, graph: Graph, wanted: string): Iterable<Item> {
  for (const item of itemsIn(inventory, 'routers', 'middlewares')) {
    if (item.kind === 'routers') {
      if (entryPointsOf(item).some((name) => name.toLowerCase() === wanted)) yield item;
    } else if (graph.usersOf(item).some(({ user }) => !('kind' in user) && user.name.toLowerCase() === wanted)) {
      yield item;
    }
  }
}

/** Follows references and nested routers, but not to the routers that one is nested in: those are elsewhere. */
function reachedFrom(starts: Iterable<Item>, graph: Graph): ReadonlySet<Item> {
  const reached = new Set(starts);
  // A set is walked in the order of its additions, those made meanwhile included.
  for (const item of reached) {
    for (const { role, target } of graph.referencesOf(item)) {
      if (target !== undefined && role !== 'parent') reached.add(target);
    }
    if (item.kind === 'routers') for (const child of graph.childrenOf(item)) reached.add(child);
  }
  return reached;
}
