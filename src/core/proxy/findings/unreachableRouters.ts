import * as l10n from '@vscode/l10n';
import { ownName } from '../model/itemName';
import { itemKeyOf } from '../model/itemRef';
import { entryPointsOf, type Router } from '../model/model';
import { unmatchableValue } from '../rules/unmatchable';
import { type Finding, quotedName, quotedRule } from './finding';
import { isAlwaysTrue } from './literalImplication';
import type { LiteralInContext } from './literalSubjects';
import type { Competitor, RouterSet } from './routerSets';
import { ruleAlternativeText, ruleLiteralText } from './ruleAlternatives';
import type { RuleAlternativeInContext } from './ruleShape';

/** A router with a higher priority than another one, which matches all requests that the other matches. */
export interface Winner {
  readonly winner: Competitor;
  readonly loser: Competitor;
  /** The alternatives of the winner's rule that cover all of the loser's. */
  readonly alternatives: readonly RuleAlternativeInContext[];
}

/** Routers that never get a request, with the router that always wins against each. */
export type ShadowedRouters = ReadonlyMap<Router, Winner>;

/** Whether Traefik reports that it serves the router. */
export function isRouterServed({ router: { status } }: Competitor): boolean {
  return status === 'enabled' || status === 'warning';
}

/** The finding about a router that never wins. */
export function shadowedRouterFinding({ winner, loser, alternatives }: Winner): Finding {
  const [name, own] = [quotedName(winner.router.name), quotedRule(loser.shape.rule.text)];
  const held = quotedRule(alternatives.map(ruleAlternativeText).join(' || '));
  const values = [name, String(winner.priority), String(loser.priority), held, own] as const;
  return {
    kind: 'neverWins',
    evidence: [winner, loser].flatMap(({ shape, priority }) => [shape.rule.text, String(priority)]),
    key: itemKeyOf(loser.router),
    about: quotedName(loser.router.name),
    brief: l10n.t('never wins, {0} first', quotedName(ownName(winner.router.name))),
    reason:
      winner.shape.rule.text === loser.shape.rule.text
        ? l10n.t(
            '{0} (priority {1} over {2}) matches everything this router would: it has the same rule, {4}.',
            ...values,
          )
        : l10n.t('{0} (priority {1} over {2}) matches everything this router would: {3} covers {4}.', ...values),
    links: [
      { to: 'item', item: loser.router },
      { to: 'item', item: winner.router, role: l10n.t('matches first') },
    ],
  };
}

/** A router whose rule no request can satisfy: each alternative requires two things that exclude each other. */
export function unmatchableRuleFinding({ router, shape, isBuiltIn }: Competitor): Finding | undefined {
  const [first] = shape.contradictions;
  if (first === undefined || isBuiltIn) return undefined;
  const [one, other] = first.map((literal) => quotedRule(ruleLiteralText(literal)));
  const [{ matcher, dialect }] = first;
  const why = one === other ? unmatchableValue(matcher, dialect.syntax, dialect.server.hasWildcards) : undefined;
  return {
    kind: 'neverMatches',
    key: itemKeyOf(router),
    about: quotedName(router.name),
    evidence: [shape.rule.text],
    reason: [
      unmatchableReason(one ?? '', other ?? '', shape.contradictions.length > 1),
      ...(why === undefined ? [] : [why.reason]),
    ].join(' '),
    links: [{ to: 'item', item: router }],
  };
}

function unmatchableReason(one: string, other: string, isFirstOfSeveral: boolean): string {
  if (one === other) return l10n.t('Never matches: no request can satisfy {0}.', one);
  return isFirstOfSeveral
    ? l10n.t('Never matches: every alternative contradicts itself. The first requires both {0} and {1}.', one, other)
    : l10n.t('Never matches: it requires both {0} and {1}.', one, other);
}

/**
 * Routers that get no request with a host name, because on all of their entry points a router with a higher priority
 * matches these requests, usually a redirect to https. Clients can read no password or configuration through them.
 */
export function routersBehindCatchAlls(routerSets: readonly RouterSet[]): ReadonlySet<Router> {
  const hidden = new Map<Router, number>();
  for (const { protocol, competitors } of routerSets) {
    if (protocol !== 'http') continue;
    let first: Competitor | undefined;
    for (const competitor of competitors) {
      if (
        !isRouterServed(competitor) ||
        !competitor.shape.alternatives?.some((alternative) => alternative.every(takesAllNamed))
      )
        continue;
      first = competitor;
      break;
    }
    for (const { router, priority, family } of competitors) {
      if (first === undefined || priority >= first.priority || family === first.family) continue;
      hidden.set(router, (hidden.get(router) ?? 0) + 1);
    }
  }
  return new Set(
    [...hidden].flatMap(([router, count]) => (count === new Set(entryPointsOf(router)).size ? [router] : [])),
  );
}

function takesAllNamed(literal: LiteralInContext): boolean {
  const { matcher, isNegated, dialect } = literal;
  if (isAlwaysTrue(literal)) return true;
  if (isNegated || matcher.name !== 'HostRegexp') return false;
  return matcher.values.some((value) =>
    anyName.has(dialect.syntax === 'v2' ? (/^\{[^:{}]+:(.*)\}$/.exec(value)?.[1] ?? '') : value),
  );
}

const anyName: ReadonlySet<string> = new Set(['.+', '^.+', '.+$', '^.+$']);
