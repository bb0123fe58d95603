import { type Lazy, lazySteps, type Steps } from '../../base/async/steps';
import { type Graph, graphOf } from '../model/graph';
import { type Inventory, itemsIn } from '../model/inventory';
import { entryPointsOf, type Item, type Middleware, type Router } from '../model/model';

/** Spares following the references from an entry point again at each key that is typed. */
const known = new WeakMap<Graph, Map<string, Lazy<ReadonlySet<Item>>>>();

/**
 * The items at an entry point: its routers, the routers nested below them, and the services and middlewares that those
 * use, however indirectly, together with the entry point's own middlewares.
 *
 * @param name in any case
 */
export function itemsOn(inventory: Inventory, name: string): Lazy<ReadonlySet<Item>> {
  const wanted = name.toLowerCase();
  const graph = graphOf(inventory);
  const found = known.get(graph) ?? new Map<string, Lazy<ReadonlySet<Item>>>();
  known.set(graph, found);
  const present = found.get(wanted);
  if (present !== undefined) return present;
  const items = lazySteps(() => reachedFrom(inventory, graph, wanted));
  found.set(wanted, items);
  return items;
}

/** Follows references and nested routers, but not to the routers that one is nested in: those are elsewhere. */
function* reachedFrom(inventory: Inventory, graph: Graph, wanted: string): Steps<ReadonlySet<Item>> {
  const reached = new Set<Item>();
  for (const item of itemsIn(inventory, 'routers', 'middlewares')) {
    yield 0.5;
    if (startsAt(item, graph, wanted)) reached.add(item);
  }
  // A set is walked in the order of its additions, those made meanwhile included.
  for (const item of reached) {
    yield 1;
    for (const { role, target } of graph.referencesOf(item)) {
      if (target !== undefined && role !== 'parent') reached.add(target);
    }
    if (item.kind === 'routers') for (const child of graph.childrenOf(item)) reached.add(child);
  }
  return reached;
}

function startsAt(item: Router | Middleware, graph: Graph, wanted: string): boolean {
  if (item.kind === 'routers') return entryPointsOf(item).some((name) => name.toLowerCase() === wanted);
  return graph.usersOf(item).some(({ user }) => !('kind' in user) && user.name.toLowerCase() === wanted);
}
