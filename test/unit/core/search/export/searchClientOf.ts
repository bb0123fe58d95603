import type { HttpClient } from '../../../../../src/core/base/http/httpClient';
import type { EngineFamily } from '../../../../../src/core/search/engine/engineInfo';
import type { SearchClient } from '../../../../../src/core/search/engine/searchClient';

/** The way of searches through a door, to an engine that is known: nothing is found out first. */
export function searchDoorOf(door: HttpClient, family: EngineFamily, version?: string): SearchClient {
  return {
    endpoint: async () => door.endpoint,
    async search({ path, body, signal }) {
      const answer = await door.request({ method: 'GET', path, body, ...(signal !== undefined && { signal }) });
      return { ...answer, method: 'GET' };
    },
    request: (request) => door.request(request),
    engine: async () => ({ family, version }),
    suspectCache: () => false,
  };
}
