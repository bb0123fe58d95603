import { healthOfServer } from '../model/health';
import type { ItemGraph } from '../model/itemGraph';
import { loadBalancersBelow } from '../model/loadBalancers';
import type { Router, Service } from '../model/model';

/** A load balancer some of whose servers are down: the number of these, and of all its servers. */
export interface TroubledService {
  readonly service: Service;
  readonly down: number;
  readonly total: number;
}

/**
 * The load balancers that a router or service leads to, with servers that are down or with none at all: those where all
 * are down come first. Empty if its health is good, because a fallback may be down while no request needs it.
 */
export function troubledServices(item: Router | Service, graph: ItemGraph): readonly TroubledService[] {
  if (graph.healthOf(item).state === 'up') return [];
  const found: TroubledService[] = [];
  for (const service of loadBalancersBelow(item, graph)) {
    const servers = service.loadBalancer?.servers ?? [];
    const down = servers.filter((server) => healthOfServer(service, server) === 'down').length;
    if (down > 0 || servers.length === 0) found.push({ service, down, total: servers.length });
  }
  return found.sort((one, other) => Number(other.down === other.total) - Number(one.down === one.total));
}
