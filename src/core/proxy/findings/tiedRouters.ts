import type { Pauses } from '../../base/async/pauses';
import { entryPointOf, type Inventory } from '../model/inventory';
import { normalizeConnection, normalizeRequest } from '../routing/normalizeRequest';
import type { RouteQuestion } from '../routing/routeAnswer';
import { type RoutingTableEntry, routingTableOf } from '../routing/routingTable';
import { behindHttpsRouters, mayBeOfTcp, mayTakeAny, plainConnection, tlsUncertainty } from '../routing/uncertainty';
import { decideRule } from '../rules/judgeRule';
import type { NormalizedInput } from '../rules/normalizedRequest';
import { literalSubject } from './literalSubjects';
import { rivalsAmong, type Tie, withSamePriority, withSameRules } from './routerConflicts';
import type { Competitor, RouterSet } from './routerSets';
import { canOverlap } from './ruleShape';
import { sampleRequests } from './sampleRequests';
import { isRouterServed, type ShadowedRouters } from './unreachableRouters';

/** A search among routers, and the comparisons that it has left. */
export interface ContestSearch {
  readonly pause: Pauses;
  left: number;
}

/**
 * Pairs of routers of the same priority on one entry point that match the same request, which no router with a higher
 * priority matches: which of them wins is undefined. Reported only if such a request was found, and both match it
 * according to the evaluator, and no TCP router gets its connection. Copies of one router do not conflict with each
 * other.
 *
 * @see https://github.com/traefik/traefik/blob/v3.7/pkg/muxer/http/mux.go (routes.Less)
 */
export async function tiesIn(
  inventory: Inventory,
  routerSets: readonly RouterSet[],
  shadowed: ShadowedRouters,
  search: ContestSearch,
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
  search: ContestSearch,
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
        const { server, effort } = routerSet;
        if (mayTakeAny(ofTcp, { ...plainConnection(question, server), effort })) continue;
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

function takes({ shape }: Competitor, seen: NormalizedInput): boolean {
  return decideRule(shape.rule, seen) === true;
}

/** The routers of a priority that match a request. */
async function matchingCompetitors(
  priority: bigint,
  seen: NormalizedInput,
  routerSet: RouterSet,
  search: ContestSearch,
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
  search: ContestSearch,
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
