import * as l10n from '@vscode/l10n';
import type { Steps } from '../../base/async/steps';
import type { TimeSlicer } from '../../base/async/timeSlicer';
import { entryPointsOf, type Router } from '../model/model';
import { type Finding, itemKeyOf, quotedName, quotedRule } from './finding';
import { isAlwaysTrue } from './literalImplication';
import type { LiteralInContext } from './literalSubjects';
import type { Competitor, RouterSet } from './routerSets';
import { ruleAlternativeText, ruleLiteralText } from './ruleAlternatives';
import { type RuleAlternativeInContext, ruleCovers } from './ruleShape';

/** A router that is asked before another one, and takes everything that one would. */
interface Winner {
  readonly winner: Competitor;
  readonly loser: Competitor;
  /** The ways of the winner's rule that hold all ways of the loser's. */
  readonly alternatives: readonly RuleAlternativeInContext[];
}

/** Routers that never get a request, by what wins against each. */
export type ShadowedRouters = ReadonlyMap<Router, Winner>;

/**
 * The routers that can never win: on every entry point where one is, another router with a higher priority takes everything
 * that it would, and that follows from how the rules are made. Of a router that Traefik made copies of, only where that
 * is so of all of them: a redirect of one entry point to another does it to what is left of every router that is on both.
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

/** What certainly takes everything before the loser is asked. Whatever takes all ways of it takes the first. */
async function winnerAgainst(loser: Competitor, routerSet: RouterSet, slicer: TimeSlicer): Promise<Winner | undefined> {
  const [place] = loser.shape.places;
  if (place === undefined) return undefined;
  for (const rivals of routerSet.index.holding(place)) {
    for (const winner of rivals) {
      // They are sorted: the rest is asked later.
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

/** Comparing two rules takes the longer, the more ways they have; those of other hosts are passed over. */
function costOf({ shape: one }: Competitor, { shape: other }: Competitor): number {
  return Math.ceil(((one.alternatives?.length ?? 0) * (other.alternatives?.length ?? 0)) / 10);
}

/** Whether Traefik says that it serves the router. */
export function isRouterServed({ router: { status } }: Competitor): boolean {
  return status === 'enabled' || status === 'warning';
}

/** What to say of routers that never win. */
export function shadowedRouterFindings(shadowed: ShadowedRouters): readonly Finding[] {
  return [...shadowed].map(([router, { winner, loser, alternatives }]) => {
    const [name, own] = [quotedName(winner.router.name), quotedRule(loser.shape.rule.text)];
    const held = quotedRule(alternatives.map(ruleAlternativeText).join(' || '));
    const values = [name, String(winner.priority), String(loser.priority), held, own] as const;
    return {
      kind: 'neverWins',
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
    };
  });
}

/** Routers whose rule no request can meet: each of its alternatives asks for two things that exclude each other. */
export function unmatchableRuleFindings(routerSets: readonly RouterSet[]): readonly Finding[] {
  const findings = new Map<string, Finding>();
  for (const { competitors } of routerSets) {
    for (const { router, shape, isBuiltIn } of competitors) {
      const [first] = shape.contradictions;
      if (first === undefined || isBuiltIn) continue;
      const [one, other] = first.map((literal) => quotedRule(ruleLiteralText(literal)));
      findings.set(itemKeyOf(router), {
        kind: 'neverMatches',
        key: itemKeyOf(router),
        about: quotedName(router.name),
        reason: unmatchableReason(one ?? '', other ?? '', shape.contradictions.length > 1),
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
 * Routers that get no request with a host name, since on all of their entry points a router comes first that takes all of
 * these, mostly a redirect to https. Nobody reads a password or the configuration through them.
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
    ANY_NAME.has(dialect.syntax === 'v2' ? (/^\{[^:{}]+:(.*)\}$/.exec(value)?.[1] ?? '') : value),
  );
}

const ANY_NAME: ReadonlySet<string> = new Set(['.+', '^.+', '.+$', '^.+$']);
