import type { StoredEndpoint } from '../../core/base/endpoints/endpointRecord';
import type { EndpointNode } from '../../core/proxy/tree/nodes';
import type { ClientRegistry } from '../shared/clientRegistry';
import { loadCore } from '../shared/loadCore';
import type { Filters } from './filters';
import type { ProxySessions } from './proxySessions';

/** The stored proxies, and the row of each: it is made from what is stored, and tells more once something was read. */
export interface EndpointRoots {
  /**
   * Reads which proxies are stored. Sessions of those that are gone end.
   *
   * @throws what the store throws; then there are no rows
   */
  list(): Promise<readonly EndpointNode[]>;
  /** The rows that were listed last, by the ids of their endpoints. */
  readonly all: ReadonlyMap<string, EndpointNode>;
  /** What the row says now. From then on that is what it shows. */
  draw(root: EndpointNode): Promise<EndpointNode>;
  /** Whether a row shows something else than it would say now. */
  isOutdated(root: EndpointNode): Promise<boolean>;
  /** What is said of the endpoint when someone points at its row. */
  tooltip(root: EndpointNode): Promise<string>;
}

/** Nothing is read before someone asks. */
export function openEndpointRoots(
  clients: Pick<ClientRegistry, 'store'>,
  filters: Pick<Filters, 'ready' | 'get'>,
  sessions: Pick<ProxySessions, 'get' | 'keep'>,
): EndpointRoots {
  let stored: ReadonlyMap<string, StoredEndpoint> = new Map();
  /** VS Code knows a row by the very object it was given, so those given last are kept. */
  let roots: ReadonlyMap<string, EndpointNode> = new Map();
  /** What each row shows, so that it is drawn again only where it would say something else. */
  const drawn = new Map<string, EndpointNode>();

  const rowNow = async (root: EndpointNode): Promise<EndpointNode> => {
    const { endpointNode } = await loadCore();
    const { endpointId } = root;
    const one = stored.get(endpointId);
    if (one === undefined) return root;
    return { ...endpointNode(one, sessions.get(endpointId)?.known), isFiltered: filters.get(endpointId) !== '' };
  };

  return {
    async list() {
      try {
        const { endpointNode } = await loadCore();
        await filters.ready();
        const proxies = (await (await clients.store()).list()).filter(({ hint }) => hint.kind === 'proxy');
        stored = new Map(proxies.map((one) => [one.hint.id, one]));
        roots = new Map(proxies.map((one) => [one.hint.id, endpointNode(one)]));
        sessions.keep(new Set(roots.keys()));
      } catch (error) {
        roots = new Map();
        throw error;
      }
      return [...roots.values()];
    },
    get all() {
      return roots;
    },
    async draw(root) {
      const row = await rowNow(root);
      drawn.set(root.endpointId, row);
      return row;
    },
    async isOutdated(root) {
      const [shown, row] = [drawn.get(root.endpointId), await rowNow(root)];
      return (
        shown !== undefined &&
        (shown.description !== row.description || shown.mark !== row.mark || shown.isFiltered !== row.isFiltered)
      );
    },
    async tooltip({ endpointId, label }) {
      const { endpointTooltip } = await loadCore();
      const one = stored.get(endpointId);
      return one === undefined ? label : endpointTooltip(one, sessions.get(endpointId)?.known ?? {}).join('\n');
    },
  };
}
