import * as l10n from '@vscode/l10n';
import type { Inventory } from '../model/inventory';
import { itemGraphOf } from '../model/itemGraph';
import { itemKeyOf } from '../model/itemRef';
import type { EntryPoint, Middleware, Router } from '../model/model';
import { enumeratedNames, type Finding, quotedName } from './finding';
import {
  entryPointsInUse,
  isOnLoopback,
  type MiddlewareStep,
  mayBeBehindAnother,
  middlewareStepsOf,
} from './middlewareSteps';

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
