import * as l10n from '@vscode/l10n';
import type { EndpointExposure } from '../../base/endpoints/exposure';
import type { Inventory } from '../model/inventory';
import { itemGraphOf } from '../model/itemGraph';
import { itemKeyOf } from '../model/itemRef';
import { type EntryPoint, isInternal, type Middleware, type Router } from '../model/model';
import { forwardedRequest } from '../routing/forwardedRequest';
import type { RouteCandidate } from '../routing/routeAnswer';
import { readRule } from '../rules/readRule';
import { ruleSyntaxOf, serverTraitsOf } from '../rules/serverTraits';
import { enumeratedNames, type Finding, quotedName } from './finding';
import { isMatcherMet } from './literalImplication';
import { literalSubject, requestWith, startOfPath } from './literalSubjects';
import {
  entryPointsInUse,
  isOnLoopback,
  type MiddlewareStep,
  mayBeBehindAnother,
  middlewareStepsOf,
} from './middlewareSteps';
import { type RuleAlternativeInContext, ruleShapeOf } from './ruleShape';

/** The service of Traefik's API, and the entry point intended for it. */
const apiService = 'api@internal';
const ownEntryPoint = 'traefik';

/** Matchers for credentials or the origin of a request: with one of them, the rule itself may protect the API. */
const mayGuard = /client\s*ip|header|query/i;

/**
 * A configured router to the API without authentication. Left out are routers with unknown middlewares, routers whose
 * rule or TLS options may keep clients out, routers that serve only the dashboard's files, and routers that only the
 * machine itself can reach.
 *
 * @param inventory one with `isHttpOfOneMoment`
 */
export function openApiFinding(
  router: Router,
  inventory: Inventory,
  isShadowed: (router: Router) => boolean,
): Finding | undefined {
  if (router.protocol !== 'http' || router.service !== apiService || isInternal(router)) return undefined;
  if (!isServed(router) || mayKeepOthersOut(router) || isShadowed(router)) return undefined;
  if (middlewareStepsOf(router, itemGraphOf(inventory)).some(({ stage }) => stage !== 'other')) return undefined;
  const open = entryPointsInUse(router, inventory)?.filter(
    (entryPoint) => isOpen(entryPoint, router) && reachesApi(router, entryPoint, inventory),
  );
  if (open === undefined || open.length === 0) return undefined;
  const where = enumeratedNames(open.map(({ name }) => name));
  return {
    kind: 'openApi',
    key: itemKeyOf(router),
    about: quotedName(router.name),
    reason: openReason(where, router.tls !== undefined),
    evidence: [router.rule ?? '', String(router.tls !== undefined)],
    links: [{ to: 'item', item: router }, ...open.map(({ name }) => ({ to: 'entryPoint', name }) as const)],
  };
}

function openReason(where: string, hasTls: boolean): string {
  const exposed = l10n.t(
    'Exposes the whole Traefik configuration to anyone who can reach {0}: no middleware asks for credentials.',
    where,
  );
  // The default TLS options may require a client certificate, too.
  return hasTls ? `${exposed} ${l10n.t('The API does not reveal whether a client certificate is required.')}` : exposed;
}

function isServed({ status, parentRefs = [] }: Router): boolean {
  return status !== 'disabled' && parentRefs.length === 0;
}

/** TLS options may require a client certificate; the API does not reveal them. */
function mayKeepOthersOut({ rule = '', tls }: Router): boolean {
  const options = tls?.options ?? '';
  return mayGuard.test(rule) || (options !== '' && options !== 'default');
}

function isOpen(entryPoint: EntryPoint, { tls, middlewares = [] }: Router): boolean {
  return (
    entryPoint.name !== ownEntryPoint &&
    !isOnLoopback(entryPoint) &&
    !(tls === undefined && entryPoint.redirectsTo !== undefined) &&
    // The API lists them with those of the router. If it does not, their effect is unknown.
    entryPoint.middlewares.every((name) => middlewares.some((own) => own.split('@', 1)[0] === name.split('@', 1)[0]))
  );
}

/** The finding that the endpoint's own API requires no credentials, which the endpoint's configuration shows. */
export function exposureFindings(exposures: readonly EndpointExposure[]): readonly Finding[] {
  return exposures
    .filter(({ kind }) => kind === 'openApi')
    .map(({ sentence }) => ({
      kind: 'openApi',
      key: 'endpoint',
      about: l10n.t('This endpoint'),
      reason: sentence,
      links: [],
    }));
}

/** The paths of Traefik's API that reveal the configuration. The dashboard's files, for example, do not. */
const revealingPaths = ['/api/rawdata', '/api/http/routers', '/api/http/services', '/api/http/middlewares'] as const;

/** The effort for the regular expressions of one rule. */
const mostEffort = 1_000_000;

/**
 * Whether a router to the API serves requests that reveal the configuration: its rule matches GET for such a path, and
 * after its middlewares the path is still one of the API's. False if that is not certain.
 *
 * @see https://github.com/traefik/traefik/blob/v3.7/pkg/api/handler.go (createRouter)
 */
function reachesApi(router: Router, entryPoint: EntryPoint, inventory: Inventory): boolean {
  const server = serverTraitsOf(inventory);
  const rule = readRule(router.rule ?? '', { protocol: 'http', syntax: ruleSyntaxOf(router, inventory) });
  if (rule.kind === 'fault') return false;
  const { alternatives = [] } = ruleShapeOf(rule, server, { left: mostEffort });
  const tried = new Set<string>();
  return alternatives.some((alternative) =>
    pathsOf(alternative).some((path) => {
      if (!takesGet(alternative, path) || tried.has(path)) return false;
      tried.add(path);
      return isServedAs(path, router, entryPoint, inventory);
    }),
  );
}

function pathsOf(alternative: RuleAlternativeInContext): readonly string[] {
  const starts = alternative.flatMap((literal) => startOfPath(literal) ?? []).map((start) => start.replace(/\/$/, ''));
  return ['', ...starts].flatMap((start) => revealingPaths.map((path) => start + path));
}

/** Whether an alternative admits the path, and GET, the only method that the API responds to. */
function takesGet(alternative: RuleAlternativeInContext, path: string): boolean {
  return alternative
    .filter((literal) => ['path', 'method'].includes(literalSubject(literal)))
    .every((literal) => {
      const seen = requestWith(literal.dialect, { routingPath: path, decodedPath: path, method: 'GET' });
      return isMatcherMet(literal, seen) === !literal.isNegated;
    });
}

function isServedAs(target: string, router: Router, { name }: EntryPoint, inventory: Inventory): boolean {
  const candidate: RouteCandidate = { router, priority: 0n, verdict: 'yes', failing: [], passing: [] };
  const isTls = router.tls !== undefined;
  const question = {
    kind: 'http',
    entryPoint: name,
    isTls,
    method: 'GET',
    host: 'host.test',
    target,
    headers: [],
  } as const;
  const { end } = forwardedRequest([candidate], question, inventory);
  return end.kind === 'served' && revealingPaths.some((path) => path === end.target);
}

/**
 * A router that requires a password over unencrypted requests. Left out are routers behind a redirect or an unknown
 * middleware, entry points that redirect or that only the machine itself can reach, and entry points with a possible
 * TLS termination in front of Traefik.
 *
 * @param inventory one with `isHttpOfOneMoment`
 */
export function plainPasswordFinding(
  router: Router,
  inventory: Inventory,
  isShadowed: (router: Router) => boolean,
): Finding | undefined {
  const { protocol, tls, status, parentRefs = [] } = router;
  if (protocol !== 'http' || tls !== undefined || status === 'disabled' || parentRefs.length > 0) return undefined;
  const asking = askingFor(middlewareStepsOf(router, itemGraphOf(inventory)));
  if (asking === undefined || isShadowed(router) || localPattern.test(router.rule ?? '')) return undefined;
  const plain = entryPointsInUse(router, inventory)?.filter(isPlain);
  if (plain === undefined || plain.length === 0) return undefined;
  return {
    kind: 'plainPassword',
    key: itemKeyOf(router),
    about: quotedName(router.name),
    reason: reasonFor(asking, plain),
    links: [
      { to: 'item', item: router },
      { to: 'item', item: asking, role: l10n.t('asks for the password') },
      ...plain.map(({ name }) => ({ to: 'entryPoint', name }) as const),
    ],
  };
}

/** Rules for requests that others cannot intercept: from the machine itself, or over https in front of Traefik. */
const localPattern = /localhost|127\.0\.0\.1|::1|x-forwarded-proto/i;

/** The middleware that requires the password, if a request certainly reaches it. */
function askingFor(steps: readonly MiddlewareStep[]): Middleware | undefined {
  const first = steps.find(({ stage }) => stage === 'asksForPassword' || stage === 'redirects' || stage === 'unknown');
  return first?.stage === 'asksForPassword' ? first.middleware : undefined;
}

function isPlain(entryPoint: EntryPoint): boolean {
  const { hasTls, redirectsTo } = entryPoint;
  return !hasTls && redirectsTo === undefined && !isOnLoopback(entryPoint) && !mayBeBehindAnother(entryPoint);
}

function reasonFor({ name, type = '' }: Middleware, plain: readonly EntryPoint[]): string {
  const where = enumeratedNames(plain.map((entryPoint) => entryPoint.name));
  return type.toLowerCase() === 'digestauth'
    ? l10n.t(
        '{0} asks for a password over plain HTTP on {1}: anyone on the network path can read everything except the password, and try to guess it.',
        quotedName(name),
        where,
      )
    : l10n.t(
        '{0} asks for a password over plain HTTP on {1}: anyone on the network path can read it.',
        quotedName(name),
        where,
      );
}
