import type { Steps } from '../../base/async/steps';
import { entryPointsOf } from '../model/model';
import { decide } from '../rules/judge';
import { readRule } from '../rules/readRule';
import type { Seen } from '../rules/seen';
import { syntaxOn } from '../rules/server';
import type { Outcome, Passed, RouteQuestion } from './answer';
import { hasTls, priorityOf, type Table } from './table';

/** Of routers that Traefik disabled, how many are worth to be named. */
const MOST = 3;

/**
 * The routers that would take a request before the one that does, had Traefik not disabled them because of an error: mostly one of them is meant.
 */
export function* disabledRivals(
  passed: readonly Passed[],
  { server }: Table,
  question: RouteQuestion,
  seen: Seen,
  outcome: Outcome,
): Steps<readonly Passed[]> {
  const taken = priorityOfTaken(outcome);
  const rated: { readonly one: Passed; readonly priority: bigint }[] = [];
  for (const one of passed) {
    yield 0.1;
    const { router, why } = one;
    if (why !== 'disabled' || hasTls(router) !== question.isTls) continue;
    if (!entryPointsOf(router).includes(question.entryPoint) || (router.parentRefs ?? []).length > 0) continue;
    const priority = priorityOf(router);
    if (taken !== undefined && priority <= taken) continue;
    const rule = readRule(router.rule ?? '', { protocol: question.kind, syntax: syntaxOn(server, router.ruleSyntax) });
    if (rule.kind === 'rule' && decide(rule, seen) === true) rated.push({ one, priority });
    yield 5;
  }
  rated.sort((a, b) => (a.priority === b.priority ? 0 : a.priority > b.priority ? -1 : 1));
  return rated.slice(0, MOST).map(({ one }) => one);
}

/** What a router needs more than; undefined where none certainly takes the request. */
function priorityOfTaken(outcome: Outcome): bigint | undefined {
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
