import * as l10n from '@vscode/l10n';
import type { Pace } from '../../base/async/pace';
import type { Steps } from '../../base/async/steps';
import { entryPointsOf, type Router } from '../model/model';
import type { Arena, Contender } from './arena';
import { type Finding, keyOf, nameIn, ruleIn } from './finding';
import { isAlways } from './implication';
import { covers, type SaidWay } from './shape';
import type { Said } from './subjects';
import { literalText, wayText } from './ways';

/** A router that is asked before another one, and takes everything that one would. */
interface Winner {
  readonly winner: Contender;
  readonly loser: Contender;
  /** The ways of the winner's rule that hold all ways of the loser's. */
  readonly ways: readonly SaidWay[];
}

/** Routers that never get a request, by what wins against each. */
export type Outdone = ReadonlyMap<Router, Winner>;

/**
 * The routers that can never win: on every entry point where one is, another router with a higher priority takes everything
 * that it would, and that follows from how the rules are made. Of a router that Traefik made copies of, only where that
 * is so of all of them: a redirect of one entry point to another does it to what is left of every router that is on both.
 */
export async function outdoneRouters(arenas: readonly Arena[], pace: Pace): Promise<Outdone> {
  const winners = new Map<Router, Winner[]>();
  const places = new Map<Router, number>();
  for (const arena of arenas) {
    for (const loser of arena.contenders) {
      if (loser.isBuiltIn) continue;
      places.set(loser.router, new Set(entryPointsOf(loser.router)).size);
      const rest = pace.step(0.5);
      if (rest !== undefined) await rest;
      const found = await winnerAgainst(loser, arena, pace);
      if (found !== undefined) winners.set(loser.router, [...(winners.get(loser.router) ?? []), found]);
    }
  }
  const outdone = new Map<Router, Winner>();
  const spared = new Set<string>();
  for (const arena of arenas) {
    for (const { router, family } of arena.contenders) {
      const rest = pace.step(0.2);
      if (rest !== undefined) await rest;
      if ((winners.get(router)?.length ?? 0) < (places.get(router) ?? 1)) spared.add(`${arena.protocol} ${family}`);
    }
  }
  for (const [router, [first]] of winners) {
    if (first !== undefined && !spared.has(`${router.protocol} ${first.loser.family}`)) outdone.set(router, first);
  }
  return outdone;
}

/** What certainly takes everything before the loser is asked. Whatever takes all ways of it takes the first. */
async function winnerAgainst(loser: Contender, arena: Arena, pace: Pace): Promise<Winner | undefined> {
  const [place] = loser.shape.places;
  if (place === undefined) return undefined;
  for (const rivals of arena.index.holding(place)) {
    for (const winner of rivals) {
      // They are sorted: the rest is asked later.
      if (winner.priority <= loser.priority || pace.isSpent) break;
      const rest = pace.step(1 + costOf(winner, loser));
      if (rest !== undefined) await rest;
      if (!isServed(winner) || winner.family === loser.family) continue;
      const ways = covers(winner.shape, loser.shape);
      if (ways !== undefined) return { winner, loser, ways };
    }
  }
  return undefined;
}

/** Comparing two rules takes the longer, the more ways they have; those of other hosts are passed over. */
function costOf({ shape: one }: Contender, { shape: other }: Contender): number {
  return Math.ceil(((one.ways?.length ?? 0) * (other.ways?.length ?? 0)) / 10);
}

/** Whether Traefik says that it serves the router. */
export function isServed({ router: { status } }: Contender): boolean {
  return status === 'enabled' || status === 'warning';
}

/** What to say of routers that never win. */
export function neverWinsFindings(outdone: Outdone): readonly Finding[] {
  return [...outdone].map(([router, { winner, loser, ways }]) => {
    const [name, own] = [nameIn(winner.router.name), ruleIn(loser.shape.rule.text)];
    const held = ruleIn(ways.map(wayText).join(' || '));
    const values = [name, String(winner.priority), String(loser.priority), held, own] as const;
    return {
      kind: 'neverWins',
      key: keyOf(router),
      about: nameIn(router.name),
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
export function neverMatchesFindings(arenas: readonly Arena[]): readonly Finding[] {
  const findings = new Map<string, Finding>();
  for (const { contenders } of arenas) {
    for (const { router, shape, isBuiltIn } of contenders) {
      const [first] = shape.contradictions;
      if (first === undefined || isBuiltIn) continue;
      const [one, other] = first.map((literal) => ruleIn(literalText(literal)));
      findings.set(keyOf(router), {
        kind: 'neverMatches',
        key: keyOf(router),
        about: nameIn(router.name),
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
export function* behindCatchAlls(arenas: readonly Arena[]): Steps<ReadonlySet<Router>> {
  const hidden = new Map<Router, number>();
  for (const { protocol, contenders } of arenas) {
    if (protocol !== 'http') continue;
    let first: Contender | undefined;
    for (const contender of contenders) {
      yield 1;
      if (!isServed(contender) || !contender.shape.ways?.some((way) => way.every(takesAllNamed))) continue;
      first = contender;
      break;
    }
    for (const { router, priority, family } of contenders) {
      if (first === undefined || priority >= first.priority || family === first.family) continue;
      hidden.set(router, (hidden.get(router) ?? 0) + 1);
    }
  }
  return new Set(
    [...hidden].flatMap(([router, count]) => (count === new Set(entryPointsOf(router)).size ? [router] : [])),
  );
}

function takesAllNamed(literal: Said): boolean {
  const { matcher, isNegated, dialect } = literal;
  if (isAlways(literal)) return true;
  if (isNegated || matcher.name !== 'HostRegexp') return false;
  return matcher.values.some((value) =>
    ANY_NAME.has(dialect.syntax === 'v2' ? (/^\{[^:{}]+:(.*)\}$/.exec(value)?.[1] ?? '') : value),
  );
}

const ANY_NAME: ReadonlySet<string> = new Set(['.+', '^.+', '.+$', '^.+$']);
