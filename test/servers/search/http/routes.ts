import type { Writable } from '../json/write';
import { illegalArgument } from '../problem';
import type { Target } from './target';

/** A request that found its handler. */
export interface RoutedRequest {
  readonly method: string;
  readonly target: Target;
  /** What stands in the pattern's `{…}` places. */
  readonly named: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a handler answers. */
export interface Result {
  readonly status?: number;
  readonly body: Writable;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent without its length by engines that do so. */
  readonly chunked?: boolean;
  /** A body that is no JSON, with its type. */
  readonly text?: { readonly type: string; readonly body: string };
  /** The answer to a HEAD: it says that a body would come in chunks, and none comes. */
  readonly isHead?: boolean;
  /** Written with line breaks though nobody asked. */
  readonly isPretty?: boolean;
}

export interface Route {
  readonly methods: readonly string[];
  /** `/{index}/_search` */
  readonly path: string;
  /** The query parameters it knows, besides those that all know. `undefined`: it does not look. */
  readonly parameters?: readonly string[];
  /** `undefined`: the engine knows the path for older clients only, and has no handler for it. */
  readonly handle?: (request: RoutedRequest) => Result;
}

const common = ['pretty', 'human', 'error_trace', 'filter_path', 'format'];

type Match = Readonly<Record<string, string>>;

function matchRoute(route: Route, segments: readonly string[]): Match | undefined {
  const parts = route.path.split('/').filter((part) => part !== '');
  if (parts.length !== segments.length) return undefined;
  const named: Record<string, string> = {};
  for (const [at, part] of parts.entries()) {
    const segment = segments[at] ?? '';
    if (part.startsWith('{')) named[part.slice(1, -1)] = segment;
    else if (part !== segment) return undefined;
  }
  return named;
}

/** How the router answers: with a route, with the methods it would have, or not at all. */
export type Routing =
  | { readonly kind: 'found'; readonly route: Route; readonly named: Match }
  | { readonly kind: 'methods'; readonly allowed: readonly string[] }
  | { readonly kind: 'none' };

/** The order in which the engines list methods. */
const methodOrder = ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'];

/** Finds who answers. Routes with more literal parts come first in the table. */
export function findRoute(routes: readonly Route[], method: string, segments: readonly string[]): Routing {
  const matching = routes.flatMap((route) => {
    const named = matchRoute(route, segments);
    return named === undefined ? [] : [{ route, named }];
  });
  const found = matching.find(({ route }) => route.methods.includes(method));
  if (found?.route.handle !== undefined) return { kind: 'found', ...found };
  if (found !== undefined || matching.length === 0) return { kind: 'none' };
  const allowed = new Set(matching.flatMap(({ route }) => route.methods));
  return { kind: 'methods', allowed: methodOrder.filter((each) => allowed.has(each)) };
}

/** @throws EngineError naming the parameters that the route does not know */
export function checkParameters({ parameters }: Route, { path, query }: Target): void {
  if (parameters === undefined) return;
  const known = [...common, ...parameters];
  const unknown = [...query.keys()].filter((name) => !known.includes(name)).sort();
  if (unknown.length === 0) return;
  const named = unknown.map((name) => `[${name}]`);
  const word = unknown.length === 1 ? 'parameter' : 'parameters';
  throw illegalArgument(`request [${path}] contains unrecognized ${word}: ${named.join(', ')}`);
}
