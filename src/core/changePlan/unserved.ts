import type { Pauses } from '../base/async/pauses';
import type { ConfigProblem } from '../config/model/configProblem';
import { ruleShapeOfRouter } from '../proxy/findings/ruleShape';
import { type Inventory, listedRouters } from '../proxy/model/inventory';
import { isInternal, type Router } from '../proxy/model/model';
import { requiredHosts, routingTableOf } from '../proxy/routing/routingTable';
import type { ItemChanges } from './changedItems';
import type { SilencedRouter } from './explainedMoves';

/**
 * The routers that a change disables.
 *
 * @param problems those of the new text
 */
export function silencedRouters(changes: ItemChanges, problems: readonly ConfigProblem[]): readonly SilencedRouter[] {
  const reasons = new Map<string, string>();
  for (const { severity, about, message } of problems) {
    if (severity !== 'error' || about?.kind !== 'object' || about.type !== 'router') continue;
    const key = `${about.protocol} ${about.name}`;
    if (!reasons.has(key)) reasons.set(key, message);
  }
  return [...changes.values()].flatMap(({ before: former, after: item }) => {
    const isSilenced = item?.kind === 'routers' && !isServed(item) && former !== undefined && isServed(former);
    return isSilenced ? [{ name: item.name, why: reasons.get(`${item.protocol} ${item.name}`) }] : [];
  });
}

/**
 * The hosts of routers that were served, for which no served router is left: none names them, and none takes any host.
 *
 * @param pause frees the event loop, and ends the search with what it throws
 */
export async function unansweredHosts(
  before: Inventory,
  after: Inventory,
  changes: ItemChanges,
  pause: Pauses,
): Promise<readonly string[]> {
  const candidates = new Set<string>();
  for (const { before: item } of changes.values()) {
    if (item?.kind !== 'routers' || item.protocol !== 'http' || !isServed(item)) continue;
    for (const host of hostsOf(item, before).named) candidates.add(host);
    await pause();
  }
  for (const router of listedRouters(after, 'http')) {
    if (candidates.size === 0) break;
    if (!isServed(router) || isInternal(router)) continue;
    const { named, isAny } = hostsOf(router, after);
    if (isAny) return [];
    for (const host of named) candidates.delete(host);
    await pause();
  }
  return [...candidates].sort();
}

function isServed({ status }: Pick<Router, 'status'>): boolean {
  return status !== 'disabled';
}

/** The hosts that a rule requires; `isAny` if it may also take others. */
function hostsOf(router: Router, inventory: Inventory): { named: readonly string[]; isAny: boolean } {
  const required = requiredHosts(routingTableOf(inventory, 'http').entryOf(router).rule);
  if (required !== undefined) return { named: required, isAny: false };
  const shape = ruleShapeOfRouter(router, inventory);
  if (shape === undefined) return { named: [], isAny: false };
  const { alternatives, places } = shape;
  const named = places.flatMap(({ host }) => host ?? []);
  return { named, isAny: alternatives === undefined || named.length < places.length };
}
