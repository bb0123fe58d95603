import { type Inventory, type InventoryGroups, itemsIn } from '../model/inventory';
import type { Router } from '../model/model';
import { hasChange, majorOf, type TraefikVersionChange, versionChanges } from '../model/versions';
import type { RuleSyntax } from './rule';

/** What of a Traefik's version matters to which router takes a request. */
export interface ServerTraits {
  readonly major: 2 | 3;
  /** Whether `*.a.test` in a Host means any first label. Undefined where the version is not told. */
  readonly hasWildcards: boolean | undefined;
  /** Whether ``Host(`*`)`` means every host. Undefined where the version is not told. */
  readonly isStarEveryHost: boolean | undefined;
  /** Whether an order of providers decides between routers of the same priority. Undefined where the version is not told. */
  readonly hasProviderOrder: boolean | undefined;
  /** Whether it does not clean and decode paths as newer versions do. */
  readonly isOldWithPaths: boolean;
  /** Whether its TCP routers have no priorities. */
  readonly isOldWithTcp: boolean;
  /** Whether it removes `X_Forwarded_Proto` as it does `X-Forwarded-Proto`. Undefined where the version is not told. */
  readonly removesUnderscored: boolean | undefined;
}

/** Works it out from the version, or else from what listings of 2 do not have. */
export function serverTraitsOf(inventory: Inventory): ServerTraits {
  const { version } = inventory;
  const told = majorOf(version);
  const major = (told ?? (looksLikeTwo(inventory) ? 2 : 3)) === 2 ? 2 : 3;
  // Of 2 it is known without the release.
  const onThree = (change: TraefikVersionChange): boolean | undefined =>
    major === 2 ? false : hasChange(version, change);
  return {
    major,
    hasWildcards: onThree(versionChanges.wildcardHosts),
    isStarEveryHost: onThree(versionChanges.starIsEveryHost),
    hasProviderOrder: onThree(versionChanges.providerOrder),
    isOldWithPaths: hasChange(version, versionChanges.normalizesPaths) === false,
    isOldWithTcp: hasChange(version, versionChanges.tcpPriorities) === false,
    removesUnderscored: hasChange(version, versionChanges.removesUnderscored),
  };
}

/** Spares going through all routers again for each question, where the version is not told. */
const lookedAt = new WeakMap<InventoryGroups, boolean>();

/** Traefik 3 works out the priority of every router that it serves, and tells it; 2 tells only those that were set. */
function looksLikeTwo(inventory: Inventory): boolean {
  let known = lookedAt.get(inventory.groups);
  if (known === undefined) {
    known = false;
    for (const { protocol, status, rule, priority } of itemsIn(inventory, 'routers')) {
      const isServed = protocol !== 'udp' && (status === 'enabled' || status === 'warning');
      if (isServed && rule !== undefined && priority === undefined) known = true;
    }
    lookedAt.set(inventory.groups, known);
  }
  return known;
}

/**
 * The dialect of a router's rule: Traefik 3 reads rules as 3 does unless the router or the instance says otherwise. Of these
 * only the router's word is told by the API (core.defaultRuleSyntax is not). Traefik 2 has only its own.
 */
export function ruleSyntaxOf({ ruleSyntax }: Pick<Router, 'ruleSyntax'>, inventory: Inventory): RuleSyntax {
  return ruleSyntaxOn(serverTraitsOf(inventory), ruleSyntax);
}

/** The same for who knows the server. */
export function ruleSyntaxOn({ major }: Pick<ServerTraits, 'major'>, ruleSyntax: Router['ruleSyntax']): RuleSyntax {
  return ruleSyntax === 'v2' || major === 2 ? 'v2' : 'v3';
}
