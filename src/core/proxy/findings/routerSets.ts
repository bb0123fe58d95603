import { type Inventory, inventoryGroupOf, isKnownWhole } from '../model/inventory';
import { entryPointsOf, isInternal, type Router } from '../model/model';
import { originalOfCopy } from '../model/originalOfCopy';
import { byPriority, effectivePriorityOf as sortedBy } from '../routing/routingTable';
import { neededOf } from '../routing/uncertainty';
import type { PatternEffort } from '../rules/normalizedRequest';
import { routerPriorityOf } from '../rules/priority';
import { readRule } from '../rules/readRule';
import type { Rule } from '../rules/rule';
import { ruleSyntaxOf, type ServerTraits, serverTraitsOf } from '../rules/serverTraits';
import { hasAll, type RequiredPlace, type RuleShape, ruleShapeOf } from './ruleShape';
import type { SampleArrival } from './sampleRequests';

/** A router that competes with others for the requests at an entry point. */
export interface Competitor {
  readonly router: Router;
  readonly priority: bigint;
  readonly shape: RuleShape;
  /** The name of the configured router, shared by its copies for several entry points. */
  readonly family: string;
  /** Whether only Traefik can change it. */
  readonly isBuiltIn: boolean;
}

/** All routers that compete for the requests at one entry point with TLS, or without. */
export interface RouterSet {
  readonly arrival: SampleArrival;
  readonly protocol: 'http' | 'tcp';
  readonly server: ServerTraits;
  /** The effort left for regular expressions in all router sets. */
  readonly effort: PatternEffort;
  /** By descending priority. */
  readonly competitors: readonly Competitor[];
  /** The highest priority among routers whose matches are unknown. */
  readonly unknown: bigint | undefined;
  /** Finds competitors, once they were added to it in their order: its lists are by descending priority. */
  readonly index: PlaceIndex;
}

/** A router set while it is filled. */
interface Gathering {
  readonly protocol: RouterSet['protocol'];
  readonly arrival: SampleArrival;
  readonly competitors: Competitor[];
  unknown: bigint | undefined;
}

/**
 * Collects the routers of an inventory in router sets. Left out are nested routers, which do not compete here, disabled
 * ones, those whose rule cannot be read or is too long to compare, and all of a protocol whose routers were not read
 * completely.
 *
 * @param literals how many the rules may have in all. If `left` is negative afterwards, the rest is not compared.
 */
export function openRouterSets(
  inventory: Inventory,
  effort: PatternEffort,
  literals: { left: number },
): { add(router: Router): void; finish(): readonly RouterSet[] } {
  const server = serverTraitsOf(inventory);
  const gatherings = new Map<string, Gathering>();
  const isWhole = {
    http: isKnownWhole(inventoryGroupOf(inventory, 'http', 'routers')),
    tcp: isKnownWhole(inventoryGroupOf(inventory, 'tcp', 'routers')),
  };
  return {
    add(router) {
      const { protocol } = router;
      if (protocol === 'udp' || !isWhole[protocol]) return;
      if (router.status === 'disabled' || (router.parentRefs ?? []).length > 0) return;
      const priority = sortedBy(router);
      const competitor = contenderOf(router, protocol, priority, server, effort, literals, inventory);
      const isTls = router.tls !== undefined;
      for (const entryPoint of new Set(entryPointsOf(router))) {
        const key = `${protocol} ${isTls} ${entryPoint}`;
        const arrival = { entryPoint, isTls };
        const gathering = gatherings.get(key) ?? { protocol, arrival, competitors: [], unknown: undefined };
        gatherings.set(key, gathering);
        if (competitor !== undefined) gathering.competitors.push(competitor);
        else if (gathering.unknown === undefined || priority > gathering.unknown) gathering.unknown = priority;
      }
    },
    finish: () =>
      [...gatherings.values()].map((gathering) => ({
        ...gathering,
        server,
        effort,
        competitors: gathering.competitors.sort(byPriority),
        index: placeIndex(),
      })),
  };
}

function contenderOf(
  router: Router,
  protocol: RouterSet['protocol'],
  priority: bigint,
  server: ServerTraits,
  effort: PatternEffort,
  literals: { left: number },
  inventory: Inventory,
): Competitor | undefined {
  if (neededOf(router).length > 0) return undefined;
  // Before 2.7, TCP routers have no priority.
  if (routerPriorityOf(router, inventory.version) === undefined) return undefined;
  const syntax = ruleSyntaxOf(router, inventory);
  const rule = readRule(router.rule ?? '', { protocol, syntax });
  if (rule.kind !== 'rule') return undefined;
  return {
    router,
    priority,
    shape: literals.left < 0 ? uncompared(rule) : shapeWithin(literals, ruleShapeOf(rule, server, effort)),
    family: originalOfCopy(router, inventory)?.of ?? router.name,
    isBuiltIn: isInternal(router),
  };
}

/** A shape whose alternatives are too many. */
function uncompared(rule: Rule): RuleShape {
  return { rule, alternatives: undefined, contradictions: [], places: [] };
}

function shapeWithin(literals: { left: number }, shape: RuleShape): RuleShape {
  for (const { length } of shape.alternatives ?? []) literals.left -= length;
  return literals.left < 0 ? uncompared(shape.rule) : shape;
}

/** Finds candidates for the same requests by host and path, so that not every pair has to be compared. */
interface PlaceIndex {
  add(competitor: Competitor): void;
  /**
   * Lists of competitors in the order of adding, which together contain all with a place that may cover this one: the
   * same host or none, a path that is a prefix of this one or none, and only needs that this place checks, too. A
   * competitor may be in several lists.
   */
  holding(place: RequiredPlace): readonly (readonly Competitor[])[];
  /** Lists that together contain all competitors with a place that `isBeside` this one. */
  beside(place: RequiredPlace): readonly (readonly Competitor[])[];
}

/** Whether two hosts are equal or one is missing, and the path of one starts with that of the other, if any. */
export function isBeside(place: RequiredPlace, other: RequiredPlace): boolean {
  const isSameHost = place.host === undefined || other.host === undefined || place.host === other.host;
  const path = keyOf(other);
  return isSameHost && (path === undefined || (place.path ?? '').startsWith(path));
}

/** Competitors with the same needs. */
interface Bucket {
  readonly needs: RequiredPlace['needs'];
  readonly competitors: Competitor[];
}
/** By path. The needs of a path are few. */
type Buckets = Map<string | undefined, Bucket[]>;

/** UTF-16 units of a path. A competitor with a longer path counts as having none. */
const longestPath = 500;

export function placeIndex(): PlaceIndex {
  const added: Competitor[] = [];
  const byHost = new Map<string | undefined, Buckets>();
  /** Only needed for a place without a host. */
  const ofAnyHost: Buckets = new Map();
  let countOfAnyHost = 0;

  const around = ({ host, path }: RequiredPlace): readonly Bucket[] => [
    ...bucketsAt(byHost.get(host), path),
    ...(host === undefined ? [] : bucketsAt(byHost.get(undefined), path)),
  ];
  const aroundAnyHost = (path: string | undefined): readonly Bucket[] => {
    for (const competitor of added.slice(countOfAnyHost)) {
      for (const place of competitor.shape.places) append(ofAnyHost, place, competitor);
    }
    countOfAnyHost = added.length;
    return bucketsAt(ofAnyHost, path);
  };

  return {
    add(competitor) {
      added.push(competitor);
      for (const place of competitor.shape.places) {
        const buckets: Buckets = byHost.get(place.host) ?? new Map();
        if (buckets.size === 0) byHost.set(place.host, buckets);
        append(buckets, place, competitor);
      }
    },
    holding: (place) =>
      around(place).flatMap(({ needs, competitors }) => (hasAll(place.looksAt, needs) ? [competitors] : [])),
    beside: (place) =>
      (place.host === undefined ? aroundAnyHost(place.path) : around(place)).map(({ competitors }) => competitors),
  };
}

/** Adds a competitor with the same place twice only once. */
function append(buckets: Buckets, place: RequiredPlace, competitor: Competitor): void {
  const { needs } = place;
  const key = keyOf(place);
  const ofPath = buckets.get(key);
  const bucket = ofPath?.find((one) => one.needs === needs);
  if (bucket === undefined) {
    const made = { needs, competitors: [competitor] };
    if (ofPath === undefined) buckets.set(key, [made]);
    else ofPath.push(made);
  } else if (bucket.competitors.at(-1) !== competitor) bucket.competitors.push(competitor);
}

function keyOf({ path }: RequiredPlace): string | undefined {
  return path === undefined || path.length > longestPath ? undefined : path;
}

/** The buckets of all prefixes of the path. */
function bucketsAt(buckets: Buckets | undefined, path: string | undefined): readonly Bucket[] {
  if (buckets === undefined) return [];
  const found: Bucket[] = [];
  const most = Math.min(path?.length ?? 0, longestPath);
  for (let length = 1; length <= most; length++) found.push(...(buckets.get(path?.slice(0, length)) ?? []));
  found.push(...(buckets.get(undefined) ?? []));
  return found;
}
