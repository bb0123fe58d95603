import * as l10n from '@vscode/l10n';
import { openPauses, type Pauses } from '../../base/async/pauses';
import { staleSentences } from '../describe/staleness';
import { entryPointOf, type Inventory, itemsOfKinds } from '../model/inventory';
import { itemGraphOf } from '../model/itemGraph';
import { entryPointsOf, type Router } from '../model/model';
import { normalizeConnection, normalizeRequest } from '../routing/normalizeRequest';
import type { RouteQuestion } from '../routing/routeAnswer';
import { type RoutingTableEntry, routingTableOf } from '../routing/routingTable';
import { behindHttpsRouters, mayBeOfTcp, mayTakeAny, tlsUncertainty } from '../routing/uncertainty';
import { decideRule } from '../rules/judgeRule';
import type { NormalizedInput } from '../rules/normalizedRequest';
import { serverTraitsOf } from '../rules/serverTraits';
import { entryPointFindings } from './entryPointNames';
import { type Finding, type Findings, findingKinds } from './finding';
import { worstFirst } from './findingTexts';
import { downFinding, downServices, expiringFindings, unusedFinding } from './itemFindings';
import { literalSubject } from './literalSubjects';
import { isHttpOfOneMoment } from './middlewareSteps';
import { absentItems, meantNames, missingFinding } from './missingReferences';
import { openApiFinding, plainPasswordFinding } from './protectionFindings';
import { reportedFindings } from './reportedErrors';
import { rivalsAmong, type Tie, tieFinding, tiesByRouter, withSamePriority, withSameRules } from './routerConflicts';
import { type Competitor, openRouterSets, type RouterSet } from './routerSets';
import { canOverlap, ruleCovers } from './ruleShape';
import { sampleRequests } from './sampleRequests';
import {
  isRouterServed,
  routersBehindCatchAlls,
  type ShadowedRouters,
  shadowedRouterFinding,
  unmatchableRuleFinding,
  type Winner,
} from './unreachableRouters';

/** Comparisons of routers, for winners and for ties: about a second each. */
const mostComparisons = 1_000_000;
/** Uses that are followed to the routers that are affected by services that are down: half a second. */
const mostUses = 1_000_000;
/** For all regular expressions together: a second or two if they are hostile. */
const mostEffort = 100_000_000;
/** Conditions of all rules together, each half a kilobyte: 25 for each of 20,000 routers. */
const mostLiterals = 500_000;

/** A search among routers, and the comparisons that it has left. */
interface Search {
  readonly pause: Pauses;
  left: number;
}

/** The result is not wanted any more. */
class Unwanted extends Error {}

/**
 * The findings of an inventory, most urgent first.
 *
 * @param isWanted called after each pause; once it returns false, the work ends and the result is undefined
 */
export async function computeFindings(inventory: Inventory, isWanted: () => boolean): Promise<Findings | undefined> {
  const pause = openPauses(() => {
    if (!isWanted()) throw new Unwanted();
  });
  try {
    const graph = itemGraphOf(inventory);
    await graph.prepare();
    await pause();
    const { routerSets, shadowed, ties, isWhole } = await contestsIn(inventory, pause);
    await pause();
    const hidden = routersBehindCatchAlls(routerSets);
    const isShadowed = (router: Router): boolean => shadowed.has(router) || hidden.has(router);
    const found: Finding[] = [...expiringFindings(inventory)];
    const find = async <T>(all: Iterable<T>, findingOf: (one: T) => Finding | undefined): Promise<void> => {
      for (const one of all) {
        const finding = findingOf(one);
        if (finding !== undefined) found.push(finding);
        const rest = pause();
        if (rest !== undefined) await rest;
      }
    };
    const routers = [...itemsOfKinds(inventory, 'routers')];
    const unmatchable = new Map(routerSets.flatMap(({ competitors }) => competitors.map((one) => [one.router, one])));
    await find(unmatchable.values(), unmatchableRuleFinding);
    await find(shadowed.values(), shadowedRouterFinding);
    const server = serverTraitsOf(inventory);
    await find(tiesByRouter(ties), ([router, own]) => tieFinding(router, own, server));
    if (isHttpOfOneMoment(inventory)) {
      await find(routers, (router) => openApiFinding(router, inventory, isShadowed));
      await find(routers, (router) => plainPasswordFinding(router, inventory, isShadowed));
    }
    const meantBy = meantNames(inventory);
    await find(absentItems(inventory, graph).values(), (absent) => missingFinding(absent, inventory, meantBy));
    found.push(...(await entryPointFindings(routers, inventory, pause)));
    const uses = { left: mostUses };
    await find(downServices(inventory, graph), (service) => downFinding(service, graph, uses));
    await find(itemsOfKinds(inventory, 'services', 'middlewares'), (item) => unusedFinding(item, graph));
    await pause();
    const all = [...(await reportedFindings(inventory, found, pause)), ...found];
    return {
      list: worstFirst(findingKinds.flatMap((kind) => all.filter((finding) => finding.kind === kind))),
      notes: [
        ...staleSentences(inventory),
        ...(isWhole ? [] : [l10n.t('Too many routers to compare all of them with each other.')]),
      ],
    };
  } catch (error) {
    if (error instanceof Unwanted) return undefined;
    throw error;
  }
}

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
  const ties = await conflictsIn(inventory, routerSets, shadowed, forTies);
  const isWhole = forWinners.left >= 0 && forTies.left >= 0 && effort.left > 0 && literals.left >= 0;
  return { routerSets, shadowed, ties, isWhole };
}

/**
 * The routers that never win: on each of their entry points, another router with a higher priority matches all their
 * requests, which follows from the structure of the rules. If Traefik made copies of a router, this must hold for all
 * of them: a redirect from one entry point to another shadows the copy there of every router that is on both.
 */
async function shadowedRouters(routerSets: readonly RouterSet[], search: Search): Promise<ShadowedRouters> {
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
async function winnerAgainst(loser: Competitor, routerSet: RouterSet, search: Search): Promise<Winner | undefined> {
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

/**
 * Pairs of routers of the same priority on one entry point that match the same request, which no router with a higher
 * priority matches: which of them wins is undefined. Reported only if such a request was found, and both match it
 * according to the evaluator, and no TCP router gets its connection. Copies of one router do not conflict with each
 * other.
 *
 * @see https://github.com/traefik/traefik/blob/v3.7/pkg/muxer/http/mux.go (routes.Less)
 */
async function conflictsIn(
  inventory: Inventory,
  routerSets: readonly RouterSet[],
  shadowed: ShadowedRouters,
  search: Search,
): Promise<readonly Tie[]> {
  const conflicts = new Map<string, Tie>();
  for (const routerSet of routerSets) {
    const { entryPoint, isTls } = routerSet.arrival;
    const isPlain = routerSet.protocol === 'http' && !isTls;
    if (isPlain && mayBeOfTcp(inventory, entryPoint)) continue;
    // Each of these leaves the connections of some clients.
    const ofTcp = isPlain ? routingTableOf(inventory, 'tcp').on(entryPoint, false) : [];
    const seek = async (one: Competitor, others: readonly Competitor[]): Promise<void> => {
      const [first] = others;
      const sample = first && (await sampleFor(one, first, { routerSet, ofTcp }, inventory, search));
      if (sample === undefined) return;
      const isClientAsked = ofTcp.length > 0 || looksAtClient(routerSet);
      for (const other of others) {
        const key = [routerSet.protocol, ...[one.family, other.family].sort()].join('\n');
        if (!conflicts.has(key)) conflicts.set(key, { one, other, ...sample, isClientAsked });
      }
    };
    for (const level of withSamePriority(routerSet, shadowed)) {
      const groups = withSameRules(level);
      for (const [first, ...others] of groups) {
        const rest = search.pause();
        if (rest !== undefined) await rest;
        const rivals = others.filter((other) => first !== undefined && areRivals(first, other));
        if (first !== undefined) await seek(first, rivals);
      }
      const rivalsOf = rivalsAmong(groups.flatMap(([first]) => first ?? []));
      for (const [first] of groups) {
        if (search.left < 0) break;
        const rest = search.pause();
        if (rest !== undefined) await rest;
        for (const [one, other] of first === undefined ? [] : rivalsOf(first)) {
          if (search.left < 0) break;
          search.left--;
          if (areRivals(one, other)) await seek(one, [other]);
        }
      }
    }
  }
  return [...conflicts.values()];
}

/** Excludes two copies of one router, and two routers that the user cannot change. */
function areRivals(one: Competitor, other: Competitor): boolean {
  return one.family !== other.family && !(one.isBuiltIn && other.isBuiltIn);
}

/**
 * A request that both match, but no router with a higher priority.
 *
 * @param ofTcp the TCP routers that come before HTTP routers
 */
async function sampleFor(
  one: Competitor,
  other: Competitor,
  { routerSet, ofTcp }: { readonly routerSet: RouterSet; readonly ofTcp: readonly RoutingTableEntry[] },
  inventory: Inventory,
  search: Search,
): Promise<Pick<Tie, 'sample' | 'takers'> | undefined> {
  for (const alternative of one.shape.alternatives ?? []) {
    for (const otherAlternative of other.shape.alternatives ?? []) {
      search.left--;
      const rest = search.pause();
      if (rest !== undefined) await rest;
      if (!canOverlap(alternative, otherAlternative)) continue;
      const samples = sampleRequests(alternative, otherAlternative, routerSet.arrival);
      for (let index = 0; index < samples.count; index++) {
        if (search.left < 0) return undefined;
        search.left -= 10;
        await search.pause();
        const question = samples.at(index);
        const seen = see(question, routerSet, inventory);
        if (seen === undefined || !takes(one, seen) || !takes(other, seen)) continue;
        search.left -= ofTcp.length;
        if (mayTakeAny(ofTcp, connectionOf(question, routerSet))) continue;
        if (tlsUncertainty(inventory, question) !== undefined) continue;
        const isBehind = ({ router }: Competitor): boolean =>
          behindHttpsRouters(inventory, question, router) !== undefined;
        if (isBehind(one) || isBehind(other)) continue;
        const isFree = await isTakenByNoneAbove(one.priority, seen, routerSet, search);
        if (isFree)
          return { sample: question, takers: await matchingCompetitors(one.priority, seen, routerSet, search) };
      }
    }
  }
  return undefined;
}

function see(
  question: RouteQuestion,
  { server, effort }: RouterSet,
  inventory: Inventory,
): NormalizedInput | undefined {
  if (question.kind === 'tcp') return { ...normalizeConnection(question, server), effort };
  const seen = normalizeRequest(question, server, entryPointOf(inventory, question.entryPoint));
  return 'refused' in seen ? undefined : { ...seen, effort };
}

/** The connection without TLS of a request, as TCP routers see it. */
function connectionOf({ entryPoint, clientIp }: RouteQuestion, { server, effort }: RouterSet): NormalizedInput {
  const connection = { kind: 'tcp', entryPoint, isTls: false, alpn: [], clientIp } as const;
  return { ...normalizeConnection(connection, server), effort };
}

function takes({ shape }: Competitor, seen: NormalizedInput): boolean {
  return decideRule(shape.rule, seen) === true;
}

/** The routers of a priority that match a request. */
async function matchingCompetitors(
  priority: bigint,
  seen: NormalizedInput,
  routerSet: RouterSet,
  search: Search,
): Promise<readonly Competitor[]> {
  const matching: Competitor[] = [];
  for (const competitor of routerSet.competitors) {
    if (competitor.priority > priority) continue;
    if (competitor.priority < priority) break;
    search.left--;
    const rest = search.pause();
    if (rest !== undefined) await rest;
    if (isRouterServed(competitor) && takes(competitor, seen)) matching.push(competitor);
  }
  return matching;
}

/** Avoids iterating over all routers of an entry point again for each of its conflicts. */
const clients = new WeakMap<RouterSet, boolean>();

function looksAtClient(routerSet: RouterSet): boolean {
  let known = clients.get(routerSet);
  if (known === undefined) {
    known = routerSet.competitors.some(({ shape }) =>
      shape.alternatives?.some((alternative) => alternative.some((literal) => literalSubject(literal) === 'client')),
    );
    clients.set(routerSet, known);
  }
  return known;
}

/** Whether certainly no router with a higher priority matches the request. */
async function isTakenByNoneAbove(
  priority: bigint,
  seen: NormalizedInput,
  routerSet: RouterSet,
  search: Search,
): Promise<boolean> {
  for (const competitor of routerSet.competitors) {
    if (competitor.priority <= priority) return true;
    search.left--;
    const rest = search.pause();
    if (rest !== undefined) await rest;
    if (decideRule(competitor.shape.rule, seen) !== false) return false;
  }
  return true;
}
