import type { Inventory } from '../model/inventory';
import type { EntryPoint, Router } from '../model/model';
import type { Candidate } from '../routing/answer';
import { servedPath } from '../routing/servedPath';
import { readRule } from '../rules/readRule';
import { serverOf, syntaxOf } from '../rules/server';
import { ask } from './implication';
import { type SaidWay, shapeOf } from './shape';
import { requestWith, startOfPath, subjectOf } from './subjects';

/** What of Traefik's API tells the configuration; the dashboard's own files, for one, do not. */
const TELLING = ['/api/rawdata', '/api/http/routers', '/api/http/services', '/api/http/middlewares'] as const;

/** What regular expressions of one rule may do. */
const MOST_EFFORT = 1_000_000;

/**
 * Whether a router of the API takes requests that tell the configuration: its rule takes GET of such a path, and what its middlewares make of that is one of the
 * API's. False where that is not certain.
 *
 * @see https://github.com/traefik/traefik/blob/v3.7/pkg/api/handler.go (createRouter)
 */
export function reachesApi(router: Router, entryPoint: EntryPoint, inventory: Inventory): boolean {
  const server = serverOf(inventory);
  const rule = readRule(router.rule ?? '', { protocol: 'http', syntax: syntaxOf(router, inventory) });
  if (rule.kind === 'fault') return false;
  const { ways = [] } = shapeOf(rule, server, { left: MOST_EFFORT });
  const tried = new Set<string>();
  return ways.some((way) =>
    pathsOf(way).some((path) => {
      if (!takesGet(way, path) || tried.has(path)) return false;
      tried.add(path);
      return isServedAs(path, router, entryPoint, inventory);
    }),
  );
}

function pathsOf(way: SaidWay): readonly string[] {
  const starts = way.flatMap((literal) => startOfPath(literal) ?? []).map((start) => start.replace(/\/$/, ''));
  return ['', ...starts].flatMap((start) => TELLING.map((path) => start + path));
}

/** Whether a way is open for the path, and for GET, which is all that the API answers. */
function takesGet(way: SaidWay, path: string): boolean {
  return way
    .filter((literal) => ['path', 'method'].includes(subjectOf(literal)))
    .every((literal) => {
      const seen = requestWith(literal.dialect, { routingPath: path, decodedPath: path, method: 'GET' });
      return ask(literal, seen) === !literal.isNegated;
    });
}

function isServedAs(target: string, router: Router, { name }: EntryPoint, inventory: Inventory): boolean {
  const candidate: Candidate = { router, priority: 0n, verdict: 'yes', failing: [], passing: [] };
  const isTls = router.tls !== undefined;
  const question = {
    kind: 'http',
    entryPoint: name,
    isTls,
    method: 'GET',
    host: 'host.test',
    target,
    headers: [],
  } as const;
  const { end } = servedPath([candidate], question, inventory);
  return end.kind === 'served' && TELLING.some((path) => path === end.target);
}
