import * as l10n from '@vscode/l10n';
import type { Pace } from '../../base/async/pace';
import { entryPointOf, type Inventory } from '../model/inventory';
import { entryPointsOf, type Router } from '../model/model';
import type { RouteQuestion } from '../routing/answer';
import { seeConnection, seeRequest } from '../routing/see';
import { behindHttps, tlsNote } from '../routing/uncertain';
import { decide } from '../rules/judge';
import type { Seen } from '../rules/seen';
import type { Arena, Contender } from './arena';
import { isServed, type Outdone } from './deadRouters';
import { enumerated, type Finding, keyOf, nameIn, ruleIn } from './finding';
import { isBeside, placeIndex } from './placeIndex';
import { mayMeet } from './shape';
import { subjectOf } from './subjects';
import { questionText, requestsFor } from './witness';

/** That two routers of one priority take the same request. */
interface Tie {
  readonly one: Contender;
  readonly other: Contender;
  /** A request that both take, and none that is asked before them. */
  readonly witness: RouteQuestion;
  /** All of this priority that take it, these two among them. */
  readonly takers: readonly Contender[];
  /** Whether some router of the entry point looks at the address of the client. */
  readonly isClientAsked: boolean;
}

/**
 * Pairs of routers of the same priority on one entry point that take the same request, which no router takes that is asked before
 * them: which of them wins is not defined. Only where such a request was found and the evaluator says of both that they
 * take it. Copies of one router are no tie with each other.
 *
 * @see https://github.com/traefik/traefik/blob/v3.7/pkg/muxer/http/mux.go (routes.Less)
 */
export async function tiesIn(
  inventory: Inventory,
  arenas: readonly Arena[],
  outdone: Outdone,
  pace: Pace,
): Promise<readonly Tie[]> {
  const ties = new Map<string, Tie>();
  for (const arena of arenas) {
    const seek = async (one: Contender, others: readonly Contender[]): Promise<void> => {
      const [first] = others;
      const witness = first && (await witnessFor(one, first, arena, inventory, pace));
      if (witness === undefined) return;
      const isClientAsked = looksAtClient(arena);
      for (const other of others) {
        const key = [arena.protocol, ...[one.family, other.family].sort()].join('\n');
        if (!ties.has(key)) ties.set(key, { one, other, ...witness, isClientAsked });
      }
    };
    for (const level of levelsOf(arena, outdone)) {
      const groups = sameRules(level);
      for (const [first, ...others] of groups) {
        const rest = pace.step(0.5);
        if (rest !== undefined) await rest;
        const rivals = others.filter((other) => first !== undefined && areRivals(first, other));
        if (first !== undefined) await seek(first, rivals);
      }
      for (const [one, other] of pairsIn(groups.flatMap(([first]) => first ?? []))) {
        if (pace.isSpent) break;
        const rest = pace.step();
        if (rest !== undefined) await rest;
        if (areRivals(one, other)) await seek(one, [other]);
      }
    }
  }
  return [...ties.values()];
}

/** Not two copies of one router, and not two that nobody can change. */
function areRivals(one: Contender, other: Contender): boolean {
  return one.family !== other.family && !(one.isBuiltIn && other.isBuiltIn);
}

/** Groups of those whose rules say the same: one of each is compared with the others. */
function sameRules(level: readonly Contender[]): readonly (readonly Contender[])[] {
  const groups = new Map<string, Contender[]>();
  for (const contender of level) {
    const { syntax, text } = contender.shape.rule;
    const group = groups.get(`${syntax} ${text}`);
    if (group === undefined) groups.set(`${syntax} ${text}`, [contender]);
    else group.push(contender);
  }
  return [...groups.values()];
}

/** Those that have the same priority, where that is more than one; below a router of which nothing is known nothing is certain. */
function levelsOf({ contenders, unknown }: Arena, outdone: Outdone): readonly (readonly Contender[])[] {
  const levels = new Map<bigint, Contender[]>();
  for (const contender of contenders) {
    if (outdone.has(contender.router) || !isServed(contender)) continue;
    if (unknown !== undefined && unknown > contender.priority) continue;
    const level = levels.get(contender.priority);
    if (level === undefined) levels.set(contender.priority, [contender]);
    else level.push(contender);
  }
  return [...levels.values()].filter(({ length }) => length > 1);
}

/**
 * Pairs that may take the same request, as far as the hosts and paths that they name tell. Of two paths only the longer one
 * finds the shorter, so that both have to look.
 */
function* pairsIn(level: readonly Contender[]): Generator<readonly [Contender, Contender], undefined> {
  const index = placeIndex<Contender>();
  for (const contender of level) index.add(contender, contender.shape.places);
  const looked = new Set<Contender>();
  const order = new Map(level.map((contender, at) => [contender, at]));
  for (const [at, contender] of level.entries()) {
    const met = new Set<Contender>([contender]);
    for (const rivals of contender.shape.places.flatMap((place) => index.beside(place))) {
      for (const rival of rivals) {
        if (met.has(rival)) continue;
        met.add(rival);
        if (looked.has(rival) && finds(rival, contender)) continue;
        yield (order.get(rival) ?? 0) < at ? [rival, contender] : [contender, rival];
      }
    }
    looked.add(contender);
  }
  return undefined;
}

function finds({ shape: { places } }: Contender, other: Contender): boolean {
  return places.some((place) => other.shape.places.some((another) => isBeside(place, another)));
}

/** A request that both take and no router that is asked before them. */
async function witnessFor(
  one: Contender,
  other: Contender,
  arena: Arena,
  inventory: Inventory,
  pace: Pace,
): Promise<Pick<Tie, 'witness' | 'takers'> | undefined> {
  for (const way of one.shape.ways ?? []) {
    for (const otherWay of other.shape.ways ?? []) {
      const rest = pace.step();
      if (rest !== undefined) await rest;
      if (!mayMeet(way, otherWay)) continue;
      for (const question of requestsFor(way, otherWay, arena.arrival)) {
        if (pace.isSpent) return undefined;
        await pace.step(10);
        const seen = see(question, arena, inventory);
        if (seen === undefined || !takes(one, seen) || !takes(other, seen)) continue;
        if (tlsNote(inventory, question) !== undefined) continue;
        if ([one, other].some(({ router }) => behindHttps(inventory, question, router) !== undefined)) continue;
        const isFree = await isTakenByNoneAbove(one.priority, seen, arena, pace);
        if (isFree) return { witness: question, takers: await takersOf(one.priority, seen, arena, pace) };
      }
    }
  }
  return undefined;
}

function see(question: RouteQuestion, { server, effort }: Arena, inventory: Inventory): Seen | undefined {
  if (question.kind === 'tcp') return { ...seeConnection(question, server), effort };
  const seen = seeRequest(question, server, entryPointOf(inventory, question.entryPoint));
  return 'refused' in seen ? undefined : { ...seen, effort };
}

function takes({ shape }: Contender, seen: Seen): boolean {
  return decide(shape.rule, seen) === true;
}

/** Those of a priority that take a request. */
async function takersOf(priority: bigint, seen: Seen, arena: Arena, pace: Pace): Promise<readonly Contender[]> {
  const takers: Contender[] = [];
  for (const contender of arena.contenders) {
    if (contender.priority > priority) continue;
    if (contender.priority < priority) break;
    const rest = pace.step();
    if (rest !== undefined) await rest;
    if (isServed(contender) && takes(contender, seen)) takers.push(contender);
  }
  return takers;
}

/** Spares going through all routers of an entry point again for each tie on it. */
const clients = new WeakMap<Arena, boolean>();

function looksAtClient(arena: Arena): boolean {
  let known = clients.get(arena);
  if (known === undefined) {
    known = arena.contenders.some(({ shape }) =>
      shape.ways?.some((way) => way.some((literal) => subjectOf(literal) === 'client')),
    );
    clients.set(arena, known);
  }
  return known;
}

/** Whether none that is asked before takes the request, or may. */
async function isTakenByNoneAbove(priority: bigint, seen: Seen, arena: Arena, pace: Pace): Promise<boolean> {
  for (const contender of arena.contenders) {
    if (contender.priority <= priority) return true;
    const rest = pace.step();
    if (rest !== undefined) await rest;
    if (decide(contender.shape.rule, seen) !== false) return false;
  }
  return true;
}

/** Routers that a finding leads to. */
const MOST_LINKS = 20;

/** What to say of ties: one finding for a router with all that it ties with. A pair is told once, with the one of the two that ties with most. */
export function tieFindings(ties: readonly Tie[]): readonly Finding[] {
  const byRouter = new Map<Router, Tie[]>();
  for (const tie of ties) {
    for (const { router } of [tie.one, tie.other]) {
      const own = byRouter.get(router);
      if (own === undefined) byRouter.set(router, [tie]);
      else own.push(tie);
    }
  }
  const told = new Set<Tie>();
  const findings: Finding[] = [];
  for (const [router, own] of [...byRouter].sort(([, a], [, b]) => b.length - a.length)) {
    const fresh = own.filter((tie) => !told.has(tie));
    for (const tie of fresh) told.add(tie);
    const finding = findingFor(router, fresh);
    if (finding !== undefined) findings.push(finding);
  }
  return findings;
}

/** What request several routers match: more than the two that it was found for may. */
function matchedText(
  example: string,
  entryPoint: string | undefined,
  { takers }: Tie,
  router: Router,
  rivals: readonly Router[],
): string {
  const [rival] = rivals;
  const others = takers.flatMap(({ router: taker }) =>
    taker === router || taker === rival ? [] : [nameIn(taker.name)],
  );
  if (rivals.length === 1 && others.length === 0) {
    return entryPoint === undefined
      ? l10n.t('Both match {0}.', example)
      : l10n.t('On {0}, both match {1}.', entryPoint, example);
  }
  const names = enumerated([l10n.t('this router'), nameIn(rival?.name ?? ''), ...others]);
  return entryPoint === undefined
    ? l10n.t('{0} is matched by {1}.', example, names)
    : l10n.t('On {0}, {1} is matched by {2}.', entryPoint, example, names);
}

function findingFor(router: Router, ties: readonly Tie[]): Finding | undefined {
  const [first] = ties;
  if (first === undefined) return undefined;
  const rivals = ties.map(({ one, other }) => (one.router === router ? other.router : one.router));
  const { one, witness, isClientAsked } = first;
  const example = ruleIn(questionText(witness, isClientAsked));
  const { entryPoint } = witness;
  const isOnOthers = [router, ...rivals].some((each) => entryPointsOf(each).some((name) => name !== entryPoint));
  const where = isOnOthers ? nameIn(entryPoint) : undefined;
  const isOneProvider = rivals.every(({ provider }) => provider === router.provider);
  const open = isOneProvider
    ? l10n.t('Which one wins is undefined.')
    : l10n.t('Which one wins is undefined, unless providers.precedence is configured.');
  return {
    kind: 'tie',
    key: keyOf(router),
    about: nameIn(router.name),
    reason: [
      l10n.t('Same priority ({0}) as {1}.', String(one.priority), enumerated(rivals.map(({ name }) => nameIn(name)))),
      matchedText(example, where, first, router, rivals),
      open,
    ].join(' '),
    links: [
      { to: 'item', item: router },
      ...rivals.slice(0, MOST_LINKS).map((item) => ({ to: 'item', item, role: l10n.t('same priority') }) as const),
    ],
  };
}
