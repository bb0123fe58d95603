import { healthOfServer } from '../model/health';
import type { ItemGraph } from '../model/itemGraph';
import { type Item, isInternal, type Router, type Service } from '../model/model';
import type { ReferenceRole } from '../model/references';

/** A load balancer whose servers are not all up: how many are down, and how many there are. */
export interface TroubledService {
  readonly service: Service;
  readonly down: number;
  readonly total: number;
}

/** Only a hostile listing has more services below one router. */
const MOST_VISITED = 2_000;

/** What a request may be sent on to. Nobody waits for mirrors. */
const FOLLOWED: ReadonlySet<ReferenceRole> = new Set([
  'service',
  'weighted',
  'highestRandomWeight',
  'mirrored',
  'main',
  'fallback',
]);

/**
 * The load balancers that a router or service leads to, with servers that are down or with none at all: those where all are
 * down come first. Empty if its health is good, since a fallback may be down while nobody needs it.
 */
export function troubledServices(item: Router | Service, graph: ItemGraph): readonly TroubledService[] {
  if (graph.healthOf(item).state === 'up') return [];
  const found: TroubledService[] = [];
  const visited = new Set<Item>([item]);
  // Items added to a set during iteration are visited, too.
  for (const each of visited) {
    if (each.kind === 'services' && each.loadBalancer !== undefined && !isInternal(each)) {
      const servers = each.loadBalancer.servers ?? [];
      const down = servers.filter((server) => healthOfServer(each, server) === 'down').length;
      if (down > 0 || servers.length === 0) found.push({ service: each, down, total: servers.length });
    }
    if (visited.size > MOST_VISITED) break;
    for (const { role, target, weight = 1 } of graph.referencesOf(each)) {
      if (target !== undefined && FOLLOWED.has(role) && weight > 0) visited.add(target);
    }
    if (each.kind === 'routers') for (const child of graph.childrenOf(each)) visited.add(child);
  }
  return found.sort((one, other) => Number(other.down === other.total) - Number(one.down === one.total));
}
