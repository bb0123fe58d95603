import type { NamedObject } from '../../config/files/namesIn';
import { itemOf } from '../../proxy/model/inventory';
import { itemGraphOf } from '../../proxy/model/itemGraph';
import type { ItemRef } from '../../proxy/model/itemRef';
import type { Item } from '../../proxy/model/model';
import { itemTooltip, type NodeTooltip } from '../../proxy/tree/nodeTooltip';
import { listedKinds } from './matchDeclared';
import { boundFirst, type ReadProxy } from './readProxies';

/** What a live proxy says of a name in a file. */
export interface LiveTooltip extends NodeTooltip {
  /** Of the endpoint. */
  readonly proxy: string;
  readonly ref: ItemRef;
  /** Whether requests of a URL can be asked about, and access logs. */
  readonly isRouted: boolean;
}

/** What each proxy that has the object of a name says of it; that of the file first. Proxies list no other kinds of objects. */
export function liveTooltips(
  { protocol, kind, name }: NamedObject,
  proxies: readonly ReadProxy[],
): readonly LiveTooltip[] {
  const listed = listedKinds[kind];
  if (listed === undefined) return [];
  return boundFirst(proxies).flatMap(({ endpointId, name: proxy, inventory }): LiveTooltip[] => {
    const item: Item | undefined = itemOf(inventory, { protocol, kind: listed, name });
    if (item === undefined) return [];
    const ref = { endpointId, protocol, kind: listed, name };
    const isRouted = protocol === 'http' && listed === 'routers';
    return [{ ...itemTooltip(item, { inventory, graph: itemGraphOf(inventory) }), proxy, ref, isRouted }];
  });
}
