import * as z from 'zod/mini';
import { jsonOrNothing } from '../base/json/parse';
import { type Inventory, itemOf, itemsOfKinds } from '../proxy/model/inventory';
import { itemGraphOf } from '../proxy/model/itemGraph';
import { isInternal, type Router, type Service } from '../proxy/model/model';
import { originalOfCopy } from '../proxy/model/originalOfCopy';

/**
 * The names of an HTTP router or service in Traefik's access logs. A router and its copies for entry points are logged
 * under their own names, a nested router with its parents, `parent@file -> child@file`. Traefik logs only the service
 * that sends the request to a server: for a weighted, mirroring or failover service this is one below it, so its
 * routers stand for it.
 *
 * @see docs/traefik.md, "Names in the access log"
 * @see test/recordings/access-log.ndjson (router `static@file` uses a failover; logged is its main service,
 * `shop@file`)
 */
export function accessLogName(item: Router | Service, inventory: Inventory): LogSubject {
  if (item.kind === 'routers') {
    return { kind: 'router', name: item.name, routers: namesOf([item], inventory), services: [] };
  }
  const routers = itemGraphOf(inventory).routersOf(item);
  const isNamed = !isInternal(item) && (item.loadBalancer !== undefined || item.type === undefined);
  return {
    kind: 'service',
    name: item.name,
    routers: namesOf(routers, inventory),
    services: isNamed ? [item.name] : [],
  };
}

/** The reason why a router or service has no access logs, as far as Traefik reports. */
export type WhyNoLogs = 'protocol' | 'proxy' | 'routers';

/**
 * The reason why there can be no new lines: only HTTP has access logs (`protocol`), the proxy writes none (`proxy`), or
 * they are switched off for the router, or all routers of the service (`routers`). Undefined if there may be some.
 */
export function whyNoAccessLogs(item: Router | Service, inventory: Inventory): WhyNoLogs | undefined {
  if (item.protocol !== 'http') return 'protocol';
  if (inventory.overview?.features.accessLog === false) return 'proxy';
  const routers = item.kind === 'routers' ? [item] : itemGraphOf(inventory).routersOf(item);
  return routers.length > 0 && routers.every((router) => areOff(router, inventory)) ? 'routers' : undefined;
}

/** The first of some names that an HTTP router has. */
export function listedRouter(names: readonly string[], inventory: Inventory): string | undefined {
  return names.find((name) => itemOf(inventory, { protocol: 'http', kind: 'routers', name }) !== undefined);
}

const observedSchema = z.object({ observability: z.object({ accessLogs: z.boolean() }) });

/** A nested router has no setting of its own: its root's decides. Since 3.0 Traefik reports the effective setting. */
function areOff(router: Router, inventory: Inventory): boolean {
  const roots = [...ancestorsOf(router, inventory)].filter(({ parentRefs = [] }) => parentRefs.length === 0);
  return roots.length > 0 && roots.every(({ text }) => isOff(text));
}

function isOff(routerText: string): boolean {
  return observedSchema.safeParse(jsonOrNothing(routerText)).data?.observability.accessLogs === false;
}

/** The router and all its ancestors. */
function ancestorsOf(router: Router, inventory: Inventory): ReadonlySet<Router> {
  const found = new Set([router]);
  // A `Set` iterates over items that are added meanwhile, too.
  for (const each of found) for (const parent of parentsOf(each, inventory)) found.add(parent);
  return found;
}

function parentsOf(router: Router, inventory: Inventory): readonly Router[] {
  return itemGraphOf(inventory)
    .referencesOf(router)
    .flatMap(({ role, target }) => (role === 'parent' && target?.kind === 'routers' ? [target] : []));
}

/** The most chains of nested routers that are listed by name, for one router and for all. */
const mostChains = 100;
const mostChainsInAll = 1_000;
/** Longer chains are not followed: they may be circular. */
const longestChain = 10;

function namesOf(wanted: readonly Router[], inventory: Inventory): LoggedRouters {
  const routers = [...new Set(wanted)].filter(({ protocol }) => protocol === 'http');
  const all = new Set(routers);
  const copies = copiesOf(inventory);
  for (const { name } of routers) for (const copy of copies.get(name) ?? []) all.add(copy);
  const names = new Set([...all].map(({ name }) => name));
  const nested = new Set<string>();
  for (const router of all) {
    const chains = chainsThrough(router, inventory);
    if (chains === undefined || names.size + chains.length > all.size + mostChainsInAll) nested.add(router.name);
    else for (const chain of chains) names.add(chain.map(({ name }) => name).join(arrow));
  }
  return { count: routers.length, names: [...names], nested: [...nested] };
}

/** The copies for entry points of each router, by its name. */
function copiesOf(inventory: Inventory): ReadonlyMap<string, readonly Router[]> {
  const copies = new Map<string, Router[]>();
  for (const router of itemsOfKinds(inventory, 'routers')) {
    const of = originalOfCopy(router, inventory)?.of;
    if (of === undefined) continue;
    const known = copies.get(of);
    if (known === undefined) copies.set(of, [router]);
    else known.push(router);
  }
  return copies;
}

type Chain = readonly Router[];

/** All chains from a root to a leaf through a nested router or a parent router; undefined if not all are known. */
function chainsThrough(router: Router, inventory: Inventory): readonly Chain[] | undefined {
  const { childrenOf } = itemGraphOf(inventory);
  const isOrphan = (one: Router): boolean => (one.parentRefs?.length ?? 0) > parentsOf(one, inventory).length;
  const above = ways(router, (one) => parentsOf(one, inventory), isOrphan);
  const below = ways(router, childrenOf, () => false);
  if (above === undefined || below === undefined || above.length * below.length > mostChains) return undefined;
  const chains = above.flatMap((up) => below.map((down) => [...up.toReversed(), ...down.slice(1)]));
  return chains.filter((chain) => chain.length > 1);
}

/** All chains from a router to a leaf; undefined if they are too many or too long, or if a router is not listed. */
function ways(
  from: Router,
  next: (router: Router) => readonly Router[],
  isLost: (router: Router) => boolean,
): readonly Chain[] | undefined {
  const ended: Chain[] = [];
  const open: Chain[] = [[from]];
  for (let way = open.pop(); way !== undefined; way = open.pop()) {
    const last = way[way.length - 1] ?? from;
    if (isLost(last) || way.length > longestChain || ended.length + open.length > mostChains) return undefined;
    const following = next(last);
    if (following.length === 0) ended.push(way);
    for (const one of following) open.push([...way, one]);
  }
  return ended;
}

/** The subject of a search in access logs, by its names in them. Names are server text as received. */
export interface LogSubject {
  readonly kind: 'router' | 'service';
  readonly name: string;
  /** The routers in the log: for a router itself and its copies, for a service those that lead to it. */
  readonly routers: LoggedRouters;
  /** The services whose names identify its lines. Empty for a router, and for a service that no line names. */
  readonly services: readonly string[];
}

export interface LoggedRouters {
  /** The number of routers, each counted once even if it has several names. */
  readonly count: number;
  /** Whole values, the routers' own first: `web@docker`, `websecure-web@docker`, `parent@file -> child@file`. */
  readonly names: readonly string[];
  /** Routers that also occur in longer values, between arrows, because those are unknown or too many. */
  readonly nested: readonly string[];
}

/** The separator between the nested routers of a request. */
export const arrow = ' -> ';

/** The routers that a logged name may mean: itself, and the last one of nested routers, which handled the request. */
export function routersMeant(logged: string): readonly string[] {
  const last = logged.slice(logged.lastIndexOf(arrow) + arrow.length);
  return logged.includes(arrow) ? [logged, last] : [logged];
}
