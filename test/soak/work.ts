import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint } from '../../src/core/base/endpoints/endpoint';
import { openHttpClient } from '../../src/core/base/http/openHttpClient';
import { readInventory } from '../../src/core/proxy/api/readInventory';
import type { ViewOptions } from '../../src/core/proxy/describe/viewOptions';
import { ProxySession } from '../../src/core/proxy/session';
import { openSearchClient } from '../../src/core/search/engine/searchClient';
import { openPager } from '../../src/core/search/paging/openPager';
import { describePage } from '../../src/core/search/read/describePage';

/** Something that goes on for long. */
export interface Work {
  readonly what: string;
  /** Does it once more. */
  step(number: number): Promise<void>;
  close(): Promise<void>;
}

const look: ViewOptions = { grouping: 'kind', sorting: 'status', filter: '' };

/** Refreshes, now and then with all that is shown of it. */
export function refreshes(endpoint: Endpoint): Work {
  const client = openHttpClient(endpoint);
  const session = new ProxySession({
    read: (signal, latest) => readInventory(client, signal, latest),
    viewOptions: () => look,
  });
  const shared = session.inventory;
  return {
    what: `refreshes of ${endpoint.name}`,
    async step(number) {
      shared.refresh();
      await shared.read(number % 7 === 0 ? AbortSignal.timeout(60_000) : undefined);
      if (number % 50 !== 0) return;
      await session.see();
      await session.check(() => undefined);
      session.update();
    },
    async close() {
      shared.stop();
      await client.close();
    },
  };
}

/** HTTP clients that are opened, used, half of the time canceled, and closed. */
export function openings(endpoint: Endpoint): Work {
  return {
    what: `openings of ${endpoint.name}`,
    async step(number) {
      const client = openHttpClient(endpoint);
      const controller = new AbortController();
      // That a canceled one fails is what is meant.
      const read = readInventory(client, controller.signal).catch(() => undefined);
      if (number % 2 === 1) {
        await sleep(number % 5);
        controller.abort();
      }
      await read;
      await client.close();
    },
    close: async () => undefined,
  };
}

/** Pages of a result, on and back, from the first anew and in a point in time. */
export function turns(endpoint: Endpoint): Work {
  const client = openHttpClient(endpoint);
  const pager = openPager(openSearchClient(async () => client));
  const search = (body: string) => pager.run({ index: 'access-logs', body, from: 0, size: 10 });
  return {
    what: `page turns at ${endpoint.name}`,
    async step(number) {
      const { page } = pager;
      if (page === undefined || number % 500 === 0) {
        await search('{"query":{"match_all":{}},"sort":[{"@timestamp":"desc"}]}');
        return;
      }
      const to = number % 997 === 0 ? 'first' : number % 11 === 0 && page.hasPrevious ? 'previous' : 'next';
      const turned = await pager.turn(to === 'next' && !page.hasNext ? 'first' : to);
      if (number % 20 === 0) describePage(turned, { columns: [], fields: [], routerField: undefined });
    },
    async close() {
      await pager.close();
      await client.close();
    },
  };
}
