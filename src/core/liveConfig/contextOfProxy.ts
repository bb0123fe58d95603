import type { ProxyFacts } from '../config/diagnostics/checkContext';
import type { DeclaredKind } from '../config/model/declaration';
import { type Inventory, inventoryGroupOf, isKnownWhole, knownEntries } from '../proxy/model/inventory';
import { type ItemKind, traefikProtocols } from '../proxy/model/model';
import { listedKinds } from './matchDeclared';

/** The facts about a live proxy for checking a configuration. */
export function factsOfProxy(inventory: Inventory): ProxyFacts {
  const { entryPoints, version } = inventory;
  const listed = new Map<string, { names: ReadonlyMap<string, unknown>; isWhole: boolean }>();
  for (const protocol of traefikProtocols) {
    for (const [kind, listedKind] of Object.entries(listedKinds) as [DeclaredKind, ItemKind][]) {
      const group = inventoryGroupOf<ItemKind>(inventory, protocol, listedKind);
      const names = knownEntries(group)?.items ?? new Map<string, unknown>();
      listed.set(`${protocol} ${kind}`, { names, isWhole: group?.state === 'read' });
    }
  }
  return {
    entryPoints: isKnownWhole(entryPoints)
      ? new Map([...entryPoints.items.values()].map(({ name, address = '' }) => [name, transportOf(address)] as const))
      : undefined,
    ruleSyntax: version?.number.startsWith('2.') === true ? 'v2' : undefined,
    listed,
  };
}

function transportOf(address: string): 'tcp' | 'udp' {
  return address.toLowerCase().endsWith('/udp') ? 'udp' : 'tcp';
}
