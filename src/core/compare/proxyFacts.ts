import type { Group, Inventory } from '../traefik/inventory';
import type { ProxyFacts } from './sections';

const known = new WeakMap<Inventory, Group<ProxyFacts>>();

/**
 * What the proxy tells of itself, without what changes by itself: when it started, and counts, which follow from the
 * listings. Empty where it told nothing.
 */
export function proxyFacts(inventory: Inventory): Group<ProxyFacts> {
  let facts = known.get(inventory);
  if (facts === undefined) {
    const { version, overview } = inventory;
    const text = JSON.stringify({
      version: version?.number,
      dashboardName: version?.dashboardName,
      features: overview?.features,
      providers: overview?.providers,
    });
    facts = { state: 'read', items: new Map([['', { name: 'Traefik', text }]]), unnamed: 0 };
    known.set(inventory, facts);
  }
  return facts;
}
