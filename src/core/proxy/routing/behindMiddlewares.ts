import { graphOf } from '../model/graph';
import type { Inventory } from '../model/inventory';
import type { Middleware, Router } from '../model/model';

/** What leaves the request as it came, or answers it itself. Types as Traefik documents them. */
const HARMLESS: ReadonlySet<string> = new Set(
  'accessLog buffering circuitBreaker compress contentType errors inFlightReq ipAllowList ipWhiteList rateLimit retry responseHeaderModifier encodedCharacters'
    .split(' ')
    .map((type) => type.toLowerCase()),
);

/**
 * Why nothing certain can be said of the routers nested in this one: they see what its middlewares have left of the request. Undefined where these leave it alone.
 */
export function doubtBehind(router: Router, inventory: Inventory): string | undefined {
  for (const { role, name, target } of graphOf(inventory).referencesOf(router)) {
    if (role !== 'middleware') continue;
    if (target?.kind !== 'middlewares') return `What the middleware ${name} does to the request is not known.`;
    if (!isHarmless(target)) return `The middleware ${name} may change the request before the nested routers see it.`;
  }
  return undefined;
}

function isHarmless({ type, isPlugin }: Middleware): boolean {
  return !isPlugin && type !== undefined && HARMLESS.has(type.toLowerCase());
}
