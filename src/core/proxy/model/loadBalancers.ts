import type { ItemGraph } from './itemGraph';
import { type Item, isInternal, type Router, type Service } from './model';
import type { ReferenceRole } from './references';

/** Only a hostile listing has more services below one router. */
const mostVisited = 2_000;

/** The roles in which an item may receive the request. No client waits for mirrors. */
const followed: ReadonlySet<ReferenceRole> = new Set([
  'service',
  'weighted',
  'highestRandomWeight',
  'mirrored',
  'main',
  'fallback',
]);

/** The load balancers that a router or a service leads to, itself included, the nearest first; each once. */
export function loadBalancersBelow(item: Router | Service, graph: ItemGraph): readonly Service[] {
  const found: Service[] = [];
  const visited = new Set<Item>([item]);
  // A `Set` iterates over items that are added meanwhile, too.
  for (const each of visited) {
    if (each.kind === 'services' && each.loadBalancer !== undefined && !isInternal(each)) found.push(each);
    if (visited.size > mostVisited) break;
    for (const { role, target, weight = 1 } of graph.referencesOf(each)) {
      if (target !== undefined && followed.has(role) && weight > 0) visited.add(target);
    }
    if (each.kind === 'routers') for (const child of graph.childrenOf(each)) visited.add(child);
  }
  return found;
}
