import { computedOnce, type Inventory, itemsOfKinds } from '../model/inventory';
import type { Router } from '../model/model';
import { hasChange, majorOf, type TraefikVersionChange, versionChanges } from '../model/versions';
import type { RuleSyntax } from './rule';

/** Traits that depend on the version of Traefik and affect which router gets a request. */
export type ServerTraits = Readonly<ReturnType<typeof serverTraitsOf>>;

/**
 * The traits by the version, or else by fields that the listings of Traefik 2 do not contain. Undefined if the version
 * is unknown.
 */
export const serverTraitsOf = computedOnce((inventory) => {
  const { version } = inventory;
  const known = majorOf(version);
  const major: 2 | 3 = (known ?? (looksLikeTwo(inventory) ? 2 : 3)) === 2 ? 2 : 3;
  // In Traefik 2, this is known even without the exact version.
  const onThree = (change: TraefikVersionChange): boolean | undefined =>
    major === 2 ? false : hasChange(version, change);
  return {
    major,
    /** Whether `*.a.test` in a Host matches any first label. */
    hasWildcards: onThree(versionChanges.wildcardHosts),
    /** Whether ``Host(`*`)`` matches every host. */
    isStarEveryHost: onThree(versionChanges.starIsEveryHost),
    /** Whether an order of providers decides between equal priorities. */
    hasProviderOrder: onThree(versionChanges.providerOrder),
    /** Whether it cleans and decodes paths differently than newer versions. */
    isOldWithPaths: hasChange(version, versionChanges.normalizesPaths) === false,
    /** Whether its TCP routers have no priorities. */
    isOldWithTcp: hasChange(version, versionChanges.tcpPriorities) === false,
    /** Whether it removes `X_Forwarded_Proto` like `X-Forwarded-Proto`. */
    removesUnderscored: hasChange(version, versionChanges.removesUnderscored),
  };
});

/** Traefik 3 reports the priority of every router that it serves, Traefik 2 only configured ones. */
function looksLikeTwo(inventory: Inventory): boolean {
  return itemsOfKinds(inventory, 'routers').some(({ protocol, status, rule, priority }) => {
    const isServed = protocol !== 'udp' && (status === 'enabled' || status === 'warning');
    return isServed && rule !== undefined && priority === undefined;
  });
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
