import * as l10n from '@vscode/l10n';
import type { Steps } from '../../base/async/steps';
import type { Inventory } from '../model/inventory';
import { itemsIn } from '../model/inventory';
import { itemGraphOf } from '../model/itemGraph';
import type { EntryPoint, Middleware, Router } from '../model/model';
import { entryPointsInUse, isHttpOfOneMoment, isOnLoopback, mayBeBehindAnother } from './entryPointsInUse';
import { enumeratedNames, type Finding, itemKeyOf, quotedName } from './finding';
import { type MiddlewareStep, middlewareStepsOf } from './middlewareSteps';

/**
 * Routers that ask for a password where requests are not encrypted. Not where a redirect or something unknown comes before
 * that, where the entry point redirects or only the machine itself reaches it, or where something before Traefik may speak TLS.
 */
export function* plainPasswordFindings(
  inventory: Inventory,
  isOutdone: (router: Router) => boolean,
): Steps<readonly Finding[]> {
  if (!isHttpOfOneMoment(inventory)) return [];
  const graph = itemGraphOf(inventory);
  const findings: Finding[] = [];
  for (const router of itemsIn(inventory, 'routers')) {
    yield 1;
    const { protocol, tls, status, parentRefs = [] } = router;
    if (protocol !== 'http' || tls !== undefined || status === 'disabled' || parentRefs.length > 0) continue;
    const asking = askingFor(middlewareStepsOf(router, graph));
    if (asking === undefined || isOutdone(router) || STAYS.test(router.rule ?? '')) continue;
    const plain = entryPointsInUse(router, inventory)?.filter(isPlain);
    if (plain === undefined || plain.length === 0) continue;
    findings.push({
      kind: 'plainPassword',
      key: itemKeyOf(router),
      about: quotedName(router.name),
      reason: reasonFor(asking, plain),
      links: [
        { to: 'item', item: router },
        { to: 'item', item: asking, role: l10n.t('asks for the password') },
        ...plain.map(({ name }) => ({ to: 'entryPoint', name }) as const),
      ],
    });
  }
  return findings;
}

/** What a rule asks of requests that no one is on the way of: from the machine itself, or over https before Traefik. */
const STAYS = /localhost|127\.0\.0\.1|::1|x-forwarded-proto/i;

/** The middleware that asks, where a request certainly comes to it. */
function askingFor(steps: readonly MiddlewareStep[]): Middleware | undefined {
  const first = steps.find(({ stage }) => stage === 'asksForPassword' || stage === 'redirects' || stage === 'unknown');
  return first?.stage === 'asksForPassword' ? first.middleware : undefined;
}

function isPlain(entryPoint: EntryPoint): boolean {
  const { hasTls, redirectsTo } = entryPoint;
  return !hasTls && redirectsTo === undefined && !isOnLoopback(entryPoint) && !mayBeBehindAnother(entryPoint);
}

function reasonFor({ name, type = '' }: Middleware, plain: readonly EntryPoint[]): string {
  const where = enumeratedNames(plain.map((entryPoint) => quotedName(entryPoint.name)));
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
