import { type Inventory, inventoryGroupOf, isKnownWhole } from '../model/inventory';
import { entryPointsOf, isInternal, type Router } from '../model/model';
import { originalOfCopy } from '../model/originalOfCopy';
import { effectivePriorityOf as sortedBy } from '../routing/routingTable';
import type { PatternEffort } from '../rules/normalizedRequest';
import { routerPriorityOf } from '../rules/priority';
import { readRule } from '../rules/readRule';
import { ruleSyntaxOf, type ServerTraits, serverTraitsOf } from '../rules/serverTraits';
import { type RequiredPlace, type RuleShape, ruleShapeOf } from './ruleShape';
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
  /** Finds competitors; its lists are by descending priority. */
  readonly index: PlaceIndex<Competitor>;
}

/** Fields that are necessary to determine what a router matches. */
const needed: readonly string[] = ['rule', 'ruleSyntax', 'priority', 'tls', 'entryPoints', 'using', 'parentRefs'];

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
 */
export function openRouterSets(
  inventory: Inventory,
  effort: PatternEffort,
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
      const competitor = contenderOf(router, protocol, priority, server, effort, inventory);
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
    finish: () => [...gatherings.values()].map((gathering) => routerSetOf({ ...gathering, server, effort })),
  };
}

function contenderOf(
  router: Router,
  protocol: RouterSet['protocol'],
  priority: bigint,
  server: ServerTraits,
  effort: PatternEffort,
  inventory: Inventory,
): Competitor | undefined {
  if (router.unread.some((field) => needed.includes(field))) return undefined;
  // Before 2.7, TCP routers have no priority.
  if (routerPriorityOf(router, inventory.version) === undefined) return undefined;
  const syntax = server.major === 2 ? 'v2' : ruleSyntaxOf(router, inventory);
  const rule = readRule(router.rule ?? '', { protocol, syntax });
  if (rule.kind !== 'rule') return undefined;
  return {
    router,
    priority,
    shape: ruleShapeOf(rule, server, effort),
    family: originalOfCopy(router, inventory)?.of ?? router.name,
    isBuiltIn: isInternal(router),
  };
}

function routerSetOf(facts: Omit<RouterSet, 'index'>): RouterSet {
  const competitors = facts.competitors.toSorted(byPriority);
  const index = placeIndex<Competitor>();
  for (const competitor of competitors) index.add(competitor, competitor.shape.places);
  return { ...facts, competitors, index };
}

function byPriority({ priority: one }: Competitor, { priority: other }: Competitor): number {
  return one === other ? 0 : one > other ? -1 : 1;
}

/** Finds candidates for the same requests by host and path, so that not every pair has to be compared. */
interface PlaceIndex<T> {
  add(entry: T, places: readonly RequiredPlace[]): void;
  /**
   * Lists of entries in the order of adding, which together contain all entries with a place that may cover this one:
   * the same host or none, a path that is a prefix of this one or none, and only needs that this place checks, too. An
   * entry may be in several lists.
   */
  holding(place: RequiredPlace): readonly (readonly T[])[];
  /** Lists that together contain all entries with a place that `isBeside` this one. */
  beside(place: RequiredPlace): readonly (readonly T[])[];
}

/** Whether two hosts are equal or one is missing, and the path of one starts with that of the other, if any. */
export function isBeside(place: RequiredPlace, other: RequiredPlace): boolean {
  const isSameHost = place.host === undefined || other.host === undefined || place.host === other.host;
  const path = keyOf(other);
  return isSameHost && (path === undefined || (place.path ?? '').startsWith(path));
}

/** Entries with the same needs. */
interface Bucket<T> {
  readonly needs: RequiredPlace['needs'];
  readonly entries: T[];
}
/** By path, then by needs. */
type Buckets<T> = Map<string | undefined, Map<string, Bucket<T>>>;

/** UTF-16 units of a path. An entry with a longer path counts as having none. */
const longestPath = 500;

export function placeIndex<T>(): PlaceIndex<T> {
  const byHost = new Map<string | undefined, Buckets<T>>();
  const ofAnyHost: Buckets<T> = new Map();

  const around = ({ host, path }: RequiredPlace): readonly Bucket<T>[] =>
    [...new Set([host, undefined])].flatMap((each) => bucketsAt(byHost.get(each), path));

  return {
    add(entry, places) {
      for (const place of places) {
        const buckets: Buckets<T> = byHost.get(place.host) ?? new Map();
        byHost.set(place.host, buckets);
        append(buckets, place, entry);
        append(ofAnyHost, place, entry);
      }
    },
    holding: (place) =>
      around(place).flatMap(({ needs, entries }) =>
        needs.every((subject) => place.looksAt.has(subject)) ? [entries] : [],
      ),
    beside: (place) =>
      (place.host === undefined ? bucketsAt(ofAnyHost, place.path) : around(place)).map(({ entries }) => entries),
  };
}

/** Adds an entry with the same place twice only once. */
function append<T>(buckets: Buckets<T>, place: RequiredPlace, entry: T): void {
  const { needs } = place;
  const key = keyOf(place);
  const ofPath = buckets.get(key) ?? new Map<string, Bucket<T>>();
  buckets.set(key, ofPath);
  const bucket = ofPath.get(needs.join());
  if (bucket === undefined) ofPath.set(needs.join(), { needs, entries: [entry] });
  else if (bucket.entries.at(-1) !== entry) bucket.entries.push(entry);
}

function keyOf({ path }: RequiredPlace): string | undefined {
  return path === undefined || path.length > longestPath ? undefined : path;
}

/** The buckets of all prefixes of the path. */
function bucketsAt<T>(buckets: Buckets<T> | undefined, path: string | undefined): readonly Bucket<T>[] {
  if (buckets === undefined) return [];
  const found: Bucket<T>[] = [];
  const most = Math.min(path?.length ?? 0, longestPath);
  for (let length = 1; length <= most; length++) found.push(...(buckets.get(path?.slice(0, length))?.values() ?? []));
  found.push(...(buckets.get(undefined)?.values() ?? []));
  return found;
}
