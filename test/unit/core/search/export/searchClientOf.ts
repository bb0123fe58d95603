import type { HttpClient } from '../../../../../src/core/base/http/httpClient';
import type { EngineFamily } from '../../../../../src/core/search/engine/engineInfo';
import type { SearchClient } from '../../../../../src/core/search/engine/searchClient';

/** A search client for an engine that is known: nothing is found out first. */
export function searchClientOf(client: HttpClient, family: EngineFamily, version?: string): SearchClient {
  return {
    endpoint: async () => client.endpoint,
    async search({ path, body, signal }) {
      const answer = await client.request({ method: 'GET', path, body, ...(signal !== undefined && { signal }) });
      return { ...answer, method: 'GET' };
    },
    request: (request) => client.request(request),
    engine: async () => ({ family, version }),
    suspectCache: () => false,
  };
}
