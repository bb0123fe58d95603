import type { Declaration } from '../config/model/declaration';
import type { ItemRef } from '../proxy/model/itemRef';
import { itemsOfMatch, matchDeclared } from './matchDeclared';
import { boundFirst, type ReadProxy } from './readProxies';

/** The router that a proxy made from a declared one: in the file's proxy, otherwise in the first that has it. */
export function liveRouterOf(declaration: Declaration, proxies: readonly ReadProxy[]): ItemRef | undefined {
  for (const { endpointId, inventory } of boundFirst(proxies)) {
    const [match] = matchDeclared([declaration], inventory);
    const [item] = itemsOfMatch(match);
    if (item === undefined) continue;
    const { protocol, kind, name } = item;
    return { endpointId, protocol, kind, name };
  }
  return undefined;
}
