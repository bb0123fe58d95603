import { isIP } from 'node:net';
import type { Inventory } from '../../model/inventory';
import type { Router } from '../../model/model';
import { findRoute } from '../../routing/findRoute';
import type { HttpQuestion } from '../../routing/routeAnswer';
import { isCatchAll } from '../../rules/priority';
import { serverTraitsOf } from '../../rules/serverTraits';

/** The protocols that browsers offer. */
const browserAlpn = ['h2', 'http/1.1'] as const;

export interface TakenConnection {
  readonly router: Router;
  readonly isCertain: boolean;
}

/**
 * The TCP router that gets the connection of a request before any HTTP router of the entry point. Undefined if there is
 * none: with TLS, HTTP routers with the host in their rules come first.
 *
 * @see https://github.com/traefik/traefik/blob/v3.7/pkg/server/router/tcp/router.go (ServeTCP)
 */
export function takenAsConnection(
  { entryPoint, isTls, host, clientIp }: HttpQuestion,
  inventory: Inventory,
): TakenConnection | undefined {
  const name = host.replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '$1');
  const serverName = isTls && isIP(name) === 0 ? { serverName: name } : {};
  const question = {
    kind: 'tcp',
    entryPoint,
    isTls,
    alpn: isTls ? browserAlpn : [],
    clientIp,
    ...serverName,
  } as const;
  const { outcome, considered } = findRoute(inventory, question, 'matching');
  const first = considered.find(({ verdict }) => verdict !== 'no');
  if (first === undefined) return undefined;
  const isOurs = outcome.kind === 'winner' || outcome.kind === 'tie';
  // If the doubt is not about a rule, HTTP routers come first.
  if (!isOurs && first.verdict === 'yes') return undefined;
  // Before TCP routers had priorities, the order of catch-all TCP routers and HTTP routers is unknown.
  const isOld = isTls && isCatchAll(first.router.rule ?? '') && serverTraitsOf(inventory).isOldWithTcp;
  return { router: first.router, isCertain: isOurs && !isOld };
}
