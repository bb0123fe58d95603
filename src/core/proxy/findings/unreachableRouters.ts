import * as l10n from '@vscode/l10n';
import type { Steps } from '../../base/async/steps';
import type { TimeSlicer } from '../../base/async/timeSlicer';
import { entryPointsOf, type Router } from '../model/model';
import { unmatchableValue } from '../rules/unmatchable';
import { type Finding, itemKeyOf, quotedName, quotedRule } from './finding';
import { isAlwaysTrue } from './literalImplication';
import type { LiteralInContext } from './literalSubjects';
import type { Competitor, RouterSet } from './routerSets';
import { ruleAlternativeText, ruleLiteralText } from './ruleAlternatives';
import { type RuleAlternativeInContext, ruleCovers } from './ruleShape';

/** A router with a higher priority than another one, which matches all requests that the other matches. */
interface Winner {
  readonly winner: Competitor;
  readonly loser: Competitor;
  /** The alternatives of the winner's rule that cover all of the loser's. */
  readonly alternatives: readonly RuleAlternativeInContext[];
}

/** Routers that never get a request, with the router that always wins against each. */
export type ShadowedRouters = ReadonlyMap<Router, Winner>;

/**
 * The routers that never win: on each of their entry points, another router with a higher priority matches all their
 * requests, which follows from the structure of the rules. If Traefik made copies of a router, this must hold for all
 * of them: a redirect from one entry point to another shadows the copy there of every router that is on both.
 */
export async function shadowedRouters(routerSets: readonly RouterSet[], slicer: TimeSlicer): Promise<ShadowedRouters> {
  const winners = new Map<Router, Winner[]>();
  const places = new Map<Router, number>();
  for (const routerSet of routerSets) {
    for (const loser of routerSet.competitors) {
      if (loser.isBuiltIn) continue;
      places.set(loser.router, new Set(entryPointsOf(loser.router)).size);
      const rest = slicer.step(0.5);
      if (rest !== undefined) await rest;
      const found = await winnerAgainst(loser, routerSet, slicer);
      if (found !== undefined) winners.set(loser.router, [...(winners.get(loser.router) ?? []), found]);
    }
  }
  const shadowed = new Map<Router, Winner>();
  const spared = new Set<string>();
  for (const routerSet of routerSets) {
    for (const { router, family } of routerSet.competitors) {
      const rest = slicer.step(0.2);
      if (rest !== undefined) await rest;
      if ((winners.get(router)?.length ?? 0) < (places.get(router) ?? 1)) spared.add(`${routerSet.protocol} ${family}`);
    }
  }
  for (const [router, [first]] of winners) {
    if (first !== undefined && !spared.has(`${router.protocol} ${first.loser.family}`)) shadowed.set(router, first);
  }
  return shadowed;
}

/** The router that certainly matches before the loser. It covers all alternatives, so also the first one. */
async function winnerAgainst(loser: Competitor, routerSet: RouterSet, slicer: TimeSlicer): Promise<Winner | undefined> {
  const [place] = loser.shape.places;
  if (place === undefined) return undefined;
  for (const rivals of routerSet.index.holding(place)) {
    for (const winner of rivals) {
      // Sorted: the rest has lower priorities.
      if (winner.priority <= loser.priority || slicer.isSpent) break;
      const rest = slicer.step(1 + costOf(winner, loser));
      if (rest !== undefined) await rest;
      if (!isRouterServed(winner) || winner.family === loser.family) continue;
      const alternatives = ruleCovers(winner.shape, loser.shape);
      if (alternatives !== undefined) return { winner, loser, alternatives };
    }
  }
  return undefined;
}

/** Comparing two rules takes longer the more alternatives they have; alternatives with other hosts are skipped. */
function costOf({ shape: one }: Competitor, { shape: other }: Competitor): number {
  return Math.ceil(((one.alternatives?.length ?? 0) * (other.alternatives?.length ?? 0)) / 10);
}

/** Whether Traefik reports that it serves the router. */
export function isRouterServed({ router: { status } }: Competitor): boolean {
  return status === 'enabled' || status === 'warning';
}

/** The findings about routers that never win. */
export function* shadowedRouterFindings(shadowed: ShadowedRouters): Steps<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const [router, { winner, loser, alternatives }] of shadowed) {
    yield 20;
    const [name, own] = [quotedName(winner.router.name), quotedRule(loser.shape.rule.text)];
    const held = quotedRule(alternatives.map(ruleAlternativeText).join(' || '));
    const values = [name, String(winner.priority), String(loser.priority), held, own] as const;
    findings.push({
      kind: 'neverWins',
      evidence: [winner, loser].flatMap(({ shape, priority }) => [shape.rule.text, String(priority)]),
      key: itemKeyOf(router),
      about: quotedName(router.name),
      reason:
        winner.shape.rule.text === loser.shape.rule.text
          ? l10n.t(
              '{0} (priority {1} over {2}) matches everything this router would: it has the same rule, {4}.',
              ...values,
            )
          : l10n.t('{0} (priority {1} over {2}) matches everything this router would: {3} covers {4}.', ...values),
      links: [
        { to: 'item', item: router },
        { to: 'item', item: winner.router, role: l10n.t('matches first') },
      ],
    });
  }
  return findings;
}

/** Routers whose rule no request can satisfy: each alternative requires two things that exclude each other. */
export function* unmatchableRuleFindings(routerSets: readonly RouterSet[]): Steps<readonly Finding[]> {
  const findings = new Map<string, Finding>();
  for (const { competitors } of routerSets) {
    for (const { router, shape, isBuiltIn } of competitors) {
      yield 0.2;
      const [first] = shape.contradictions;
      if (first === undefined || isBuiltIn) continue;
      yield 20;
      const [one, other] = first.map((literal) => quotedRule(ruleLiteralText(literal)));
      const [{ matcher, dialect }] = first;
      const why = one === other ? unmatchableValue(matcher, dialect.syntax) : undefined;
      findings.set(itemKeyOf(router), {
        kind: 'neverMatches',
        key: itemKeyOf(router),
        about: quotedName(router.name),
        evidence: [shape.rule.text],
        reason: [
          unmatchableReason(one ?? '', other ?? '', shape.contradictions.length > 1),
          ...(why === undefined ? [] : [why.reason]),
        ].join(' '),
        links: [{ to: 'item', item: router }],
      });
    }
  }
  return [...findings.values()];
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
export function* routersBehindCatchAlls(routerSets: readonly RouterSet[]): Steps<ReadonlySet<Router>> {
  const hidden = new Map<Router, number>();
  for (const { protocol, competitors } of routerSets) {
    if (protocol !== 'http') continue;
    let first: Competitor | undefined;
    for (const competitor of competitors) {
      yield 1;
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
