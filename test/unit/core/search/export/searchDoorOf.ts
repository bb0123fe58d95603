import type { Door } from '../../../../../src/core/base/http/door';
import type { EngineFamily } from '../../../../../src/core/search/engine/engineInfo';
import type { SearchDoor } from '../../../../../src/core/search/engine/searchDoor';

/** The way of searches through a door, to an engine that is known: nothing is found out first. */
export function searchDoorOf(door: Door, family: EngineFamily, version?: string): SearchDoor {
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
