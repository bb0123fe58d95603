import type { Steps } from '../../base/async/steps';
import { isBeside, type PlaceIndex, placeIndex } from './placeIndex';
import type { Competitor, RouterSet } from './routerSets';
import { isRouterServed, type ShadowedRouters } from './unreachableRouters';

/** Routers between two yields. */
const atOnce = 64;

/** Groups with equal rules: one router of each group is compared with the others. */
export function* withSameRules(level: readonly Competitor[]): Steps<readonly (readonly Competitor[])[]> {
  const groups = new Map<string, Competitor[]>();
  for (const [at, competitor] of level.entries()) {
    if (at % atOnce === 0) yield atOnce * 0.2;
    const { syntax, text } = competitor.shape.rule;
    const group = groups.get(`${syntax} ${text}`);
    if (group === undefined) groups.set(`${syntax} ${text}`, [competitor]);
    else group.push(competitor);
  }
  return [...groups.values()];
}

/** Groups of several routers with the same priority. Nothing is certain below a router whose matches are unknown. */
export function* withSamePriority(
  { competitors, unknown }: RouterSet,
  shadowed: ShadowedRouters,
): Steps<readonly (readonly Competitor[])[]> {
  const levels = new Map<bigint, Competitor[]>();
  for (const [at, competitor] of competitors.entries()) {
    if (at % atOnce === 0) yield atOnce * 0.1;
    if (shadowed.has(competitor.router) || !isRouterServed(competitor)) continue;
    if (unknown !== undefined && unknown > competitor.priority) continue;
    const level = levels.get(competitor.priority);
    if (level === undefined) levels.set(competitor.priority, [competitor]);
    else level.push(competitor);
  }
  return [...levels.values()].filter(({ length }) => length > 1);
}

/** The index that finds the rivals of a router among the routers of its level. */
interface RivalIndex {
  readonly places: PlaceIndex<Competitor>;
  readonly order: ReadonlyMap<Competitor, number>;
}

export function* indexOfRivals(level: readonly Competitor[]): Steps<RivalIndex> {
  const places = placeIndex<Competitor>();
  const order = new Map<Competitor, number>();
  for (const [at, competitor] of level.entries()) {
    if (at % atOnce === 0) yield atOnce * 0.4;
    places.add(competitor, competitor.shape.places);
    order.set(competitor, at);
  }
  return { places, order };
}

/**
 * Pairs that may match the same request, judged by their hosts and paths; undefined after some routers without a pair,
 * so that the caller can free the event loop. The lookup by the longer of two paths finds the shorter one, so both are
 * looked up.
 */
export function* rivalPairs(
  level: readonly Competitor[],
  { places, order }: RivalIndex,
): Generator<readonly [Competitor, Competitor] | undefined, undefined> {
  const looked = new Set<Competitor>();
  for (const [at, competitor] of level.entries()) {
    if (at % atOnce === 0) yield undefined;
    const met = new Set<Competitor>([competitor]);
    for (const rivals of competitor.shape.places.flatMap((place) => places.beside(place))) {
      for (const rival of rivals) {
        if (met.has(rival)) continue;
        met.add(rival);
        if (looked.has(rival) && finds(rival, competitor)) continue;
        yield (order.get(rival) ?? 0) < at ? [rival, competitor] : [competitor, rival];
      }
    }
    looked.add(competitor);
  }
  return undefined;
}

/** The cost, in steps, of the routers between two undefined pairs. */
export const stepsBetweenPairs = atOnce * 0.4;

function finds({ shape: { places } }: Competitor, other: Competitor): boolean {
  return places.some((place) => other.shape.places.some((another) => isBeside(place, another)));
}
