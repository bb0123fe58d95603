import type { Pauses } from '../base/async/pauses';
import { canOverlap, type RuleAlternativeInContext, ruleShapeOfRouter } from '../proxy/findings/ruleShape';
import { type SampleArrival, type SampleRequests, sampleRequests } from '../proxy/findings/sampleRequests';
import { type Inventory, itemOf } from '../proxy/model/inventory';
import { itemKeyOf } from '../proxy/model/itemRef';
import { entryPointsOf, type Item, isInternal, type Router } from '../proxy/model/model';
import type { RouteQuestion } from '../proxy/routing/routeAnswer';
import { type RoutingTable, routingTableOf } from '../proxy/routing/routingTable';
import { type ItemChanges, referrersBetween } from './changedItems';
import { outcomeDifference, type RequestMove, requestOutcome } from './requestOutcome';

/** Requests that move from one router to another, or get something else from the same one. */
export interface MovedRequests extends RequestMove {
  /** How many conditions the requests have to meet besides being on the entry point: the fewer, the more requests. */
  readonly conditions: number;
  /** How many more such requests were found, with other conditions. */
  readonly more: number;
}

/** The requests that move, and what is not known of them. */
interface FoundMoves {
  /** The widest first. */
  readonly moves: readonly MovedRequests[];
  /** Sentences. */
  readonly notes: readonly { readonly router: string; readonly why: string }[];
  /** Whether all were tried: a change may concern more than there is time for. */
  readonly isWhole: boolean;
}

/** The most requests that are tried for one alternative of a rule at one entry point. */
const mostTried = 6;
/** The most alternatives of one rule: a rule for two hundred hosts has as many. */
const mostAlternatives = 20;
/** The most requests that are tried in all: each is answered twice. */
const mostAnswered = 4_000;
/** The most alternatives that are looked at in all, alone and beside others. Only hostile files have as many. */
const mostLookedAt = 200_000;
/** The most entry points at which requests are tried: each sorts all routers. */
const mostEntryPoints = 50;
/** The most routers that an alternative is compared with. */
const mostRivals = 300;

/**
 * Finds requests that are treated in another way after a change, by requests that satisfy the rules of all routers that
 * change, or that use something that changes. Only requests whose outcomes are certain, before and after, count.
 *
 * @param pause frees the event loop, and ends the search with what it throws
 */
export async function movedRequests(
  before: Inventory,
  after: Inventory,
  changes: ItemChanges,
  pause: Pauses,
): Promise<FoundMoves> {
  const found = new Map<string, MovedRequests>();
  const notes = new Map<string, string>();
  const tried = new Set<string>();
  /** Whether there is time for more. */
  const tries = (samples: SampleRequests, alternative: RuleAlternativeInContext, router: Router): boolean => {
    for (let at = 0; at < Math.min(samples.count, mostTried); at++) {
      const question = withClient(samples.at(at), alternative);
      const key = JSON.stringify(question);
      if (tried.has(key)) continue;
      if (tried.size >= mostAnswered) return false;
      tried.add(key);
      const [one, other] = [requestOutcome(before, question), requestOutcome(after, question)];
      if (typeof one === 'string' || typeof other === 'string') {
        notes.set(router.name, typeof one === 'string' ? one : String(other));
        continue;
      }
      const differs = outcomeDifference(one, other);
      if (differs === undefined) continue;
      add({ question, before: one, after: other, differs }, alternative.length);
      break;
    }
    return true;
  };
  const add = (move: RequestMove, conditions: number): void => {
    const key = groupKey(move);
    const known = found.get(key);
    if (known === undefined) found.set(key, { ...move, conditions, more: 0 });
    else if (conditions < known.conditions) found.set(key, { ...move, conditions, more: known.more + 1 });
    else found.set(key, { ...known, more: known.more + 1 });
  };
  let [left, isWhole] = [mostLookedAt, true];
  const entryPoints = new Set<string>();
  const isTried = (entryPoint: string): boolean => {
    if (entryPoints.size < mostEntryPoints) entryPoints.add(entryPoint);
    else if (!entryPoints.has(entryPoint)) isWhole = false;
    return entryPoints.has(entryPoint);
  };
  const affected = affectedRouters(before, after, changes);
  const finished = (isAll: boolean): FoundMoves => ({
    moves: [...found.values()].sort((one, other) => one.conditions - other.conditions || other.more - one.more),
    notes: [...notes].map(([router, why]) => ({ router, why })),
    isWhole: isAll,
  });
  for (const { router, inventory } of affected) {
    const alternatives = alternativesOf(router, inventory);
    for (const arrival of arrivalsAt(router, isTried)) {
      for (const one of [before, after]) await tableFor(router, one).prepareOn(arrival.entryPoint, arrival.isTls);
      for (const alternative of alternatives) {
        if (--left < 0 || !tries(sampleRequests(alternative, [], arrival), alternative, router)) return finished(false);
        await pause();
      }
    }
  }
  // A router takes requests from others, and leaves requests to others, whose rules ask for more than its own.
  for (const { router, inventory } of affected) {
    const alternatives = alternativesOf(router, inventory);
    for (const arrival of arrivalsAt(router, isTried)) {
      for (const alternative of alternatives) {
        const rivals = rivalsOf(router, alternative, arrival, inventory);
        if (rivals.length > mostRivals) isWhole = false;
        for (const rival of rivals.slice(0, mostRivals)) {
          for (const other of alternativesOf(rival, inventory)) {
            if (--left < 0) return finished(false);
            if (!canOverlap(alternative, other)) continue;
            const both = [...alternative, ...other];
            if (!tries(sampleRequests(alternative, other, arrival), both, rival)) return finished(false);
          }
          await pause();
        }
      }
    }
  }
  return finished(isWhole);
}

/** The same for requests that one sentence describes. */
function groupKey({ before, after, differs }: RequestMove): string {
  const answer = [before, after].map(({ end }) => (end?.kind === 'answered' ? end.status : end?.kind));
  return JSON.stringify([before.router, after.router, differs, ...answer]);
}

interface AffectedRouter {
  readonly router: Router;
  readonly inventory: Inventory;
}

/** The routers that are others afterwards, or use something that is, in both inventories: the new ones first. */
function affectedRouters(before: Inventory, after: Inventory, changes: ItemChanges): readonly AffectedRouter[] {
  const referrersOf = referrersBetween(before, after, changes);
  const affected = new Map<string, Item>();
  for (const [key, one] of changes) {
    const item = one.after ?? one.before;
    if (item !== undefined) affected.set(key, item);
  }
  // A `Map` iterates over what is added meanwhile, too.
  for (const item of affected.values()) {
    for (const user of referrersOf(item)) {
      const key = itemKeyOf(user);
      if (!affected.has(key)) affected.set(key, user);
    }
  }
  return [after, before].flatMap((inventory) =>
    [...affected.values()].flatMap((item) => {
      const router = item.kind === 'routers' && item.protocol !== 'udp' ? itemOf(inventory, item) : undefined;
      return router?.kind === 'routers' && !isInternal(router) ? [{ router, inventory }] : [];
    }),
  );
}

/** The ways to satisfy the rule of a router. */
function alternativesOf(router: Router, inventory: Inventory): readonly RuleAlternativeInContext[] {
  return ruleShapeOfRouter(router, inventory)?.alternatives?.slice(0, mostAlternatives) ?? [];
}

function arrivalsAt(router: Router, isTried: (entryPoint: string) => boolean): readonly SampleArrival[] {
  const entryPoints = [...new Set(entryPointsOf(router))].filter(isTried);
  return entryPoints.map((entryPoint) => ({ entryPoint, isTls: router.tls !== undefined }));
}

function tableFor({ protocol }: Router, inventory: Inventory): RoutingTable {
  return routingTableOf(inventory, protocol === 'tcp' ? 'tcp' : 'http');
}

/** The other routers at an entry point that may take requests for an alternative, too. */
function rivalsOf(
  router: Router,
  alternative: RuleAlternativeInContext,
  { entryPoint, isTls }: SampleArrival,
  inventory: Inventory,
): readonly Router[] {
  const [host] = alternative.flatMap(({ matcher: { name, values }, isNegated }) =>
    !isNegated && name === 'Host' ? values : [],
  );
  const table = tableFor(router, inventory);
  const entries = host === undefined ? table.on(entryPoint, isTls) : table.onForHost(entryPoint, isTls, host);
  return entries.flatMap(({ router: one }) => (one === router || isInternal(one) ? [] : [one]));
}

/** The client's address only where a rule asks for it: others send the request from another one. */
function withClient(question: RouteQuestion, alternative: RuleAlternativeInContext): RouteQuestion {
  const isAsked = alternative.some(({ matcher }) => matcher.name === 'ClientIP');
  return isAsked ? question : { ...question, clientIp: undefined };
}
