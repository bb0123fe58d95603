import { isInternal } from '../model/model';
import type { NormalizedInput } from '../rules/normalizedRequest';
import { matchersIn } from '../rules/rule';
import type { RouteOutcome, RouteQuestion, SkippedRouter } from './routeAnswer';
import { hasTls, type RoutingTable } from './routingTable';

const mostNamed = 3;

/**
 * If no router matches: the routers whose rules match, but which are on another entry point, or only get connections
 * with TLS, or only those without. Routers that differ in one of these only come first, and among them those that name
 * the host; then by descending priority. Leaves out Traefik's own routers, which accept any host.
 */
export function matchElsewhere(
  passed: readonly SkippedRouter[],
  { entryOf }: RoutingTable,
  { isTls }: RouteQuestion,
  seen: NormalizedInput,
  outcome: RouteOutcome,
): readonly SkippedRouter[] {
  if (outcome.kind !== 'none' || outcome.deadEnd !== undefined) return [];
  const rated: Rated[] = [];
  for (const one of passed) {
    const { router, why } = one;
    if ((why !== 'tls' && why !== 'otherEntryPoint') || (router.parentRefs ?? []).length > 0) continue;
    if (isInternal(router)) continue;
    const { rule, takes, priority } = entryOf(router);
    if (rule.kind !== 'rule' || takes(seen) !== true) continue;
    rated.push({
      one,
      differences: (why === 'tls' ? 0 : 1) + (hasTls(router) === isTls ? 0 : 1),
      host: matchersIn(rule.root).some(({ name }) => name.startsWith('Host')) ? 1 : 0,
      priority,
    });
  }
  rated.sort(
    (a, b) =>
      a.differences - b.differences ||
      b.host - a.host ||
      (a.priority === b.priority ? 0 : a.priority > b.priority ? -1 : 1),
  );
  return rated.slice(0, mostNamed).map(({ one }) => one);
}

interface Rated {
  readonly one: SkippedRouter;
  readonly differences: number;
  readonly host: 0 | 1;
  readonly priority: bigint;
}
