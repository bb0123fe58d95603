import { once } from '../../base/async/once';
import { type Inventory, type InventoryGroups, listedRouters } from '../model/inventory';
import { entryPointsOf } from '../model/model';

/** The kind of requests that the routers of an entry point suggest. Disabled routers count too. */
export interface EntryPointTraffic {
  readonly count: number;
  readonly withTls: number;
  /** Whether a rule has this text, such as a host, in quotation marks. Case does not matter. */
  names(host: string): boolean;
  /** Like `names`, for the rules of routers with TLS. */
  namesWithTls(host: string): boolean;
}

/** The traffic by the name of the entry point; entry points without routers are absent. */
type TrafficByEntryPoint = ReadonlyMap<string, EntryPointTraffic>;

/** Avoids iterating over all routers again for each URL. */
const known = new WeakMap<InventoryGroups, Record<'http' | 'tcp', () => TrafficByEntryPoint>>();

/** The traffic of an inventory, computed once as long as its routers are the same. */
export function trafficOf(inventory: Inventory, protocol: 'http' | 'tcp'): TrafficByEntryPoint {
  let found = known.get(inventory.groups);
  if (found === undefined) {
    found = { http: once(() => trafficIn(inventory, 'http')), tcp: once(() => trafficIn(inventory, 'tcp')) };
    known.set(inventory.groups, found);
  }
  return found[protocol]();
}

function trafficIn(inventory: Inventory, protocol: 'http' | 'tcp'): TrafficByEntryPoint {
  const found = new Map<string, Counted>();
  for (const router of listedRouters(inventory, protocol)) {
    const quoted = quotedIn(router.rule ?? '');
    for (const name of entryPointsOf(router)) {
      const traffic = found.get(name) ?? new Counted();
      found.set(name, traffic);
      traffic.add(quoted, router.tls !== undefined);
    }
  }
  return found;
}

class Counted implements EntryPointTraffic {
  count = 0;
  withTls = 0;
  readonly #plain = new Set<string>();
  readonly #secure = new Set<string>();

  add(quoted: readonly string[], isTls: boolean): void {
    this.count += 1;
    if (isTls) this.withTls += 1;
    const texts = isTls ? this.#secure : this.#plain;
    for (const text of quoted) texts.add(text);
  }

  names(host: string): boolean {
    return this.#plain.has(host.toLowerCase()) || this.namesWithTls(host);
  }

  namesWithTls(host: string): boolean {
    return this.#secure.has(host.toLowerCase());
  }
}

/** The texts between backquotes that are not paths, in lower case. */
function quotedIn(rule: string): readonly string[] {
  return rule
    .toLowerCase()
    .split('`')
    .filter((text, at) => at % 2 === 1 && !text.startsWith('/'));
}
