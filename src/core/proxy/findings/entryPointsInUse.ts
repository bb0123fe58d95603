import * as z from 'zod/mini';
import { entryPointOf, type Inventory } from '../model/inventory';
import type { EntryPoint, Router } from '../model/model';

/** Whether HTTP routers, middlewares and entry points can be judged together: none is stale or cut short. */
export function isHttpOfOneMoment({ groups, entryPoints }: Inventory): boolean {
  return [groups.http.routers, groups.http.middlewares, entryPoints].every(
    (group) => group?.state !== 'stale' && group?.state !== 'cut',
  );
}

/** The entry points that are in effect for a router; undefined if too little is known about one of them. */
export function entryPointsInUse(router: Router, inventory: Inventory): readonly EntryPoint[] | undefined {
  if (inventory.entryPoints.state !== 'read' || router.unread.length > 0) return undefined;
  const found = (router.using ?? []).map((name) => entryPointOf(inventory, name));
  const known = found.filter((entryPoint) => entryPoint !== undefined && entryPoint.unread.length === 0);
  return known.length === found.length ? known.flatMap((entryPoint) => entryPoint ?? []) : undefined;
}

/** Whether clients reach the entry point only from the machine that Traefik runs on. */
export function isOnLoopback({ address = '' }: EntryPoint): boolean {
  return /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\]):/i.test(address);
}

const beforeSchema = z.object({
  forwardedHeaders: z.optional(
    z.object({ insecure: z.optional(z.boolean()), trustedIPs: z.optional(z.array(z.string())) }),
  ),
  proxyProtocol: z.optional(z.unknown()),
});

/**
 * Whether a proxy in front of Traefik may terminate TLS for the entry point: it trusts forwarded headers or the PROXY
 * protocol.
 *
 * @see https://doc.traefik.io/traefik/v3.6/reference/install-configuration/entrypoints/ (forwardedHeaders,
 * proxyProtocol)
 */
export function mayBeBehindAnother({ text }: EntryPoint): boolean {
  const read = beforeSchema.safeParse(JSON.parse(text));
  if (!read.success) return true;
  const { forwardedHeaders, proxyProtocol } = read.data;
  return (
    proxyProtocol !== undefined ||
    forwardedHeaders?.insecure === true ||
    (forwardedHeaders?.trustedIPs ?? []).length > 0
  );
}
