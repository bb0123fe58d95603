import * as l10n from '@vscode/l10n';
import { allOf } from '../../../l10n/lists';
import { allServersDown } from '../describe/labels';
import type { ServiceHealth } from '../model/health';
import { entryPointOf, type Inventory } from '../model/inventory';
import { type ItemReference, itemGraphOf } from '../model/itemGraph';
import { type Item, isInternal, type Service } from '../model/model';
import { hasChange, versionChanges } from '../model/versions';
import { bytesOf, escapedPath } from '../rules/requestTarget';
import { serverTraitsOf } from '../rules/serverTraits';
import { applyMiddleware } from './applyMiddleware';
import { deniedEscapesIn } from './deniedEscapes';
import { balancerSettings } from './middlewareEffect';
import {
  arrivingRequest,
  joinedUrlPaths,
  type PassingRequest,
  parseAddress,
  shownBytes,
  targetText,
} from './normalizeRequest';
import type { HttpQuestion, RouterChain } from './routeAnswer';

/** The changes to a request on its way to the server. Paths are request targets: encoded as sent, with their query. */
interface ForwardedRequest {
  /** The target that the first middleware gets; absent if unknown. */
  readonly arrives?: string | undefined;
  /** The middlewares that change the request, in order. */
  readonly changes: readonly Change[];
  readonly end: ForwardedEnd;
}

interface Change {
  readonly by: Item;
  readonly target: string;
  /** The Host header, if it changes. */
  readonly host?: string | undefined;
}

export type ForwardedEnd =
  | {
      readonly kind: 'served';
      readonly target: string;
      /** Absent if each server gets its own address as Host. */
      readonly host?: string | undefined;
      /** Middlewares that may refuse the request because of unknown data: credentials, the client's address. */
      readonly guards: readonly Item[];
      /** Whether Traefik itself is the server, for example for its API. */
      readonly isByTraefik: boolean;
    }
  /** A middleware or the entry point responds, and no server gets the request. */
  | {
      readonly kind: 'answered';
      readonly by: Item;
      readonly status: number;
      readonly location?: string | undefined;
      /** A sentence; contains server text. */
      readonly why?: string | undefined;
    }
  /** Uncertain from `by` on; absent if all is uncertain. `why` is a sentence. */
  | { readonly kind: 'notCertain'; readonly why: string; readonly by?: string | undefined };

/** The deepest level of services and chains that is followed. */
const deepest = 20;
/** The most middlewares that are followed. Chains may name each other, so their number may double per level. */
const mostSteps = 1_000;
/** A tenth of the effort for rules. */
const mostEffort = 20_000_000;

/** Middlewares that refuse every request without the header Authorization with 401. */
const asksForCredentials: ReadonlySet<string | undefined> = new Set(['basicAuth', 'digestAuth']);

/**
 * The path and host that the server gets from the middlewares of the routers and of the service, in order.
 *
 * @param isAsSent whether the request has no other headers than those of the question, so that one without credentials is
 * certainly refused where they are required
 */
export function forwardedRequest(
  way: RouterChain,
  question: HttpQuestion,
  inventory: Inventory,
  isAsSent = false,
): ForwardedRequest {
  const { version } = inventory;
  const graph = itemGraphOf(inventory);
  const entryPoint = entryPointOf(inventory, question.entryPoint);
  const arriving = arrivingRequest(question, entryPoint, version);
  if (arriving === undefined) {
    return {
      changes: [],
      end: { kind: 'notCertain', why: l10n.t('It is unknown how this Traefik version cleans the path.') },
    };
  }
  const changes: Change[] = [];
  const guards: Item[] = [];
  const isAnonymous = isAsSent && !question.headers.some(([name]) => name.toLowerCase() === 'authorization');
  let request = arriving;
  let steps = 0;
  const effort = { left: mostEffort };

  /** Undefined if the request passes all of them. */
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
      if (steps > mostSteps) return stop(l10n.t('There are too many middlewares to evaluate.'));
      if (target?.kind !== 'middlewares') return stop(l10n.t('Traefik does not list this middleware.'));
      if (target.status === 'disabled') return stop(l10n.t('Traefik disabled this middleware.'));
      if (target.chain !== undefined && target.type === 'chain') {
        if (depth >= deepest) return stop(l10n.t('The chain is nested too deeply to evaluate.'));
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
      if (step.mayRefuse === true && isAnonymous && asksForCredentials.has(target.type)) {
        return { kind: 'answered', by: target, status: 401, why: l10n.t('The request has no credentials.') };
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
    const down = whyNoneServes(graph.healthOf(service));
    if (down !== undefined) return { kind: 'answered', by: service, status: 503, why: down };
    const isByTraefik = isInternal(service);
    if (request.method === 'CONNECT' && !isByTraefik) {
      const refuses = hasChange(version, versionChanges.refusesConnect);
      if (refuses === true) {
        return { kind: 'answered', by: service, status: 501, why: l10n.t('CONNECT is supported only over HTTP/2.') };
      }
      const why = l10n.t('Traefik versions treat CONNECT differently, and the version is unknown.');
      if (refuses === undefined) return { kind: 'notCertain', why, by: service.name };
    }
    // The check above has shown that a service without servers of its own leaves requests unchanged.
    const { passHostHeader = true, servers = [] } = balancerSettings(service)?.loadBalancer ?? {};
    const { major } = serverTraitsOf(inventory);
    const seen = new Set(servers.map((server) => targetAt(server, request, major)));
    const [target] = seen.size === 0 ? [targetAt(noUrl, request, major)] : seen;
    if (target === undefined || seen.size > 1) {
      const why =
        seen.size > 1
          ? l10n.t('The servers of this service get different paths.')
          : l10n.t('The path that the servers get could not be evaluated.');
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
      const why = l10n.t('The entry point denies {0} in paths (http.encodedCharacters).', allOf(denied));
      return { kind: 'answered', by: first.router, status: 400, why };
    }
    let service: Item | undefined;
    for (const { router } of way) {
      const references = graph.referencesOf(router);
      const stopped = through(references, 'middleware', 0);
      if (stopped !== undefined) return stopped;
      service = references.find(({ role }) => role === 'service')?.target;
    }
    if (service?.kind !== 'services') {
      return { kind: 'notCertain', why: l10n.t('Traefik does not list the service of the router.') };
    }
    return serve(service);
  })();
  return { arrives: shownBytes(arriving.target), changes, end };
}

/**
 * The target that one server gets: with `preservePath`, the path of its URL comes first. Traefik 2 puts the target into
 * the server's URL: a target without a slash is lost, and so is a question mark at the end. Undefined if unknown.
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
  // Go reads the text before a colon as a scheme, and removes the parts of a query that it cannot parse.
  if (!isAddressable && (target.includes(':') || /\?.*[%;]/.test(target))) return undefined;
  if (!preservePath && !isLost) return sentTarget(major === 2 ? target.replace(/^([^?]*)\?$/, '$1') : target);
  const base = parseAddress(bytesOf(url));
  if (typeof base === 'string') return undefined;
  return sentTarget(targetText(isLost ? base : joinedUrlPaths(base, own)));
}

/** The reverse proxy separates parameters by `&` only. */
function sentTarget(target: string): string {
  const mark = target.indexOf('?');
  return mark < 0 ? target : target.slice(0, mark) + target.slice(mark).replaceAll(';', '&');
}

/** A server about which nothing is known. */
const noUrl = { url: '', preservePath: false };

/** The reason why no server of a service gets a request: according to the last read, none is up. */
function whyNoneServes({ state, total }: ServiceHealth): string | undefined {
  if (state !== 'down' || total === 0) return undefined;
  return allServersDown(total);
}

/** The reason why a service, or the services that it leads to, may not change all requests in the same way. */
function whyNotCertain(service: Service, inventory: Inventory): string | undefined {
  const graph = itemGraphOf(inventory);
  /** Services that are fully checked: several services may name the same one. */
  const done = new Set<Service>();
  const look = (current: Service, depth: number): string | undefined => {
    if (balancerSettings(current) === undefined || depth > deepest) {
      return l10n.t('The settings of this service could not be read.');
    }
    for (const { role, target } of graph.referencesOf(current)) {
      if (role === 'middleware') continue;
      if (target?.kind !== 'services') return l10n.t('This service uses a service that Traefik does not list.');
      const why = done.has(target) ? undefined : (whyItChanges(target) ?? look(target, depth + 1));
      if (why !== undefined) return why;
    }
    done.add(current);
    return undefined;
  };
  return look(service, 0);
}

function whyItChanges(service: Service): string | undefined {
  if (service.middlewares !== undefined && service.middlewares.length > 0) {
    return l10n.t('This service uses a service with its own middlewares.');
  }
  const { passHostHeader, servers } = balancerSettings(service)?.loadBalancer ?? { passHostHeader: true, servers: [] };
  if (!passHostHeader || servers.some(({ preservePath }) => preservePath)) {
    return l10n.t('This service uses a service that changes the host or path.');
  }
  return undefined;
}
