import { singleFlight } from '../../src/core/base/async/singleFlight';
import type { HttpClient } from '../../src/core/base/http/httpClient';
import { readInventory } from '../../src/core/proxy/api/readInventory';
import { type Inventory, inventoryGroups, knownItems } from '../../src/core/proxy/model/inventory';
import { openSearchClient } from '../../src/core/search/engine/searchClient';
import { openPager } from '../../src/core/search/paging/openPager';

/** A half of the extension at work over one HTTP client: what a person sees of it. */
export interface Half {
  /** Refreshes, or searches anew, and says what came: `48 routers`. */
  ask(signal?: AbortSignal): Promise<string>;
  /** How much of what came last is still there to be seen. */
  kept(): number;
  close(): Promise<void>;
}

export type HalfName = 'proxies' | 'search';

const body = '{"query":{"match_all":{}}}';

export const halves: Readonly<Record<HalfName, (client: HttpClient) => Half>> = {
  proxies(client) {
    const shared = singleFlight<Inventory>((signal, latest) => readInventory(client, signal, latest));
    return {
      async ask(signal) {
        shared.refresh();
        return toldOf(await shared.read(signal));
      },
      kept: () => (shared.latest === undefined ? 0 : routersOf(shared.latest)),
      close: async () => shared.stop(),
    };
  },
  search(client) {
    const pager = openPager(
      openSearchClient(async () => client),
      { prefetch: false },
    );
    let asked = 0;
    return {
      async ask(signal) {
        const from = (asked++ % 5) * 10;
        const page = await pager.run({ index: 'access-logs', body, from, size: 10 }, signal && { signal });
        return [`${page.hits.length} hits`, ...page.partial].join('; ');
      },
      kept: () => pager.page?.hits.length ?? 0,
      close: () => pager.close(),
    };
  },
};

const routersOf = ({ groups }: Inventory): number => knownItems(groups.http.routers).length;

/** How many routers there are, and which listings are not known whole and as they are now. */
function toldOf(inventory: Inventory): string {
  const others = inventoryGroups(inventory).flatMap(({ path, group }) =>
    group.state === 'read' ? [] : [`${path} ${group.state}`],
  );
  return [`${routersOf(inventory)} routers`, ...others].join('; ');
}
