import * as z from 'zod/mini';
import { entryPointOf, type Inventory } from '../model/inventory';
import type { ItemGraph } from '../model/itemGraph';
import type { EntryPoint, Middleware, Router } from '../model/model';
import { middlewareEffectSettings } from '../routing/middlewareEffect';
import { mayBeOfTcp } from '../routing/uncertainty';

/** The effect of a middleware on a request: `other` lets it pass; `unknown` may have any effect, such as a plugin. */
type Stage = 'asksForPassword' | 'guards' | 'redirects' | 'other' | 'unknown';

/** A middleware that a request passes, with chains expanded. */
export interface MiddlewareStep {
  readonly stage: Stage;
  /** Absent if the named middleware is not listed. */
  readonly middleware?: Middleware | undefined;
}

const stages: ReadonlyMap<string, Stage> = new Map<string, Stage>([
  ['basicauth', 'asksForPassword'],
  ['digestauth', 'asksForPassword'],
  ['forwardauth', 'guards'],
  ['ipallowlist', 'guards'],
  ['ipwhitelist', 'guards'],
  ['redirectscheme', 'redirects'],
  // Its expression decides which requests it redirects.
  ['redirectregex', 'unknown'],
  ...[
    'addPrefix',
    'buffering',
    'circuitBreaker',
    'compress',
    'contentType',
    'encodedCharacters',
    'errors',
    'grpcWeb',
    'headers',
    'inFlightReq',
    'passTLSClientCert',
    'rateLimit',
    'replacePath',
    'replacePathRegex',
    'retry',
    'stripPrefix',
    'stripPrefixRegex',
  ].map((type) => [type.toLowerCase(), 'other'] as const),
]);

/** Only hostile chains have more: what comes after them is unknown. */
const mostSteps = 1_000;

/**
 * The middlewares of a router in the order in which a request passes them, including those of its entry points, which
 * Traefik's API also lists first.
 *
 * @see https://doc.traefik.io/traefik/v3.6/reference/routing-configuration/http/middlewares/overview/
 */
export function middlewareStepsOf(router: Router, graph: ItemGraph): readonly MiddlewareStep[] {
  const steps: MiddlewareStep[] = [];
  const own = graph.referencesOf(router).filter(({ role }) => role === 'middleware');
  /** The lists that are being passed, the innermost last, because chains can be nested to any depth. */
  const passing = [own.values()];
  // A chain is expanded once: repeating it changes nothing. Traefik refuses circular chains.
  const met = new Set<Middleware>();
  for (let looked = 0; looked < mostSteps; looked++) {
    let next = passing.at(-1)?.next();
    while (next?.done === true) {
      passing.pop();
      next = passing.at(-1)?.next();
    }
    if (next === undefined) return steps;
    const { target } = next.value;
    const middleware = target?.kind === 'middlewares' ? target : undefined;
    if (middleware?.type?.toLowerCase() !== 'chain' || middleware.isPlugin) {
      steps.push({ stage: stageOf(middleware), middleware });
    } else if (!met.has(middleware)) {
      met.add(middleware);
      passing.push(graph.referencesOf(middleware).values());
    }
  }
  return [...steps, { stage: 'unknown' }];
}

function stageOf(middleware: Middleware | undefined): Stage {
  if (middleware?.type === undefined || middleware.isPlugin || middleware.status === 'disabled') return 'unknown';
  if (middleware.type === 'headers' && mayRedirect(middleware)) return 'redirects';
  return stages.get(middleware.type.toLowerCase()) ?? 'unknown';
}

/** Traefik 2 can also redirect to https with the headers middleware. */
function mayRedirect(middleware: Middleware): boolean {
  let known = redirecting.get(middleware);
  if (known === undefined) {
    const { headers } = middlewareEffectSettings(middleware) ?? {};
    known = headers === undefined || headers.sslRedirect || headers.sslTemporaryRedirect || headers.sslForceHost;
    redirecting.set(middleware, known);
  }
  return known;
}

/** Avoids parsing a middleware's settings again for each router that uses it. */
const redirecting = new WeakMap<Middleware, boolean>();

/** Whether HTTP routers, middlewares and entry points can be judged together: none is stale or cut short. */
export function isHttpOfOneMoment({ groups, entryPoints }: Inventory): boolean {
  return [groups.http.routers, groups.http.middlewares, entryPoints].every(
    (group) => group?.state !== 'stale' && group?.state !== 'cut',
  );
}

/**
 * The entry points where requests may reach an HTTP router; undefined if too little is known about one of them. Left out
 * are those where a TCP router may get the connections of any client.
 */
export function entryPointsInUse(router: Router, inventory: Inventory): readonly EntryPoint[] | undefined {
  if (inventory.entryPoints.state !== 'read' || router.unread.length > 0) return undefined;
  const { tls, using = [] } = router;
  const found = using
    .filter((name) => tls !== undefined || !mayBeOfTcp(inventory, name))
    .map((name) => entryPointOf(inventory, name));
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
