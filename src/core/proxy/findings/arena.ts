import type { Pace } from '../../base/async/pace';
import { inSlices, type Steps, sortSteps } from '../../base/async/steps';
import { copyOf } from '../model/copies';
import { groupOf, type Inventory, isKnownWhole } from '../model/inventory';
import { entryPointsOf, isInternal, type Router } from '../model/model';
import { priorityOf as sortedBy } from '../routing/table';
import { priorityOf } from '../rules/priority';
import { readRule } from '../rules/readRule';
import type { Effort } from '../rules/seen';
import { type Server, serverOf, syntaxOf } from '../rules/server';
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
  /** What regular expressions may still do for all arenas. */
  readonly effort: Effort;
  /** By descending priority. */
  readonly contenders: readonly Contender[];
  /** The highest priority of a router there of which is not known what it takes. */
  readonly unknown: bigint | undefined;
  /** Finds rivals; lists are by descending priority. */
  readonly index: PlaceIndex<Contender>;
}

/** Fields without which nothing can be said of what a router takes. */
const NEEDED: readonly string[] = ['rule', 'ruleSyntax', 'priority', 'tls', 'entryPoints', 'using', 'parentRefs'];

/** The routers of one arena as they are found. */
interface Gathering {
  readonly arrival: Arrival;
  readonly contenders: Contender[];
  unknown: bigint | undefined;
}

/**
 * The arenas of an inventory; none of a protocol whose routers are not known whole. Left out are nested routers, which do not
 * compete here, disabled ones, and those whose rule cannot be read or is too long to be compared.
 */
export async function arenasOf(inventory: Inventory, pace: Pace, effort: Effort): Promise<readonly Arena[]> {
  const arenas: Arena[] = [];
  const server = serverOf(inventory);
  for (const protocol of ['http', 'tcp'] as const) {
    const group = groupOf(inventory, protocol, 'routers');
    const gatherings = new Map<string, Gathering>();
    for (const router of isKnownWhole(group) ? group.items.values() : []) {
      if (router.status === 'disabled' || (router.parentRefs ?? []).length > 0) continue;
      const rest = pace.step(20);
      if (rest !== undefined) await rest;
      const priority = sortedBy(router);
      const contender = contenderOf(router, protocol, priority, server, effort, inventory);
      const isTls = router.tls !== undefined;
      for (const entryPoint of new Set(entryPointsOf(router))) {
        const key = `${isTls} ${entryPoint}`;
        const arrival = { entryPoint, isTls };
        const gathering = gatherings.get(key) ?? { arrival, contenders: [], unknown: undefined };
        gatherings.set(key, gathering);
        if (contender !== undefined) gathering.contenders.push(contender);
        else if (gathering.unknown === undefined || priority > gathering.unknown) gathering.unknown = priority;
      }
    }
    for (const { arrival, contenders, unknown } of gatherings.values()) {
      const work = arenaOf({ arrival, protocol, server, effort, contenders, unknown });
      arenas.push(await inSlices(work, pace));
    }
  }
  return arenas;
}

function contenderOf(
  router: Router,
  protocol: Arena['protocol'],
  priority: bigint,
  server: Server,
  effort: Effort,
  inventory: Inventory,
): Contender | undefined {
  if (router.unread.some((field) => NEEDED.includes(field))) return undefined;
  // Before 2.7 TCP routers have none.
  if (priorityOf(router, inventory.version) === undefined) return undefined;
  const syntax = server.major === 2 ? 'v2' : syntaxOf(router, inventory);
  const rule = readRule(router.rule ?? '', { protocol, syntax });
  if (rule.kind !== 'rule') return undefined;
  return {
    router,
    priority,
    shape: shapeOf(rule, server, effort),
    family: copyOf(router, inventory)?.of ?? router.name,
    isBuiltIn: isInternal(router),
  };
}

function* arenaOf(facts: Omit<Arena, 'index'>): Steps<Arena> {
  const contenders = yield* sortSteps(facts.contenders, byPriority);
  const index = placeIndex<Contender>();
  for (const contender of contenders) {
    index.add(contender, contender.shape.places);
    yield 1;
  }
  return { ...facts, contenders, index };
}

function byPriority({ priority: one }: Contender, { priority: other }: Contender): number {
  return one === other ? 0 : one > other ? -1 : 1;
}
