import * as l10n from '@vscode/l10n';
import { allOf } from '../../../l10n/lists';
import {
  computedOnce,
  entryPointOf,
  type Inventory,
  inventoryGroupOf,
  isKnownWhole,
  knownEntries,
  listedRouters,
  listingFailure,
} from '../model/inventory';
import { entryPointsOf, type Router } from '../model/model';
import { isSameHost } from '../rules/hosts';
import { decideRule } from '../rules/judgeRule';
import type { NormalizedInput } from '../rules/normalizedRequest';
import { isCatchAll } from '../rules/priority';
import { readRule } from '../rules/readRule';
import { matchersIn } from '../rules/rule';
import { ruleSyntaxOf, type ServerTraits } from '../rules/serverTraits';
import { normalizeConnection } from './normalizeRequest';
import type { RouteQuestion } from './routeAnswer';
import { hasTls, type RoutingTableEntry, routingTableOf } from './routingTable';

/** Fields of a router that decide whether and when it is evaluated. */
const needed: readonly string[] = ['rule', 'ruleSyntax', 'priority', 'tls', 'entryPoints', 'using', 'parentRefs'];

/**
 * The reason why the answer to a question is uncertain, no matter what the readable routers contain: data that the API
 * does not report as documented may decide. Undefined if there is no such reason.
 */
export function whyUncertain(inventory: Inventory, question: RouteQuestion, seen: NormalizedInput): string | undefined {
  const group = inventoryGroupOf(inventory, question.kind, 'routers');
  if (!isKnownWhole(group)) {
    return knownEntries(group) === undefined
      ? l10n.t('The routers could not be read.')
      : l10n.t('Only some of the routers could be read.');
  }
  if (group.unnamed > 0) return l10n.t('The proxy lists routers without a valid name.');
  const { entryPoints } = inventory;
  if (isKnownWhole(entryPoints) && entryPoints.items.size > 0 && !entryPointOf(inventory, question.entryPoint)) {
    return l10n.t('The proxy does not list this entry point.');
  }
  if (question.kind === 'http') {
    const { method, target } = question;
    // Users do not ask about `OPTIONS *` or CONNECT to another host, and no recording covers them.
    if (!(method === 'CONNECT' ? /^\// : /^(?:\/|https?:\/\/)/i).test(target)) {
      return l10n.t('Only requests for a path can be evaluated.');
    }
    if (
      listingFailure(entryPoints) !== undefined &&
      !entryPointOf(inventory, question.entryPoint) &&
      unusual.test(target)
    ) {
      return l10n.t('The entry points could not be read, so it is unknown how they treat this path or query.');
    }
  }
  for (const odd of uncertainRouters[question.kind](inventory)) {
    if (!mayMatch(odd, question) || !mayTake(odd, seen, inventory)) continue;
    return odd.status === 'unknown'
      ? l10n.t('Traefik does not report whether {0} is enabled.', odd.name)
      : l10n.t('Some settings of {0} could not be read: {1}.', odd.name, allOf(neededOf(odd)));
  }
  return undefined;
}

/** The routers that are not reported as documented. */
const uncertainRouters = {
  http: computedOnce((inventory) => listedRouters(inventory, 'http').filter(isUncertain)),
  tcp: computedOnce((inventory) => listedRouters(inventory, 'tcp').filter(isUncertain)),
};

/** A path that is cleaned, or a query with semicolons. */
const unusual = /\/\/|\/\.{1,2}(?:[/?]|$)|%|;/;

/** The fields of a router that decide, and could not be read. */
export function neededOf({ unread }: Router): readonly string[] {
  return unread.filter((field) => needed.includes(field));
}

function isUncertain(router: Router): boolean {
  return router.status === 'unknown' || (router.unread.length > 0 && neededOf(router).length > 0);
}

function mayMatch(router: Router, { entryPoint, isTls }: RouteQuestion): boolean {
  const { status, unread, tls } = router;
  if (status === 'disabled') return false;
  if (!unread.includes('tls') && (tls !== undefined) !== isTls) return false;
  // A child router is on no entry point itself.
  const isElsewhere = !unread.some((field) => field === 'using' || field === 'entryPoints' || field === 'parentRefs');
  return !isElsewhere || (router.parentRefs ?? []).length > 0 || entryPointsOf(router).includes(entryPoint);
}

function mayTake(router: Router, seen: NormalizedInput, inventory: Inventory): boolean {
  if (router.unread.includes('rule') || router.unread.includes('ruleSyntax')) return true;
  const rule = readRule(router.rule ?? '', { protocol: seen.kind, syntax: ruleSyntaxOf(router, inventory) });
  return rule.kind === 'fault' || decideRule(rule, seen) !== false;
}

/**
 * The HTTP routers of an entry point that have TLS. Those that Traefik disabled keep the server names in their rules,
 * unless it cannot read these (buildEntryPointHandler in pkg/server/router/tcp/manager.go).
 */
function httpsRouters(inventory: Inventory, entryPoint: string): readonly RoutingTableEntry[] {
  const { on, disabledBesides, entryOf } = routingTableOf(inventory, 'http');
  const disabled = disabledBesides(entryPoint, true).flatMap(({ router }) =>
    hasTls(router) && entryPointsOf(router).includes(entryPoint) ? [entryOf(router)] : [],
  );
  return [...on(entryPoint, true), ...disabled.filter(({ rule }) => rule.kind === 'rule')];
}

/**
 * Whether TCP routers get the connections with TLS of an entry point as they are, because it has no others, and no HTTP
 * routers with TLS (Router.ServeTCP in pkg/server/router/tcp/router.go).
 */
export function isTlsPassedOn(inventory: Inventory, entryPoint: string): boolean {
  const { on } = routingTableOf(inventory, 'tcp');
  if (on(entryPoint, false).length === 0 || on(entryPoint, true).length > 0) return false;
  return areRoutersKnown(inventory, 'http') && httpsRouters(inventory, entryPoint).length === 0;
}

/** Whether all routers of a protocol are known: the proxy listed them completely, or its version has none. */
export function areRoutersKnown(inventory: Inventory, protocol: 'http' | 'tcp'): boolean {
  const { routers } = inventory.groups[protocol];
  return routers?.state === 'missing' || isKnownWhole(routers);
}

/**
 * The reason why it is not certain that a TCP router gets a TLS connection: HTTP routers with TLS on the same entry
 * point come first for the hosts in their rules (Router.ServeTCP in pkg/server/router/tcp/router.go). Undefined if it
 * is certain.
 */
export function tlsUncertainty(inventory: Inventory, question: RouteQuestion): string | undefined {
  if (question.kind !== 'tcp' || !question.isTls) return undefined;
  if (question.alpn.includes('acme-tls/1')) return l10n.t('Traefik handles acme-tls/1 connections itself.');
  if (!areRoutersKnown(inventory, 'http')) {
    return l10n.t('The HTTP routers could not all be read, and those with TLS precede TCP routers.');
  }
  const { server } = routingTableOf(inventory, 'http');
  const serverName = (question.serverName ?? '').trim().toLowerCase();
  for (const { router, rule } of httpsRouters(inventory, question.entryPoint)) {
    if (rule.kind !== 'rule') {
      return l10n.t('The HTTP router {0} also uses TLS, and its rule cannot be read.', router.name);
    }
    for (const { name, values } of matchersIn(rule.root)) {
      if (name !== 'Host') continue;
      // A star alone is treated like a rule without a host.
      if (
        values.some(
          (value) => value !== '*' && isSameHost(serverName, value.toLowerCase(), server.hasWildcards !== false),
        )
      ) {
        return l10n.t('The HTTP router {0} uses TLS for this host and precedes all TCP routers.', router.name);
      }
    }
  }
  return undefined;
}

/**
 * The reason why a TCP router for all server names does not get a TLS connection: HTTP routers with TLS that name no
 * host match all server names too, and come first. Undefined if it gets it.
 */
export function behindHttpsRouters(inventory: Inventory, question: RouteQuestion, router: Router): string | undefined {
  if (question.kind !== 'tcp' || !question.isTls || !isCatchAll(router.rule ?? '')) return undefined;
  for (const { router: other, rule } of httpsRouters(inventory, question.entryPoint)) {
    if (rule.kind !== 'rule') continue;
    const hosts = matchersIn(rule.root).flatMap(({ name, values }) => (name === 'Host' ? values : []));
    if (hosts.every((host) => host === '*')) {
      return l10n.t(
        'The HTTP router {0} uses TLS for all server names and precedes TCP routers that match all of them.',
        other.name,
      );
    }
  }
  return undefined;
}

/** A client that no rule names: the address is reserved for documentation (RFC 5737). */
export const unnamedClient = '192.0.2.1';

/**
 * Whether a TCP router may get the connections without TLS of an entry point before any of its HTTP routers. Those of
 * clients that no rule names: a TCP router may be limited to some addresses, and leaves the other connections.
 */
export function mayBeOfTcp(inventory: Inventory, entryPoint: string): boolean {
  const known = ofTcp(inventory);
  const isKnown = known.get(entryPoint);
  if (isKnown !== undefined) return isKnown;
  const { on, server } = routingTableOf(inventory, 'tcp');
  const found = mayTakeAny(on(entryPoint, false), plainConnection({ entryPoint, clientIp: unnamedClient }, server));
  known.set(entryPoint, found);
  return found;
}

/** The connection without TLS of a client, as TCP routers see it. */
export function plainConnection(
  { entryPoint, clientIp }: Pick<RouteQuestion, 'entryPoint' | 'clientIp'>,
  server: ServerTraits,
): NormalizedInput {
  return normalizeConnection({ kind: 'tcp', entryPoint, isTls: false, alpn: [], clientIp }, server);
}

/** By entry point. */
const ofTcp = computedOnce(() => new Map<string, boolean>());

/** Whether it is not certain that all routers leave a connection. */
export function mayTakeAny(routers: readonly RoutingTableEntry[], seen: NormalizedInput): boolean {
  return routers.some(({ takes }) => takes(seen) !== false);
}
