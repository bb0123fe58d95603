import { isBeside, placeIndex } from './placeIndex';
import type { Competitor, RouterSet } from './routerSets';
import { isRouterServed, type ShadowedRouters } from './unreachableRouters';

/** Groups with equal rules: one router of each group is compared with the others. */
export function withSameRules(level: readonly Competitor[]): readonly (readonly Competitor[])[] {
  const groups = new Map<string, Competitor[]>();
  for (const competitor of level) {
    const { syntax, text } = competitor.shape.rule;
    const group = groups.get(`${syntax} ${text}`);
    if (group === undefined) groups.set(`${syntax} ${text}`, [competitor]);
    else group.push(competitor);
  }
  return [...groups.values()];
}

/** Groups of several routers with the same priority. Nothing is certain below a router whose matches are unknown. */
export function withSamePriority(
  { competitors, unknown }: RouterSet,
  shadowed: ShadowedRouters,
): readonly (readonly Competitor[])[] {
  const levels = new Map<bigint, Competitor[]>();
  for (const competitor of competitors) {
    if (shadowed.has(competitor.router) || !isRouterServed(competitor)) continue;
    if (unknown !== undefined && unknown > competitor.priority) continue;
    const level = levels.get(competitor.priority);
    if (level === undefined) levels.set(competitor.priority, [competitor]);
    else level.push(competitor);
  }
  return [...levels.values()].filter(({ length }) => length > 1);
}

/**
 * Finds the rivals of each router of a level: those that may match the same request, judged by their hosts and paths.
 * Called with the routers in their order, each pair comes once. The lookup by the longer of two paths finds the shorter
 * one, so both are looked up.
 */
export function rivalsAmong(
  level: readonly Competitor[],
): (competitor: Competitor) => readonly (readonly [Competitor, Competitor])[] {
  const places = placeIndex<Competitor>();
  const order = new Map<Competitor, number>();
  for (const [at, competitor] of level.entries()) {
    places.add(competitor, competitor.shape.places);
    order.set(competitor, at);
  }
  const looked = new Set<Competitor>();
  return (competitor) => {
    const at = order.get(competitor) ?? 0;
    const met = new Set<Competitor>([competitor]);
    const pairs: (readonly [Competitor, Competitor])[] = [];
    for (const rivals of competitor.shape.places.flatMap((place) => places.beside(place))) {
      for (const rival of rivals) {
        if (met.has(rival)) continue;
        met.add(rival);
        if (looked.has(rival) && finds(rival, competitor)) continue;
        pairs.push((order.get(rival) ?? 0) < at ? [rival, competitor] : [competitor, rival]);
      }
    }
    looked.add(competitor);
    return pairs;
  };
}

function finds({ shape: { places } }: Competitor, other: Competitor): boolean {
  return places.some((place) => other.shape.places.some((another) => isBeside(place, another)));
}
