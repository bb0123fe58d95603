import type { Steps } from '../../base/async/steps';
import { counted } from '../describe/words';
import { graphOf } from '../model/graph';
import { groupOf, type Inventory, itemsIn } from '../model/inventory';
import { enumerated, type Finding, keyOf, nameIn } from './finding';

/** Routers that a finding leads to; the service's own row has all. */
const MOST_ROUTERS = 20;

/**
 * Services whose servers are all down by their health checks: load balancers alone, since those are the cause where what is
 * made of them is down. Those that routers lead to come first.
 */
export function* downFindings(inventory: Inventory): Steps<readonly Finding[]> {
  const graph = graphOf(inventory);
  const used: Finding[] = [];
  const idle: Finding[] = [];
  for (const service of itemsIn(inventory, 'services')) {
    yield 0.5;
    if (service.loadBalancer === undefined || service.status === 'disabled') continue;
    if (groupOf(inventory, service.protocol, 'services')?.state === 'stale') continue;
    const { state, total } = graph.healthOf(service);
    if (state !== 'down' || total === 0) continue;
    const routers = graph.routersOf(service);
    const servers = total === 1 ? 'Its only server is' : `All ${counted(total, 'server')} are`;
    const names = enumerated(routers.map(({ name }) => nameIn(name)));
    (routers.length > 0 ? used : idle).push({
      kind: 'down',
      key: keyOf(service),
      about: nameIn(service.name),
      reason: `${servers} down${routers.length === 0 ? '; no router leads here.' : `, and ${names} ${routers.length === 1 ? 'leads' : 'lead'} here.`}`,
      links: [
        { to: 'item', item: service },
        ...routers.slice(0, MOST_ROUTERS).map((item) => ({ to: 'item', item, role: 'leads here' }) as const),
      ],
    });
  }
  return [...used, ...idle];
}
