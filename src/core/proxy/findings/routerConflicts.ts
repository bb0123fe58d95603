import * as l10n from '@vscode/l10n';
import { itemKeyOf } from '../model/itemRef';
import { entryPointsOf, type Router } from '../model/model';
import type { RouteQuestion } from '../routing/routeAnswer';
import type { ServerTraits } from '../rules/serverTraits';
import { enumeratedNames, enumeratedTexts, type Finding, quotedName, quotedRule } from './finding';
import { type Competitor, isBeside, placeIndex, type RouterSet } from './routerSets';
import { sampleRequestText } from './sampleRequests';
import { isRouterServed, type ShadowedRouters } from './unreachableRouters';

/** Two routers of the same priority that match the same request. */
export interface Tie {
  readonly one: Competitor;
  readonly other: Competitor;
  /** A request that both match, but no router with a higher priority. */
  readonly sample: RouteQuestion;
  /** All routers of this priority that match it, including these two. */
  readonly takers: readonly Competitor[];
  /** Whether a router of the entry point checks the client's address. */
  readonly isClientAsked: boolean;
}

/** The most routers that a finding links to. */
const mostLinks = 20;

/** All ties by router. A pair is listed once, with the router that has the most ties. */
export function tiesByRouter(ties: readonly Tie[]): readonly (readonly [Router, readonly Tie[]])[] {
  const byRouter = new Map<Router, Tie[]>();
  for (const tie of ties) {
    for (const { router } of [tie.one, tie.other]) {
      const own = byRouter.get(router);
      if (own === undefined) byRouter.set(router, [tie]);
      else own.push(tie);
    }
  }
  const listed = new Set<Tie>();
  return [...byRouter]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([router, own]) => {
      const fresh = own.filter((tie) => !listed.has(tie));
      for (const tie of fresh) listed.add(tie);
      return [router, fresh] as const;
    });
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
  const others = takers.flatMap(({ router: taker }) => (taker === router || taker === rival ? [] : [taker.name]));
  if (rivals.length === 1 && others.length === 0) {
    return entryPoint === undefined
      ? l10n.t('Both match {0}.', example)
      : l10n.t('On {0}, both match {1}.', entryPoint, example);
  }
  const names = enumeratedTexts([undefined, rival?.name ?? '', ...others], (name) =>
    name === undefined ? l10n.t('this router') : quotedName(name),
  );
  return entryPoint === undefined
    ? l10n.t('{0} is matched by {1}.', example, names)
    : l10n.t('On {0}, {1} is matched by {2}.', entryPoint, example, names);
}

/** The finding about a router with all its ties; undefined if it has none. */
export function tieFinding(
  router: Router,
  conflicts: readonly Tie[],
  { hasProviderOrder }: ServerTraits,
): Finding | undefined {
  const [first] = conflicts;
  if (first === undefined) return undefined;
  const rivals = conflicts.map(({ one, other }) => (one.router === router ? other.router : one.router));
  const { one, sample, isClientAsked } = first;
  const example = quotedRule(sampleRequestText(sample, isClientAsked));
  const { entryPoint } = sample;
  const isOnOthers = [router, ...rivals].some((each) => entryPointsOf(each).some((name) => name !== entryPoint));
  const where = isOnOthers ? quotedName(entryPoint) : undefined;
  const isOneProvider = rivals.every(({ provider }) => provider === router.provider);
  const open =
    isOneProvider || hasProviderOrder === false
      ? l10n.t('Which one wins is undefined.')
      : l10n.t('Which one wins is undefined, unless providers.precedence is configured.');
  return {
    kind: 'tie',
    key: itemKeyOf(router),
    about: quotedName(router.name),
    evidence: [String(one.priority), ...[router, ...rivals].map(({ rule }) => rule ?? '')],
    reason: [
      l10n.t('Same priority ({0}) as {1}.', String(one.priority), enumeratedNames(rivals.map(({ name }) => name))),
      matchedText(example, where, first, router, rivals),
      open,
    ].join(' '),
    links: [
      { to: 'item', item: router },
      ...rivals.slice(0, mostLinks).map((item) => ({ to: 'item', item, role: l10n.t('same priority') }) as const),
    ],
  };
}

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
  const places = placeIndex();
  const order = new Map<Competitor, number>();
  for (const [at, competitor] of level.entries()) {
    places.add(competitor);
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
