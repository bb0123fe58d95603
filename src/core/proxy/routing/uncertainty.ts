import {
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
import { ruleSyntaxOf } from '../rules/serverTraits';
import type { RouteQuestion } from './routeAnswer';
import { routingTableOf } from './routingTable';

/** Fields of a router that decide whether and when it is asked. */
const NEEDED: readonly string[] = ['rule', 'ruleSyntax', 'priority', 'tls', 'entryPoints', 'using', 'parentRefs'];

/**
 * Why nothing is certain of a question, whatever the routers say that can be read; undefined where nothing stands in the way. What the API does not
 * tell as Traefik describes it may be what decides.
 */
export function whyUncertain(inventory: Inventory, question: RouteQuestion, seen: NormalizedInput): string | undefined {
  const group = inventoryGroupOf(inventory, question.kind, 'routers');
  if (!isKnownWhole(group)) {
    return knownEntries(group) === undefined ? 'The routers could not be read.' : 'Not all of the routers were read.';
  }
  if (group.unnamed > 0) return 'The proxy lists routers whose name cannot be read.';
  const { entryPoints } = inventory;
  if (isKnownWhole(entryPoints) && entryPoints.items.size > 0 && !entryPointOf(inventory, question.entryPoint)) {
    return 'The proxy has no entry point of this name.';
  }
  if (question.kind === 'http') {
    const { method, target } = question;
    // Of `OPTIONS *` and CONNECT to another host nobody asks, and no recording tells.
    if (!(method === 'CONNECT' ? /^\// : /^(?:\/|https?:\/\/)/i).test(target)) {
      return 'Only requests for a path are worked out here.';
    }
    if (
      listingFailure(entryPoints) !== undefined &&
      !entryPointOf(inventory, question.entryPoint) &&
      UNUSUAL.test(target)
    ) {
      return 'The entry points could not be read, and what they do with such a path or query is not known.';
    }
  }
  const odd = listedRouters(inventory, question.kind).find(
    (router) => isOdd(router) && mayBeAsked(router, question) && mayTake(router, seen, inventory),
  );
  if (odd === undefined) return undefined;
  return odd.status === 'unknown'
    ? `Traefik does not say whether it serves ${odd.name}.`
    : `Not all is told of ${odd.name} in a way that can be read here: ${neededOf(odd).join(', ')}.`;
}

/** A path that is cleaned, or a query with semicolons. */
const UNUSUAL = /\/\/|\/\.{1,2}(?:[/?]|$)|%|;/;

function neededOf({ unread }: Router): readonly string[] {
  return unread.filter((field) => NEEDED.includes(field));
}

function isOdd(router: Router): boolean {
  return router.status === 'unknown' || (router.unread.length > 0 && neededOf(router).length > 0);
}

function mayBeAsked(router: Router, { entryPoint, isTls }: RouteQuestion): boolean {
  const { status, unread, tls } = router;
  if (status === 'disabled') return false;
  if (!unread.includes('tls') && (tls !== undefined) !== isTls) return false;
  // A nested one is on none itself.
  const isElsewhere = !unread.some((field) => field === 'using' || field === 'entryPoints' || field === 'parentRefs');
  return !isElsewhere || (router.parentRefs ?? []).length > 0 || entryPointsOf(router).includes(entryPoint);
}

function mayTake(router: Router, seen: NormalizedInput, inventory: Inventory): boolean {
  if (router.unread.includes('rule') || router.unread.includes('ruleSyntax')) return true;
  const rule = readRule(router.rule ?? '', { protocol: seen.kind, syntax: ruleSyntaxOf(router, inventory) });
  return rule.kind === 'fault' || decideRule(rule, seen) !== false;
}

/**
 * Why it is not certain that a TCP router gets a connection with TLS: where an entry point also has HTTP routers with TLS, those come first for the
 * hosts that their rules name (Router.ServeTCP in pkg/server/router/tcp/router.go). Undefined where nothing stands in the way.
 */
export function tlsUncertainty(inventory: Inventory, question: RouteQuestion): string | undefined {
  if (question.kind !== 'tcp' || !question.isTls) return undefined;
  if (question.alpn.includes('acme-tls/1')) return 'Traefik answers connections with the protocol acme-tls/1 itself.';
  const { server, on } = routingTableOf(inventory, 'http');
  const serverName = (question.serverName ?? '').trim().toLowerCase();
  for (const { router, rule } of on(question.entryPoint, true)) {
    if (rule.kind !== 'rule') return `The HTTP router ${router.name} has TLS too, and its rule cannot be read here.`;
    for (const { name, values } of matchersIn(rule.root)) {
      if (name !== 'Host') continue;
      // A star alone is asked as routers that name no host are.
      if (
        values.some(
          (value) => value !== '*' && isSameHost(serverName, value.toLowerCase(), server.hasWildcards !== false),
        )
      ) {
        return `The HTTP router ${router.name} has TLS and this host, and comes before all TCP routers.`;
      }
    }
  }
  return undefined;
}

/**
 * Why a TCP router that takes all server names does not get a connection with TLS: HTTP routers with TLS that name no host come before it, as they take
 * all server names too. Undefined where it gets it.
 */
export function behindHttpsRouters(inventory: Inventory, question: RouteQuestion, router: Router): string | undefined {
  if (question.kind !== 'tcp' || !question.isTls || !isCatchAll(router.rule ?? '')) return undefined;
  const { on } = routingTableOf(inventory, 'http');
  for (const { router: other, rule } of on(question.entryPoint, true)) {
    if (rule.kind !== 'rule') continue;
    const hosts = [...matchersIn(rule.root)].flatMap(({ name, values }) => (name === 'Host' ? values : []));
    if (hosts.every((host) => host === '*')) {
      return `The HTTP router ${other.name} has TLS and takes all server names, and so comes before TCP routers that do.`;
    }
  }
  return undefined;
}
