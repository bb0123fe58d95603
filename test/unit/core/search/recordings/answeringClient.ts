import type { HttpRequest, HttpResponse } from '../../../../../src/core/base/http/httpClient';
import type { EngineFamily } from '../../../../../src/core/search/engine/engineInfo';
import type { SearchClient } from '../../../../../src/core/search/engine/searchClient';
import { endpoint } from '../fakeHttpClient';

/** The way to an engine whose answers a test gives, searches included, and that does not say what it is unless told. */
export function answeringClient(
  answer: (request: HttpRequest) => HttpResponse,
  family: EngineFamily = 'unknown',
): SearchClient {
  return {
    endpoint: async () => endpoint,
    search: async ({ path, body }) => ({ ...answer({ method: 'GET', path, body }), method: 'GET' }),
    request: async (request) => answer(request),
    engine: async () => ({ family, version: undefined }),
    suspectCache: () => false,
  };
}
