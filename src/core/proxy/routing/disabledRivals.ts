import { entryPointsOf } from '../model/model';
import { decideRule } from '../rules/judgeRule';
import type { NormalizedInput } from '../rules/normalizedRequest';
import { readRule } from '../rules/readRule';
import { ruleSyntaxOn } from '../rules/serverTraits';
import type { RouteOutcome, RouteQuestion, SkippedRouter } from './routeAnswer';
import { effectivePriorityOf, hasTls, type RoutingTable } from './routingTable';

/** The most routers that Traefik disabled and that are named. */
const mostNamed = 3;

/** The routers that would win if Traefik had not disabled them because of an error: often the user meant one. */
export function disabledRivals(
  passed: readonly SkippedRouter[],
  { server }: RoutingTable,
  question: RouteQuestion,
  seen: NormalizedInput,
  outcome: RouteOutcome,
): readonly SkippedRouter[] {
  const taken = priorityOfTaken(outcome);
  const rated: { readonly one: SkippedRouter; readonly priority: bigint }[] = [];
  for (const one of passed) {
    const { router, why } = one;
    if (why !== 'disabled' || hasTls(router) !== question.isTls) continue;
    if (!entryPointsOf(router).includes(question.entryPoint) || (router.parentRefs ?? []).length > 0) continue;
    const priority = effectivePriorityOf(router);
    if (taken !== undefined && priority <= taken) continue;
    const rule = readRule(router.rule ?? '', {
      protocol: question.kind,
      syntax: ruleSyntaxOn(server, router.ruleSyntax),
    });
    if (rule.kind === 'rule' && decideRule(rule, seen) === true) rated.push({ one, priority });
  }
  rated.sort((a, b) => (a.priority === b.priority ? 0 : a.priority > b.priority ? -1 : 1));
  return rated.slice(0, mostNamed).map(({ one }) => one);
}

/** The priority that a router has to exceed; undefined if no router certainly matches. */
function priorityOfTaken(outcome: RouteOutcome): bigint | undefined {
  switch (outcome.kind) {
    case 'winner':
      return outcome.way[0]?.priority;
    case 'tie':
      return outcome.ways[0]?.[0]?.priority;
    case 'none':
      return outcome.deadEnd?.[0]?.priority;
    default:
      return undefined;
  }
}
