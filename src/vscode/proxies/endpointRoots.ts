import type { StoredEndpoint } from '../../core/base/endpoints/endpointRecord';
import type { EndpointNode } from '../../core/proxy/tree/nodes';
import type { ClientRegistry } from '../shared/clientRegistry';
import type { Filters } from '../shared/proxyFilters';
import type { ProxySessions } from '../shared/proxySessions';

/** The stored proxies and their rows: a row has more data once its proxy was read. */
export interface EndpointRoots {
  /**
   * Lists the stored proxies.
   *
   * @throws what the store throws; then there are no rows
   */
  list(): Promise<readonly EndpointNode[]>;
  /** The ids of the endpoints that were last listed. */
  ids(): readonly string[];
  /** The row of an endpoint, if it was listed last. */
  get(endpointId: string): EndpointNode | undefined;
  /** The current row, remembered as the one that VS Code shows. */
  draw(root: EndpointNode): Promise<EndpointNode>;
  /** Whether the shown row differs from the current one. */
  isOutdated(root: EndpointNode): Promise<boolean>;
  /** The tooltip of the endpoint's row. */
  tooltip(root: EndpointNode): Promise<string>;
}

interface ListedProxy {
  readonly stored: StoredEndpoint;
  readonly root: EndpointNode;
  /** What its row shows, so that it is redrawn only if it changed. */
  drawn: EndpointNode | undefined;
}

/**
 * Reads nothing before the first call.
 *
 * @param onList called with all stored endpoints, of every kind, whenever they are listed
 */
export function openEndpointRoots(
  clients: Pick<ClientRegistry, 'store'>,
  filters: Pick<Filters, 'ready' | 'get'>,
  sessions: Pick<ProxySessions, 'get'>,
  onList?: (stored: readonly StoredEndpoint[]) => void,
): EndpointRoots {
  /** VS Code identifies a row by its object, so the last objects are kept. */
  let roots: ReadonlyMap<string, ListedProxy> = new Map();

  const rowNow = async (root: EndpointNode): Promise<EndpointNode> => {
    const { endpointNode } = await import('../../core/proxy/tree/proxyRow');
    const { endpointId } = root;
    const one = roots.get(endpointId)?.stored;
    if (one === undefined) return root;
    const filter = filters.get(endpointId);
    return { ...endpointNode(one, { ...sessions.get(endpointId)?.known, filter }), isFiltered: filter !== '' };
  };

  return {
    async list() {
      try {
        const { endpointNode } = await import('../../core/proxy/tree/proxyRow');
        await filters.ready();
        const all = await (await clients.store()).list();
        onList?.(all);
        const proxies = all.filter(({ hint }) => hint.kind === 'proxy');
        const before = roots;
        roots = new Map(
          proxies.map((stored) => {
            const { id } = stored.hint;
            return [id, { stored, root: endpointNode(stored), drawn: before.get(id)?.drawn }];
          }),
        );
      } catch (error) {
        roots = new Map();
        throw error;
      }
      return [...roots.values()].map(({ root }) => root);
    },
    ids: () => [...roots.keys()],
    get: (endpointId) => roots.get(endpointId)?.root,
    async draw(root) {
      const row = await rowNow(root);
      const listed = roots.get(root.endpointId);
      if (listed !== undefined) listed.drawn = row;
      return row;
    },
    async isOutdated(root) {
      const [shown, row] = [roots.get(root.endpointId)?.drawn, await rowNow(root)];
      return (
        shown !== undefined &&
        (['description', 'worst', 'mark', 'remedy', 'isFiltered'] as const).some((key) => shown[key] !== row[key])
      );
    },
    async tooltip({ endpointId, label }) {
      const { endpointTooltip } = await import('../../core/proxy/tree/proxyRow');
      const one = roots.get(endpointId)?.stored;
      return one === undefined ? label : endpointTooltip(one, sessions.get(endpointId)?.known ?? {}).join('\n');
    },
  };
}
