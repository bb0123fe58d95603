import type { Steps } from '../../base/async/steps';
import type { Exposure } from '../../base/endpoints/exposure';
import { graphOf } from '../model/graph';
import type { Inventory } from '../model/inventory';
import { itemsIn } from '../model/inventory';
import { type EntryPoint, isInternal, type Router } from '../model/model';
import { enumerated, type Finding, keyOf, nameIn } from './finding';
import { entryPointsInUse, isHttpOfOneMoment, isOnLoopback } from './listening';
import { reachesApi } from './reachesApi';
import { stepsOf } from './stages';

/** The service of Traefik's API, and the entry point that is meant for it. */
const API = 'api@internal';
const OWN_ENTRY_POINT = 'traefik';

/** Matchers that look at what a request proves or where it comes from: with one of them the rule itself may be the guard. */
const MAY_GUARD = /client\s*ip|header|query/i;

/**
 * Routers that people made for the API, with nothing before it that asks who they are. Not those whose middlewares are not
 * all known, whose rule or own TLS options may keep others out, that give only the dashboard's files, or which only the machine itself reaches.
 */
export function* openApiFindings(
  inventory: Inventory,
  isOutdone: (router: Router) => boolean,
): Steps<readonly Finding[]> {
  if (!isHttpOfOneMoment(inventory)) return [];
  const graph = graphOf(inventory);
  const findings: Finding[] = [];
  for (const router of itemsIn(inventory, 'routers')) {
    yield 0.2;
    if (router.protocol !== 'http' || router.service !== API || isInternal(router)) continue;
    if (!isServed(router) || mayKeepOthersOut(router) || isOutdone(router)) continue;
    if (stepsOf(router, graph).some(({ stage }) => stage !== 'other')) continue;
    const open = entryPointsInUse(router, inventory)?.filter(
      (entryPoint) => isOpen(entryPoint, router) && reachesApi(router, entryPoint, inventory),
    );
    if (open === undefined || open.length === 0) continue;
    const where = enumerated(open.map(({ name }) => nameIn(name)));
    findings.push({
      kind: 'openApi',
      key: keyOf(router),
      about: nameIn(router.name),
      reason: `Gives Traefik’s whole configuration to anyone who reaches ${where}: no middleware before it asks for credentials.${router.tls === undefined ? '' : MAYBE_CERTIFICATE}`,
      links: [{ to: 'item', item: router }, ...open.map(({ name }) => ({ to: 'entryPoint', name }) as const)],
    });
  }
  return findings;
}

/** Also the default options of TLS may do so. */
const MAYBE_CERTIFICATE = ' Whether the TLS options ask for a certificate of the client, the API does not tell.';

function isServed({ status, parentRefs = [] }: Router): boolean {
  return status !== 'disabled' && parentRefs.length === 0;
}

/** Options of TLS may ask for a certificate of the client; the API does not tell them. */
function mayKeepOthersOut({ rule = '', tls }: Router): boolean {
  const options = tls?.options ?? '';
  return MAY_GUARD.test(rule) || (options !== '' && options !== 'default');
}

function isOpen(entryPoint: EntryPoint, { tls, middlewares = [] }: Router): boolean {
  return (
    entryPoint.name !== OWN_ENTRY_POINT &&
    !isOnLoopback(entryPoint) &&
    !(tls === undefined && entryPoint.redirectsTo !== undefined) &&
    // The API lists them with those of the router; where it does not, what they do is not known.
    entryPoint.middlewares.every((name) => middlewares.some((own) => own.split('@', 1)[0] === name.split('@', 1)[0]))
  );
}

/** What is already known of how the endpoint itself is reached, as a finding: that its API asks for no credentials. */
export function exposureFindings(exposures: readonly Exposure[]): readonly Finding[] {
  return exposures
    .filter(({ kind }) => kind === 'openApi')
    .map(({ sentence }) => ({ kind: 'openApi', key: 'endpoint', about: 'This endpoint', reason: sentence, links: [] }));
}
