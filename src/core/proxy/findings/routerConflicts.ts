import * as l10n from '@vscode/l10n';
import { runStepsInSlices, type Steps } from '../../base/async/steps';
import type { TimeSlicer } from '../../base/async/timeSlicer';
import { entryPointOf, type Inventory } from '../model/inventory';
import { entryPointsOf, type Router } from '../model/model';
import { normalizeConnection, normalizeRequest } from '../routing/normalizeRequest';
import type { RouteQuestion } from '../routing/routeAnswer';
import { behindHttpsRouters, tlsUncertainty } from '../routing/uncertainty';
import { decideRule } from '../rules/judgeRule';
import type { NormalizedInput } from '../rules/normalizedRequest';
import { enumeratedNames, type Finding, itemKeyOf, quotedName, quotedRule } from './finding';
import { literalSubject } from './literalSubjects';
import { indexOfRivals, rivalPairs, stepsBetweenPairs, withSamePriority, withSameRules } from './rivalRouters';
import type { Competitor, RouterSet } from './routerSets';
import { canOverlap } from './ruleShape';
import { sampleRequests, sampleRequestText } from './sampleRequests';
import { isRouterServed, type ShadowedRouters } from './unreachableRouters';

/** Two routers of the same priority that match the same request. */
interface Tie {
  readonly one: Competitor;
  readonly other: Competitor;
  /** A request that both match, but no router with a higher priority. */
  readonly sample: RouteQuestion;
  /** All routers of this priority that match it, including these two. */
  readonly takers: readonly Competitor[];
  /** Whether a router of the entry point checks the client's address. */
  readonly isClientAsked: boolean;
}

/**
 * Pairs of routers of the same priority on one entry point that match the same request, which no router with a higher
 * priority matches: which of them wins is undefined. Reported only if such a request was found, and both match it
 * according to the evaluator. Copies of one router do not conflict with each other.
 *
 * @see https://github.com/traefik/traefik/blob/v3.7/pkg/muxer/http/mux.go (routes.Less)
 */
export async function conflictsIn(
  inventory: Inventory,
  routerSets: readonly RouterSet[],
  shadowed: ShadowedRouters,
  slicer: TimeSlicer,
): Promise<readonly Tie[]> {
  const conflicts = new Map<string, Tie>();
  for (const routerSet of routerSets) {
    const seek = async (one: Competitor, others: readonly Competitor[]): Promise<void> => {
      const [first] = others;
      const sample = first && (await sampleFor(one, first, routerSet, inventory, slicer));
      if (sample === undefined) return;
      const isClientAsked = looksAtClient(routerSet);
      for (const other of others) {
        const key = [routerSet.protocol, ...[one.family, other.family].sort()].join('\n');
        if (!conflicts.has(key)) conflicts.set(key, { one, other, ...sample, isClientAsked });
      }
    };
    for (const level of await runStepsInSlices(withSamePriority(routerSet, shadowed), slicer)) {
      const groups = await runStepsInSlices(withSameRules(level), slicer);
      for (const [first, ...others] of groups) {
        const rest = slicer.step(0.5);
        if (rest !== undefined) await rest;
        const rivals = others.filter((other) => first !== undefined && areRivals(first, other));
        if (first !== undefined) await seek(first, rivals);
      }
      const firsts = groups.flatMap(([first]) => first ?? []);
      for (const pair of rivalPairs(firsts, await runStepsInSlices(indexOfRivals(firsts), slicer))) {
        if (slicer.isSpent) break;
        const rest = slicer.step(pair === undefined ? stepsBetweenPairs : 1);
        if (rest !== undefined) await rest;
        if (pair !== undefined && areRivals(...pair)) await seek(pair[0], [pair[1]]);
      }
    }
  }
  return [...conflicts.values()];
}

/** Excludes two copies of one router, and two routers that the user cannot change. */
function areRivals(one: Competitor, other: Competitor): boolean {
  return one.family !== other.family && !(one.isBuiltIn && other.isBuiltIn);
}

/** A request that both match, but no router with a higher priority. */
async function sampleFor(
  one: Competitor,
  other: Competitor,
  routerSet: RouterSet,
  inventory: Inventory,
  slicer: TimeSlicer,
): Promise<Pick<Tie, 'sample' | 'takers'> | undefined> {
  for (const alternative of one.shape.alternatives ?? []) {
    for (const otherAlternative of other.shape.alternatives ?? []) {
      const rest = slicer.step();
      if (rest !== undefined) await rest;
      if (!canOverlap(alternative, otherAlternative)) continue;
      for (const question of sampleRequests(alternative, otherAlternative, routerSet.arrival)) {
        if (slicer.isSpent) return undefined;
        await slicer.step(10);
        const seen = see(question, routerSet, inventory);
        if (seen === undefined || !takes(one, seen) || !takes(other, seen)) continue;
        if (tlsUncertainty(inventory, question) !== undefined) continue;
        const isBehind = ({ router }: Competitor): boolean =>
          behindHttpsRouters(inventory, question, router) !== undefined;
        if (isBehind(one) || isBehind(other)) continue;
        const isFree = await isTakenByNoneAbove(one.priority, seen, routerSet, slicer);
        if (isFree)
          return { sample: question, takers: await matchingCompetitors(one.priority, seen, routerSet, slicer) };
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
  slicer: TimeSlicer,
): Promise<readonly Competitor[]> {
  const matching: Competitor[] = [];
  for (const competitor of routerSet.competitors) {
    if (competitor.priority > priority) continue;
    if (competitor.priority < priority) break;
    const rest = slicer.step();
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
  slicer: TimeSlicer,
): Promise<boolean> {
  for (const competitor of routerSet.competitors) {
    if (competitor.priority <= priority) return true;
    const rest = slicer.step();
    if (rest !== undefined) await rest;
    if (decideRule(competitor.shape.rule, seen) !== false) return false;
  }
  return true;
}

/** The most routers that a finding links to. */
const mostLinks = 20;

/** One finding for each router with all its ties. A pair is reported once, with the router that has the most ties. */
export function* conflictFindings(conflicts: readonly Tie[]): Steps<readonly Finding[]> {
  const byRouter = new Map<Router, Tie[]>();
  for (const conflict of conflicts) {
    yield 1;
    for (const { router } of [conflict.one, conflict.other]) {
      const own = byRouter.get(router);
      if (own === undefined) byRouter.set(router, [conflict]);
      else own.push(conflict);
    }
  }
  const reported = new Set<Tie>();
  const findings: Finding[] = [];
  for (const [router, own] of [...byRouter].sort(([, a], [, b]) => b.length - a.length)) {
    const fresh = own.filter((conflict) => !reported.has(conflict));
    for (const conflict of fresh) reported.add(conflict);
    yield 20 + own.length;
    const finding = findingFor(router, fresh);
    if (finding !== undefined) findings.push(finding);
  }
  return findings;
}

/** The sentence about the request that several routers match. These may be more than the two that it was found for. */
function matchedText(
  example: string,
  entryPoint: string | undefined,
  { takers }: Tie,
  router: Router,
  rivals: readonly Router[],
): string {
  const [rival] = rivals;
  const others = takers.flatMap(({ router: taker }) =>
    taker === router || taker === rival ? [] : [quotedName(taker.name)],
  );
  if (rivals.length === 1 && others.length === 0) {
    return entryPoint === undefined
      ? l10n.t('Both match {0}.', example)
      : l10n.t('On {0}, both match {1}.', entryPoint, example);
  }
  const names = enumeratedNames([l10n.t('this router'), quotedName(rival?.name ?? ''), ...others]);
  return entryPoint === undefined
    ? l10n.t('{0} is matched by {1}.', example, names)
    : l10n.t('On {0}, {1} is matched by {2}.', entryPoint, example, names);
}

function findingFor(router: Router, conflicts: readonly Tie[]): Finding | undefined {
  const [first] = conflicts;
  if (first === undefined) return undefined;
  const rivals = conflicts.map(({ one, other }) => (one.router === router ? other.router : one.router));
  const { one, sample, isClientAsked } = first;
  const example = quotedRule(sampleRequestText(sample, isClientAsked));
  const { entryPoint } = sample;
  const isOnOthers = [router, ...rivals].some((each) => entryPointsOf(each).some((name) => name !== entryPoint));
  const where = isOnOthers ? quotedName(entryPoint) : undefined;
  const isOneProvider = rivals.every(({ provider }) => provider === router.provider);
  const open = isOneProvider
    ? l10n.t('Which one wins is undefined.')
    : l10n.t('Which one wins is undefined, unless providers.precedence is configured.');
  return {
    kind: 'tie',
    key: itemKeyOf(router),
    about: quotedName(router.name),
    evidence: [String(one.priority), ...[router, ...rivals].map(({ rule }) => rule ?? '')],
    reason: [
      l10n.t(
        'Same priority ({0}) as {1}.',
        String(one.priority),
        enumeratedNames(rivals.map(({ name }) => quotedName(name))),
      ),
      matchedText(example, where, first, router, rivals),
      open,
    ].join(' '),
    links: [
      { to: 'item', item: router },
      ...rivals.slice(0, mostLinks).map((item) => ({ to: 'item', item, role: l10n.t('same priority') }) as const),
    ],
  };
}
