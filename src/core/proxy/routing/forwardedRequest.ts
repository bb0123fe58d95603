import { numberText } from '../../../l10n/numbers';
import type { ServiceHealth } from '../model/health';
import { entryPointOf, type Inventory } from '../model/inventory';
import { type ItemReference, itemGraphOf } from '../model/itemGraph';
import { type Item, isInternal, type Service } from '../model/model';
import { hasChange, versionChanges } from '../model/versions';
import { escapedPath } from '../rules/goPath';
import { bytesOf } from '../rules/requestTarget';
import { serverTraitsOf } from '../rules/serverTraits';
import { applyMiddleware } from './applyMiddleware';
import { deniedEscapesIn } from './deniedEscapes';
import { joinedUrlPaths, parseAddress, targetText } from './goUrl';
import { balancerSettings } from './middlewareSettings';
import { arrivingRequest, type PassingRequest, shownBytes } from './passingRequest';
import type { HttpQuestion, RouterChain } from './routeAnswer';

/** What a request becomes on its way to the server. Paths are request targets: with their query, encoded as they are sent. */
export interface ForwardedRequest {
  /** The target that the first middleware gets; absent where that is not known. */
  readonly arrives?: string | undefined;
  /** The middlewares that change something of it, in order. */
  readonly changes: readonly Change[];
  readonly end: ForwardedEnd;
}

interface Change {
  readonly by: Item;
  readonly target: string;
  /** The Host header, where that is what changes. */
  readonly host?: string | undefined;
}

export type ForwardedEnd =
  | {
      readonly kind: 'served';
      readonly target: string;
      /** Absent where a server gets its own address as Host. */
      readonly host?: string | undefined;
      /** The middlewares that may refuse it on the way, by what is not known here: credentials, the client's address. */
      readonly guards: readonly Item[];
      /** Whether Traefik is the server: of its own API, say. */
      readonly isByTraefik: boolean;
    }
  /** Something on the way answers, and no server sees the request. */
  | {
      readonly kind: 'answered';
      readonly by: Item;
      readonly status: number;
      readonly location?: string | undefined;
      /** A part of a sentence; holds server text. */
      readonly why?: string | undefined;
    }
  /** From `by` on; absent where nothing at all is certain. */
  | { readonly kind: 'notCertain'; readonly why: string; readonly by?: string | undefined };

/** Services and chains in one another that are followed. */
const DEEPEST = 20;
/** Middlewares that are followed: chains may name each other several times, and so double with each level. */
const MOST_STEPS = 1_000;
/** A tenth of what rules may do. */
const MOST_EFFORT = 20_000_000;

/**
 * What path and host the server sees of a request that takes this way: what the middlewares of the routers and of the
 * service do to it, in their order.
 */
export function forwardedRequest(way: RouterChain, question: HttpQuestion, inventory: Inventory): ForwardedRequest {
  const { version } = inventory;
  const graph = itemGraphOf(inventory);
  const entryPoint = entryPointOf(inventory, question.entryPoint);
  const arriving = arrivingRequest(question, entryPoint, version);
  if (arriving === undefined) {
    return { changes: [], end: { kind: 'notCertain', why: 'how this Traefik cleans such a path is not known' } };
  }
  const changes: Change[] = [];
  const guards: Item[] = [];
  let request = arriving;
  let steps = 0;
  const effort = { left: MOST_EFFORT };

  /** Undefined where the request has come through. */
  const through = (
    references: readonly ItemReference[],
    role: ItemReference['role'],
    depth: number,
  ): ForwardedEnd | undefined => {
    for (const reference of references) {
      if (reference.role !== role) continue;
      const { target, name } = reference;
      const stop = (why: string): ForwardedEnd => ({ kind: 'notCertain', why, by: name });
      steps++;
      if (steps > MOST_STEPS) return stop('too many middlewares come before it');
      if (target?.kind !== 'middlewares') return stop('it is not listed');
      if (target.status === 'disabled') return stop('Traefik has disabled it');
      if (target.chain !== undefined && target.type === 'chain') {
        if (depth >= DEEPEST) return stop('it leads on too far');
        const end = through(graph.referencesOf(target), 'chained', depth + 1);
        if (end !== undefined) return end;
        continue;
      }
      const step = applyMiddleware(target, request, version, effort);
      if (step.kind === 'notCertain') return stop(step.why);
      if (step.kind === 'answers') {
        const { status, location, why } = step;
        return { kind: 'answered', by: target, status, location: location && shownBytes(location), why };
      }
      if (step.mayRefuse === true) guards.push(target);
      note(target, step.request);
    }
    return undefined;
  };
  const note = (by: Item, next: PassingRequest): void => {
    const isOtherHost = next.host !== request.host;
    if (isOtherHost || next.target !== request.target) {
      changes.push({ by, target: shownBytes(next.target), host: isOtherHost ? shownBytes(next.host) : undefined });
    }
    request = next;
  };
  const serve = (service: Service): ForwardedEnd => {
    const own = through(graph.referencesOf(service), 'middleware', 0);
    if (own !== undefined) return own;
    const why = whyNotCertain(service, inventory);
    if (why !== undefined) return { kind: 'notCertain', why, by: service.name };
    const down = whyNoneServes(service, graph.healthOf(service));
    if (down !== undefined) return { kind: 'answered', by: service, status: 503, why: down };
    const isByTraefik = isInternal(service);
    if (request.method === 'CONNECT' && !isByTraefik) {
      const refuses = hasChange(version, versionChanges.refusesConnect);
      if (refuses === true)
        return { kind: 'answered', by: service, status: 501, why: 'CONNECT works over HTTP/2 only' };
      const why = 'versions of Traefik differ in what they do with CONNECT, and which one this is, is not known';
      if (refuses === undefined) return { kind: 'notCertain', why, by: service.name };
    }
    // What leads to no servers of its own has been found to leave requests as they are.
    const { passHostHeader = true, servers = [] } = balancerSettings(service)?.loadBalancer ?? {};
    const { major } = serverTraitsOf(inventory);
    const seen = new Set(servers.map((server) => targetAt(server, request, major)));
    const [target] = seen.size === 0 ? [targetAt(NO_URL, request, major)] : seen;
    if (target === undefined || seen.size > 1) {
      const why =
        seen.size > 1 ? 'its servers get it below different paths' : 'what its servers get is not worked out here';
      return { kind: 'notCertain', why, by: service.name };
    }
    return {
      kind: 'served',
      target: shownBytes(target),
      host: passHostHeader ? shownBytes(request.host) : undefined,
      guards: [...new Set(guards)],
      isByTraefik,
    };
  };

  const end = ((): ForwardedEnd => {
    const denied = deniedEscapesIn(escapedPath(arriving.url), entryPoint, version);
    const [first] = way;
    if (denied.length > 0 && first !== undefined) {
      const why = `its entry point denies ${denied.join(' and ')} in paths (http.encodedCharacters)`;
      return { kind: 'answered', by: first.router, status: 400, why };
    }
    let service: Item | undefined;
    for (const { router } of way) {
      const references = graph.referencesOf(router);
      const stopped = through(references, 'middleware', 0);
      if (stopped !== undefined) return stopped;
      service = references.find(({ role }) => role === 'service')?.target;
    }
    if (service?.kind !== 'services') return { kind: 'notCertain', why: 'its service is not listed' };
    return serve(service);
  })();
  return { arrives: shownBytes(arriving.target), changes, end };
}

/**
 * What one server gets: with `preservePath`, the path of its URL stands in front. Traefik 2 sends requests to the server's URL with the target put into
 * it: a target without a slash cannot be, and a question mark with nothing behind it is lost. Undefined where it is not known.
 *
 * @see https://github.com/traefik/traefik/blob/v3.7/pkg/proxy/httputil/proxy.go (rewriteRequestBuilder, JoinURLPath)
 * @see https://github.com/traefik/traefik/blob/v2.11/pkg/server/service/proxy.go (buildProxy)
 */
function targetAt(
  { url, preservePath }: { readonly url: string; readonly preservePath: boolean },
  { target, url: own }: PassingRequest,
  major: 2 | 3,
): string | undefined {
  const isAddressable = target.startsWith('/');
  const isLost = major === 2 && !isAddressable;
  // Go reads what stands before a colon as a scheme, and the query of what it cannot read goes through a cleaning of its own.
  if (!isAddressable && (target.includes(':') || /\?.*[%;]/.test(target))) return undefined;
  if (!preservePath && !isLost) return sentTarget(major === 2 ? target.replace(/^([^?]*)\?$/, '$1') : target);
  const base = parseAddress(bytesOf(url));
  if (typeof base === 'string') return undefined;
  return sentTarget(targetText(isLost ? base : joinedUrlPaths(base, own)));
}

/** The reverse proxy parts parameters by `&` only. */
function sentTarget(target: string): string {
  const mark = target.indexOf('?');
  return mark < 0 ? target : target.slice(0, mark) + target.slice(mark).replaceAll(';', '&');
}

/** A server that nothing is known of. */
const NO_URL = { url: '', preservePath: false };

/** Why no server of a service gets a request, as a part of a sentence: the last reading says that none is up. */
function whyNoneServes(service: Service, { state, total }: ServiceHealth): string | undefined {
  if (state !== 'down' || total === 0) return undefined;
  const servers = service.loadBalancer === undefined ? 'servers below it' : 'servers';
  return total === 1 ? 'its only server is down' : `all ${numberText(total)} ${servers} are down`;
}

/** What of a service or those below it may change requests differently from one to the next. */
function whyNotCertain(service: Service, inventory: Inventory): string | undefined {
  const graph = itemGraphOf(inventory);
  /** Looked at to the end: services may name the same one several times. */
  const done = new Set<Service>();
  const look = (one: Service, depth: number): string | undefined => {
    if (balancerSettings(one) === undefined || depth > DEEPEST) return 'its settings are not understood';
    for (const { role, target } of graph.referencesOf(one)) {
      if (role === 'middleware') continue;
      if (target?.kind !== 'services') return 'a service that it leads to is not listed';
      const why = done.has(target) ? undefined : (whyItChanges(target) ?? look(target, depth + 1));
      if (why !== undefined) return why;
    }
    done.add(one);
    return undefined;
  };
  return look(service, 0);
}

function whyItChanges(service: Service): string | undefined {
  if (service.middlewares !== undefined && service.middlewares.length > 0) {
    return 'a service that it leads to has middlewares of its own';
  }
  const { passHostHeader, servers } = balancerSettings(service)?.loadBalancer ?? { passHostHeader: true, servers: [] };
  if (!passHostHeader || servers.some(({ preservePath }) => preservePath)) {
    return 'a service that it leads to changes host or path';
  }
  return undefined;
}
