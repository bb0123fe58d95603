import { type Entry, tableOf } from '../routing/table';
import type { Server } from '../rules/server';
import { copyOf } from '../traefik/copies';
import { groupOf, type Inventory } from '../traefik/inventory';
import { entryPointsOf, isInternal, type Router } from '../traefik/model';
import { priorityOf } from '../traefik/priority';
import type { Pace } from './pace';
import { type PlaceIndex, placeIndex } from './placeIndex';
import { type Shape, shapeOf } from './shape';
import type { Arrival } from './witness';

/** A router that competes with others for what arrives at an entry point. */
export interface Contender {
  readonly router: Router;
  readonly priority: bigint;
  readonly shape: Shape;
  /** What its copies, one for each of several entry points, have in common: the name of the router that a person wrote. */
  readonly family: string;
  /** Whether nobody but Traefik can change it. */
  readonly isBuiltIn: boolean;
}

/** All that compete for the requests that arrive at one entry point with TLS, or without. */
export interface Arena {
  readonly arrival: Arrival;
  readonly protocol: 'http' | 'tcp';
  readonly server: Server;
  /** By descending priority. */
  readonly contenders: readonly Contender[];
  /** The highest priority of a router there of which is not known what it takes. */
  readonly unknown: bigint | undefined;
  /** Finds rivals; lists are by descending priority. */
  readonly index: PlaceIndex<Contender>;
}

/** Fields without which nothing can be said of what a router takes. */
const NEEDED: readonly string[] = ['rule', 'ruleSyntax', 'priority', 'tls', 'entryPoints', 'using', 'parentRefs'];

/**
 * The arenas of an inventory; none of a protocol whose routers could not be read. Left out are nested routers, which do not
 * compete here, disabled ones, and those whose rule cannot be read or is too long to be compared.
 */
export async function arenasOf(inventory: Inventory, pace: Pace): Promise<readonly Arena[]> {
  const arenas: Arena[] = [];
  const contenders = new Map<Router, Contender | undefined>();
  for (const protocol of ['http', 'tcp'] as const) {
    const group = groupOf(inventory, protocol, 'routers');
    if (group?.state !== 'read') continue;
    const { server, on } = tableOf(inventory, protocol);
    const arrivals = new Map<string, Arrival>();
    for (const router of group.items.values()) {
      const isTls = router.tls !== undefined;
      for (const entryPoint of entryPointsOf(router)) arrivals.set(`${isTls} ${entryPoint}`, { entryPoint, isTls });
    }
    for (const arrival of arrivals.values()) {
      const found: Contender[] = [];
      let unknown: bigint | undefined;
      for (const entry of on(arrival.entryPoint, arrival.isTls)) {
        const { router } = entry;
        if (!contenders.has(router)) {
          const rest = pace.step(20);
          if (rest !== undefined) await rest;
          contenders.set(router, contenderOf(entry, server, inventory));
        }
        const contender = contenders.get(router);
        if (contender !== undefined) found.push(contender);
        else unknown ??= entry.priority;
      }
      arenas.push(arenaOf({ arrival, protocol, server, contenders: found, unknown }));
    }
  }
  return arenas;
}

function contenderOf({ router, rule, priority }: Entry, server: Server, inventory: Inventory): Contender | undefined {
  if (rule.kind !== 'rule' || router.unread.some((field) => NEEDED.includes(field))) return undefined;
  // Before 2.7 TCP routers have none.
  if (priorityOf(router, inventory.version) === undefined) return undefined;
  return {
    router,
    priority,
    shape: shapeOf(rule, server),
    family: copyOf(router, inventory)?.of ?? router.name,
    isBuiltIn: isInternal(router),
  };
}

function arenaOf(facts: Omit<Arena, 'index'>): Arena {
  const index = placeIndex<Contender>();
  for (const contender of facts.contenders) index.add(contender, contender.shape.places);
  return { ...facts, index };
}
