import { type Inventory, itemOf } from '../proxy/model/inventory';
import { itemGraphOf } from '../proxy/model/itemGraph';
import type { Router, Service } from '../proxy/model/model';
import { findRoute } from '../proxy/routing/findRoute';
import { type ForwardedEnd, forwardedRequest } from '../proxy/routing/forwardedRequest';
import type { RouteQuestion, RouterChain } from '../proxy/routing/routeAnswer';

/** What happens to a request, as far as it is certain. */
export interface RequestOutcome {
  /**
   * The router that gets it, nested ones as `parent -> child`, as the access log names it; null for none. Several if their
   * priorities are equal: Traefik orders them by chance.
   */
  readonly router: string | null | readonly string[];
  /** What the router does with an HTTP request; absent for none, and for connections. */
  readonly end?: ForwardedEnd | undefined;
  /** The addresses of the servers that may get it, sorted; absent if they are not certain. */
  readonly servers?: readonly string[] | undefined;
  /** The status of Traefik's own response where no router takes it, if it is certain. */
  readonly status?: number | undefined;
}

/** @returns the reason in one sentence, which contains server text, if it is not certain which router gets it */
export function requestOutcome(inventory: Inventory, question: RouteQuestion): RequestOutcome | string {
  const { outcome } = findRoute(inventory, question, 'matching');
  switch (outcome.kind) {
    case 'winner':
      return outcomeOfWay(outcome.way, question, inventory);
    case 'none': {
      const { deadEnd, status } = outcome;
      return { router: deadEnd === undefined ? null : nameOf(deadEnd), status: status ?? (deadEnd && 404) };
    }
    case 'refused':
      return { router: null, status: outcome.status };
    case 'tie':
      return { router: outcome.ways.map(nameOf).sort() };
    case 'notCertain':
      return outcome.why;
  }
}

function nameOf(way: RouterChain): string {
  return way.map(({ router }) => router.name).join(' -> ');
}

function outcomeOfWay(way: RouterChain, question: RouteQuestion, inventory: Inventory): RequestOutcome {
  const router = way.at(-1)?.router;
  const service = router && serviceOf(router, inventory);
  return {
    router: nameOf(way),
    ...(question.kind === 'http' && { end: forwardedRequest(way, question, inventory, true).end }),
    servers: service && serversOf(service, inventory),
  };
}

function serviceOf(router: Router, inventory: Inventory): Service | undefined {
  const target = itemGraphOf(inventory)
    .referencesOf(router)
    .find(({ role }) => role === 'service')?.target;
  return target?.kind === 'services' ? target : undefined;
}

/** Of the servers below a service; real ones are far less deep. */
const mostServices = 1_000;

/** The servers to which a service sends requests: not those of mirrors, fallbacks, and children without weight. */
function serversOf(service: Service, inventory: Inventory): readonly string[] | undefined {
  const graph = itemGraphOf(inventory);
  const servers = new Set<string>();
  const seen = new Set<Service>([service]);
  for (const one of seen) {
    if (seen.size > mostServices) return undefined;
    for (const { url, address = url, weight } of one.loadBalancer?.servers ?? []) {
      if (weight === 0) continue;
      // Of a container, files know the port only.
      if (address === undefined) return undefined;
      servers.add(address);
    }
    for (const { role, weight, protocol, kind, name } of graph.referencesOf(one)) {
      const isSent =
        role === 'mirrored' ||
        role === 'main' ||
        ((role === 'weighted' || role === 'highestRandomWeight') && weight !== 0);
      if (!isSent) continue;
      const target = itemOf(inventory, { protocol, kind, name });
      if (target?.kind !== 'services') return undefined;
      seen.add(target);
    }
  }
  return [...servers].sort();
}

/** A request that is treated in another way afterwards. */
export interface RequestMove {
  readonly question: RouteQuestion;
  readonly before: RequestOutcome;
  readonly after: RequestOutcome;
  readonly differs: 'router' | 'answer' | 'path' | 'servers';
}

/**
 * What certainly differs between two outcomes of a request; undefined if nothing does, or if that depends on more than the
 * request: on credentials, the client's address, or the choice of a balancer.
 */
export function outcomeDifference(before: RequestOutcome, after: RequestOutcome): RequestMove['differs'] | undefined {
  const [former, later] = [routersOf(before), routersOf(after)];
  if (!former.some((router) => later.includes(router))) return 'router';
  if (former.length > 1 || later.length > 1) return undefined;
  if (before.router === null) return isOther(before.status, after.status) ? 'answer' : undefined;
  const [one, other] = [before.end, after.end];
  const isServer = isOtherServer(before.servers, after.servers);
  // A connection has no middlewares that answer or rewrite.
  if (one === undefined || other === undefined) return isServer ? 'servers' : undefined;
  if (one.kind === 'answered' && other.kind === 'answered') {
    return one.status === other.status && one.location === other.location ? undefined : 'answer';
  }
  const isGuarded = [one, other].some((end) => end.kind === 'served' && end.guards.length > 0);
  if (isGuarded || one.kind === 'notCertain' || other.kind === 'notCertain') return undefined;
  if (one.kind === 'served' && other.kind === 'served') {
    if (one.target !== other.target) return 'path';
    return isServer ? 'servers' : undefined;
  }
  return 'answer';
}

function routersOf({ router }: RequestOutcome): readonly (string | null)[] {
  return typeof router === 'string' || router === null ? [router] : router;
}

function isOther(one: number | undefined, other: number | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other;
}

/** Whether no server of the first gets a request of the second. */
function isOtherServer(one: readonly string[] | undefined, other: readonly string[] | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return one.length > 0 && other.length > 0 && !one.some((server) => other.includes(server));
}
