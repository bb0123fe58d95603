import { isDeepStrictEqual } from 'node:util';
import { addToList } from '../../base/lists/addToList';
import { computedOnce, type Inventory, isKnownWhole } from './inventory';
import type { EntryPoint, Router } from './model';
import { qualifiedName } from './references';

/** A router that Traefik made from another one, for one of its entry points. */
interface Copy {
  /** The name of the original router, with its provider. A router with that name is not necessarily listed. */
  readonly of: string;
  /** The entry point that it was made for. */
  readonly entryPoint: string;
  /** Whether it was made because routers on the entry point require different TLS options for the same host. */
  readonly conflicted: boolean;
}

/**
 * The router that a router is a copy of. Undefined for configured routers, and if it is not certain.
 *
 * An entry point with settings for its routers (`hasModel`) gets a copy of every HTTP router that is also on others,
 * with its middlewares first; routers whose TLS options conflict become copies, too
 * (docs/traefik.md, "Copies for entry points"), where the name may be that of a copy already. Users name routers the
 * same way, so the rest must fit as well: another router must have the same content, or Traefik must have reported why.
 *
 * @see https://github.com/traefik/traefik/blob/v3.7/pkg/server/aggregator.go (applyModel, resolveHTTPTLSOptions)
 */
export function originalOfCopy(router: Router, inventory: Inventory): Copy | undefined {
  return router.protocol === 'http' ? copiesIn(inventory).byName.get(router.name) : undefined;
}

/** The certain copies that Traefik made of the router with this name. The original may not be listed. */
export function copiesOfRouter(name: string, inventory: Inventory): readonly Router[] {
  return copiesIn(inventory).byOriginal.get(name) ?? [];
}

type EntryPoints = ReadonlyMap<string, EntryPoint>;

interface Copies {
  readonly byName: ReadonlyMap<string, Copy>;
  readonly byOriginal: ReadonlyMap<string, readonly Router[]>;
}

const copiesIn = computedOnce(({ groups: { http }, entryPoints }): Copies => {
  return isKnownWhole(http.routers) && isKnownWhole(entryPoints)
    ? findCopies(http.routers.items, entryPoints.items)
    : { byName: new Map(), byOriginal: new Map() };
});

/** A router with a name like that of a copy. */
interface Candidate {
  readonly router: Router;
  readonly entryPoint: EntryPoint;
  /** Its name without the marker of a conflict. */
  readonly name: string;
  readonly conflicted: boolean;
  /** The name of the router that it would be a copy of, if its entry point makes copies. */
  readonly origin?: string;
}

function findCopies(routers: ReadonlyMap<string, Router>, entryPoints: EntryPoints): Copies {
  const candidates = findCandidates(routers, entryPoints);
  /** The candidates with the same original, by its name. */
  const families = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    addToList(families, candidate.origin ?? candidate.name, candidate);
  }
  const isCopy = (candidate: Candidate, origin: string): boolean => {
    const plain = routers.get(origin);
    return (
      (plain !== undefined && isLeftOver(plain, entryPoints) && saysTheSame(candidate, { router: plain })) ||
      (families.get(origin) ?? []).some(
        (other) => other.entryPoint !== candidate.entryPoint && saysTheSame(candidate, other),
      )
    );
  };
  const byName = new Map<string, Copy>();
  const byOriginal = new Map<string, Router[]>();
  for (const candidate of candidates) {
    const { router, entryPoint, name, conflicted, origin } = candidate;
    const isOfOrigin = origin !== undefined && isCopy(candidate, origin);
    if (!isOfOrigin && !conflicted) continue;
    const of = isOfOrigin ? origin : name;
    byName.set(router.name, { of, entryPoint: entryPoint.name, conflicted });
    addToList(byOriginal, of, router);
  }
  return { byName, byOriginal };
}

function findCandidates(routers: ReadonlyMap<string, Router>, entryPoints: EntryPoints): readonly Candidate[] {
  const candidates: Candidate[] = [];
  const conflicts = entryPointsInConflict(routers, entryPoints);
  for (const router of routers.values()) {
    const entryPoint = onlyEntryPoint(router, entryPoints);
    if (entryPoint === undefined || !router.name.startsWith(`${entryPoint.name}-`)) continue;
    const conflicted = conflicts.has(entryPoint.name) && router.name.startsWith(conflictPrefix(entryPoint));
    const name = conflicted ? router.name.slice(conflictPrefix(entryPoint).length) : router.name;
    const isCopyByName = entryPoint.hasModel && name.startsWith(`${entryPoint.name}-`);
    if (isCopyByName) {
      candidates.push({ router, entryPoint, name, conflicted, origin: name.slice(entryPoint.name.length + 1) });
    } else if (conflicted) candidates.push({ router, entryPoint, name, conflicted });
  }
  return candidates;
}

/** A copy is on its entry point alone. A nested router is on none. */
function onlyEntryPoint({ entryPoints: own = [] }: Router, entryPoints: EntryPoints): EntryPoint | undefined {
  const [name, ...others] = own;
  return name === undefined || others.length > 0 ? undefined : entryPoints.get(name);
}

function conflictPrefix({ name }: EntryPoint): string {
  return `${name}-conflicted-`;
}

/** Among the routers in a conflict, those that lose their options report it: at least one. */
function entryPointsInConflict(routers: ReadonlyMap<string, Router>, entryPoints: EntryPoints): ReadonlySet<string> {
  const conflicts = new Set<string>();
  for (const router of routers.values()) {
    if (!router.errors.some((error) => conflict.test(error))) continue;
    const entryPoint = onlyEntryPoint(router, entryPoints);
    if (entryPoint !== undefined && router.name.startsWith(conflictPrefix(entryPoint))) conflicts.add(entryPoint.name);
  }
  return conflicts;
}

const conflict = /TLSOptions configuration is conflicting/;

/** Whether a router may be the rest of a copied one: it has lost all entry points that make copies. */
function isLeftOver({ entryPoints: own = [] }: Router, entryPoints: EntryPoints): boolean {
  return own.length > 0 && !own.some((name) => entryPoints.get(name)?.hasModel === true);
}

/** A router, and the entry point that may have added settings to it. */
type Placed = Pick<Candidate, 'router'> & Partial<Pick<Candidate, 'entryPoint'>>;

/** Whether two routers are the same without the settings that their entry points added. */
function saysTheSame(one: Placed, other: Placed): boolean {
  const [a, b] = [one.router, other.router];
  return (
    a.rule === b.rule &&
    a.service === b.service &&
    a.priority === b.priority &&
    a.ruleSyntax === b.ruleSyntax &&
    isSameTls(one, other) &&
    isSameList(ownMiddlewares(one), ownMiddlewares(other))
  );
}

/** TLS comes either from the router, and is then the same for all, or from the entry point. */
function isSameTls(one: Placed, other: Placed): boolean {
  return (
    (hasTlsOfEntryPoint(one) && hasTlsOfEntryPoint(other)) ||
    (one.router.tls !== undefined &&
      other.router.tls !== undefined &&
      isDeepStrictEqual(knownOf(one.router.tls), knownOf(other.router.tls)))
  );
}

/** Only fields of a known depth: the others may be nested too deeply to compare. */
function knownOf({ options, certResolver, passthrough, domains = [] }: NonNullable<Router['tls']>): object {
  return { options, certResolver, passthrough, domains: domains.map(({ main, sans }) => [main, sans]) };
}

function hasTlsOfEntryPoint({ router, entryPoint }: Placed): boolean {
  return (router.tls !== undefined) === (entryPoint?.hasTls ?? false);
}

/** The middlewares without those that the entry point adds first. Undefined if these are missing. */
function ownMiddlewares({ router, entryPoint }: Placed): readonly string[] | undefined {
  const provider = router.name.split('@', 2)[1];
  const all = (router.middlewares ?? []).map((name) => qualifiedName(name, provider));
  const added = (entryPoint?.middlewares ?? []).map((name) => qualifiedName(name, provider));
  return isSameList(all.slice(0, added.length), added) ? all.slice(added.length) : undefined;
}

function isSameList(one: readonly string[] | undefined, other: readonly string[] | undefined): boolean {
  return one !== undefined && one.length === other?.length && one.every((each, index) => each === other[index]);
}
