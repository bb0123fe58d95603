import type { ItemGraph } from '../model/itemGraph';
import type { Middleware, Router } from '../model/model';
import { middlewareEffectSettings } from '../routing/middlewareEffect';

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
