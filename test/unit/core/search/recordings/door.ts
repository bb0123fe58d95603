import type { HttpAnswer, HttpRequest } from '../../../../../src/core/base/http/door';
import type { EngineFamily } from '../../../../../src/core/search/engine/engineInfo';
import type { SearchDoor } from '../../../../../src/core/search/engine/searchDoor';
import { endpoint } from '../fakeDoor';

/** The way to an engine whose answers a test gives, searches included, and that does not say what it is unless told. */
export function answeringDoor(
  answer: (request: HttpRequest) => HttpAnswer,
  family: EngineFamily = 'unknown',
): SearchDoor {
  return {
    endpoint: async () => endpoint,
    search: async ({ path, body }) => ({ ...answer({ method: 'GET', path, body }), method: 'GET' }),
    request: async (request) => answer(request),
    engine: async () => ({ family, version: undefined }),
    suspectCache: () => false,
  };
}
