import type { Pauses } from '../../base/async/pauses';
import { type Inventory, itemsOfKinds } from '../model/inventory';
import { entryPointsOf, type Router } from '../model/model';
import type { Tie } from './routerConflicts';
import { type Competitor, openRouterSets, type RouterSet } from './routerSets';
import { ruleCovers } from './ruleShape';
import { type ContestSearch, tiesIn } from './tiedRouters';
import { isRouterServed, type ShadowedRouters, type Winner } from './unreachableRouters';

/** Comparisons of routers, for winners and for ties: about a second each. */
const mostComparisons = 1_000_000;
/** For all regular expressions together: a second or two if they are hostile. */
const mostEffort = 100_000_000;
/** Conditions of all rules together, each half a kilobyte: 25 for each of 20,000 routers. */
const mostLiterals = 500_000;

/** The routers that compete, those of them that never win, and those that tie. */
export async function contestsIn(
  inventory: Inventory,
  pause: Pauses,
): Promise<{
  readonly routerSets: readonly RouterSet[];
  readonly shadowed: ShadowedRouters;
  readonly ties: readonly Tie[];
  /** Whether all of them were compared. */
  readonly isWhole: boolean;
}> {
  const [forWinners, forTies] = [
    { pause, left: mostComparisons },
    { pause, left: mostComparisons },
  ];
  const effort = { left: mostEffort };
  const literals = { left: mostLiterals };
  const opened = openRouterSets(inventory, effort, literals);
  for (const router of itemsOfKinds(inventory, 'routers')) {
    opened.add(router);
    const rest = pause();
    if (rest !== undefined) await rest;
  }
  const routerSets = opened.finish();
  for (const { competitors, index } of routerSets) {
    for (const competitor of competitors) {
      index.add(competitor);
      const rest = pause();
      if (rest !== undefined) await rest;
    }
  }
  const shadowed = await shadowedRouters(routerSets, forWinners);
  const ties = await tiesIn(inventory, routerSets, shadowed, forTies);
  const isWhole = forWinners.left >= 0 && forTies.left >= 0 && effort.left > 0 && literals.left >= 0;
  return { routerSets, shadowed, ties, isWhole };
}

/**
 * The routers that never win: on each of their entry points, another router with a higher priority matches all their
 * requests, which follows from the structure of the rules. If Traefik made copies of a router, this must hold for all
 * of them: a redirect from one entry point to another shadows the copy there of every router that is on both.
 */
async function shadowedRouters(routerSets: readonly RouterSet[], search: ContestSearch): Promise<ShadowedRouters> {
  const winners = new Map<Router, Winner[]>();
  const places = new Map<Router, number>();
  for (const routerSet of routerSets) {
    for (const loser of routerSet.competitors) {
      if (loser.isBuiltIn) continue;
      places.set(loser.router, new Set(entryPointsOf(loser.router)).size);
      const rest = search.pause();
      if (rest !== undefined) await rest;
      const found = await winnerAgainst(loser, routerSet, search);
      if (found !== undefined) winners.set(loser.router, [...(winners.get(loser.router) ?? []), found]);
    }
  }
  const shadowed = new Map<Router, Winner>();
  const spared = new Set<string>();
  for (const routerSet of routerSets) {
    for (const { router, family } of routerSet.competitors) {
      if ((winners.get(router)?.length ?? 0) < (places.get(router) ?? 1)) spared.add(`${routerSet.protocol} ${family}`);
    }
  }
  for (const [router, [first]] of winners) {
    if (first !== undefined && !spared.has(`${router.protocol} ${first.loser.family}`)) shadowed.set(router, first);
  }
  return shadowed;
}

/** The router that certainly matches before the loser. It covers all alternatives, so also the first one. */
async function winnerAgainst(
  loser: Competitor,
  routerSet: RouterSet,
  search: ContestSearch,
): Promise<Winner | undefined> {
  const [place] = loser.shape.places;
  if (place === undefined) return undefined;
  for (const rivals of routerSet.index.holding(place)) {
    for (const winner of rivals) {
      // Sorted: the rest has lower priorities.
      if (winner.priority <= loser.priority || search.left < 0) break;
      search.left -= 1 + costOf(winner, loser);
      const rest = search.pause();
      if (rest !== undefined) await rest;
      if (!isRouterServed(winner) || winner.family === loser.family) continue;
      const alternatives = ruleCovers(winner.shape, loser.shape);
      if (alternatives !== undefined) return { winner, loser, alternatives };
    }
  }
  return undefined;
}

/** Comparing two rules takes longer the more alternatives they have; those with other hosts are skipped. */
function costOf({ shape: one }: Competitor, { shape: other }: Competitor): number {
  return Math.ceil(((one.alternatives?.length ?? 0) * (other.alternatives?.length ?? 0)) / 10);
}
