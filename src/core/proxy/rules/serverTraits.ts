import { type Inventory, type InventoryGroups, itemsOfKinds } from '../model/inventory';
import type { Router } from '../model/model';
import { hasChange, majorOf, type TraefikVersionChange, versionChanges } from '../model/versions';
import type { RuleSyntax } from './rule';

/** Traits that depend on the version of Traefik and affect which router gets a request. */
export interface ServerTraits {
  readonly major: 2 | 3;
  /** Whether `*.a.test` in a Host matches any first label. Undefined if the version is unknown. */
  readonly hasWildcards: boolean | undefined;
  /** Whether ``Host(`*`)`` matches every host. Undefined if the version is unknown. */
  readonly isStarEveryHost: boolean | undefined;
  /** Whether an order of providers decides between equal priorities. Undefined if the version is unknown. */
  readonly hasProviderOrder: boolean | undefined;
  /** Whether it cleans and decodes paths differently than newer versions. */
  readonly isOldWithPaths: boolean;
  /** Whether its TCP routers have no priorities. */
  readonly isOldWithTcp: boolean;
  /** Whether it removes `X_Forwarded_Proto` like `X-Forwarded-Proto`. Undefined if the version is unknown. */
  readonly removesUnderscored: boolean | undefined;
}

/** The traits by the version, or else by fields that the listings of Traefik 2 do not contain. */
export function serverTraitsOf(inventory: Inventory): ServerTraits {
  const { version } = inventory;
  const known = majorOf(version);
  const major = (known ?? (looksLikeTwo(inventory) ? 2 : 3)) === 2 ? 2 : 3;
  // In Traefik 2, this is known even without the exact version.
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

/** Avoids iterating over all routers again for each question if the version is unknown. */
const lookedAt = new WeakMap<InventoryGroups, boolean>();

/** Traefik 3 reports the priority of every router that it serves, Traefik 2 only configured ones. */
function looksLikeTwo(inventory: Inventory): boolean {
  let known = lookedAt.get(inventory.groups);
  if (known === undefined) {
    known = false;
    for (const { protocol, status, rule, priority } of itemsOfKinds(inventory, 'routers')) {
      const isServed = protocol !== 'udp' && (status === 'enabled' || status === 'warning');
      if (isServed && rule !== undefined && priority === undefined) known = true;
    }
    lookedAt.set(inventory.groups, known);
  }
  return known;
}

/**
 * The syntax of a router's rule: Traefik 3 uses v3 unless the router or the instance sets another. The API reports only
 * the router's setting, not core.defaultRuleSyntax. Traefik 2 has only its own.
 */
export function ruleSyntaxOf({ ruleSyntax }: Pick<Router, 'ruleSyntax'>, inventory: Inventory): RuleSyntax {
  return ruleSyntaxOn(serverTraitsOf(inventory), ruleSyntax);
}

/** Does the same for callers that know the traits of the server. */
export function ruleSyntaxOn({ major }: Pick<ServerTraits, 'major'>, ruleSyntax: Router['ruleSyntax']): RuleSyntax {
  return ruleSyntax === 'v2' || major === 2 ? 'v2' : 'v3';
}
