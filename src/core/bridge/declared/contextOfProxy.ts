import type { CheckContext } from '../../config/check/checkContext';
import { type NameTable, tableOfNames } from '../../config/names/meantNames';
import { type Inventory, inventoryGroupOf, isKnownWhole, knownEntries } from '../../proxy/model/inventory';
import type { ItemKind } from '../../proxy/model/model';
import { listedKinds } from './matchDeclared';

/** The facts about a live proxy for checking a configuration. Objects of incomplete listings are unknown. */
export function contextOfProxy(inventory: Inventory): CheckContext {
  const { entryPoints, version } = inventory;
  const known = isKnownWhole(entryPoints)
    ? new Map([...entryPoints.items.values()].map(({ name, address = '' }) => [name, transportOf(address)] as const))
    : undefined;
  const tables = new Map<string, NameTable>();
  return {
    entryPoints: known,
    exists(protocol, kind, name) {
      const listed = listedKinds[kind];
      if (listed === undefined) return undefined;
      const group = inventoryGroupOf<ItemKind>(inventory, protocol, listed);
      if (knownEntries(group)?.items.has(name) === true) return true;
      // Traefik does not always list its built-in objects.
      return group?.state === 'read' && !name.endsWith('@internal') ? false : undefined;
    },
    names(protocol, kind) {
      const listed = listedKinds[kind];
      const group = listed && inventoryGroupOf<ItemKind>(inventory, protocol, listed);
      const key = `${protocol} ${kind}`;
      const table = tables.get(key) ?? tableOfNames(knownEntries(group)?.items.keys() ?? []);
      tables.set(key, table);
      return table;
    },
    ruleSyntax: version?.number.startsWith('2.') === true ? 'v2' : undefined,
  };
}

function transportOf(address: string): 'tcp' | 'udp' {
  return address.toLowerCase().endsWith('/udp') ? 'udp' : 'tcp';
}
