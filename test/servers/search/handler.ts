import type { Handler, ReceivedRequest, Reply } from '../shared/reply';
import { catRoutes } from './actions/cat';
import { documentRoutes, typedDocumentRoutes } from './actions/documents';
import { fieldCapsRoutes } from './actions/field-caps';
import { metadataRoutes, rootRoutes } from './actions/metadata';
import { pitRoutes } from './actions/points-in-time';
import { searchRoutes } from './actions/search';
import type { Engine, EngineOptions } from './engine';
import { checkContentType } from './http/content-type';
import { refuseLength } from './http/limits';
import { refusal, respond } from './http/respond';
import { checkParameters, findRoute, type Route } from './http/routes';
import { readTarget, type Target } from './http/target';
import { PlainError } from './problem';
import { refuseStranger } from './security';

function noHandler(engine: Engine, request: ReceivedRequest, target: Target): PlainError {
  const uri = engine.dialect.family === 'elasticsearch' ? request.path : target.path;
  return new PlainError(400, `no handler found for uri [${uri}] and method [${request.method}]`, false);
}

function wrongMethod(request: ReceivedRequest, allowed: readonly string[]): PlainError {
  const text = `Incorrect HTTP method for uri [${request.path}] and method [${request.method}], allowed: [${allowed.join(', ')}]`;
  return new PlainError(405, text, true, { allow: allowed.join(',') });
}

function answer(engine: Engine, routes: readonly Route[], request: ReceivedRequest, target: Target): Reply {
  const { method, headers, body } = request;
  const routing = findRoute(routes, method, target.segments);
  if (routing.kind === 'none') throw noHandler(engine, request, target);
  if (routing.kind === 'methods') {
    if (method !== 'OPTIONS') throw wrongMethod(request, routing.allowed);
    const text = { type: 'text/plain; charset=UTF-8', body: '' };
    return respond(
      engine.dialect,
      { body: null, text, headers: { allow: routing.allowed.join(',') } },
      target.query,
      headers,
    );
  }
  const { route, named } = routing;
  checkContentType(engine.dialect, headers, body);
  const result = route.handle?.({ method, target, named, headers, body }) ?? { body: {} };
  checkParameters(route, target);
  return respond(engine.dialect, result, target.query, headers);
}

/** What 8.x still routes for clients of version 7, without a handler. */
const forOlderClients: readonly Route[] = [{ methods: ['POST'], path: '/{index}/{type}' }];

function routesOf(engine: Engine, servesRoot: boolean): readonly Route[] {
  return [
    ...rootRoutes(engine, servesRoot),
    ...searchRoutes(engine),
    ...pitRoutes(engine),
    ...catRoutes(engine),
    ...fieldCapsRoutes(engine),
    ...documentRoutes(engine),
    ...metadataRoutes(engine),
    ...typedDocumentRoutes(engine),
    ...(engine.dialect.family === 'elasticsearch' ? forOlderClients : []),
  ];
}

/** Answers requests as the engine does. */
export function createHandler(engine: Engine, { servesRoot = true, auth = { type: 'none' } }: EngineOptions): Handler {
  const { dialect } = engine;
  const routes = routesOf(engine, servesRoot);
  return (request) => {
    const refused = refuseLength(dialect, request) ?? refuseStranger(dialect, auth, request);
    if (refused !== undefined) return refused;
    let query: ReadonlyMap<string, string> = new Map();
    try {
      const target = readTarget(request.path);
      query = target.query;
      return answer(engine, routes, request, target);
    } catch (error) {
      return refusal(dialect, error, query, request.headers);
    }
  };
}
