import type { StoredEndpoint } from '../../core/base/endpoints/endpointRecord';
import type { EndpointNode } from '../../core/proxy/tree/nodes';
import type { ClientRegistry } from '../shared/clientRegistry';
import type { Filters } from '../shared/proxyFilters';
import type { ProxySessions } from './proxySessions';

/** The stored proxies and their rows: a row has more data once its proxy was read. */
export interface EndpointRoots {
  /**
   * Lists the stored proxies, and ends the sessions of removed ones.
   *
   * @throws what the store throws; then there are no rows
   */
  list(): Promise<readonly EndpointNode[]>;
  /** The rows that were last listed, by endpoint id. */
  readonly all: ReadonlyMap<string, EndpointNode>;
  /** The current row, remembered as the one that VS Code shows. */
  draw(root: EndpointNode): Promise<EndpointNode>;
  /** Whether the shown row differs from the current one. */
  isOutdated(root: EndpointNode): Promise<boolean>;
  /** The tooltip of the endpoint's row. */
  tooltip(root: EndpointNode): Promise<string>;
}

/**
 * Reads nothing before the first call.
 *
 * @param onList called with all stored endpoints, of every kind, whenever they are listed
 */
export function openEndpointRoots(
  clients: Pick<ClientRegistry, 'store'>,
  filters: Pick<Filters, 'ready' | 'get'>,
  sessions: Pick<ProxySessions, 'get' | 'keep'>,
  onList?: (stored: readonly StoredEndpoint[]) => void,
): EndpointRoots {
  let stored: ReadonlyMap<string, StoredEndpoint> = new Map();
  /** VS Code identifies a row by its object, so the last objects are kept. */
  let roots: ReadonlyMap<string, EndpointNode> = new Map();
  /** The content of each row, so that a row is redrawn only if it changed. */
  const drawn = new Map<string, EndpointNode>();

  const rowNow = async (root: EndpointNode): Promise<EndpointNode> => {
    const { endpointNode } = await import('../../core/proxy/tree/proxyRow');
    const { endpointId } = root;
    const one = stored.get(endpointId);
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
        (['description', 'worst', 'mark', 'remedy', 'isFiltered'] as const).some((key) => shown[key] !== row[key])
      );
    },
    async tooltip({ endpointId, label }) {
      const { endpointTooltip } = await import('../../core/proxy/tree/proxyRow');
      const one = stored.get(endpointId);
      return one === undefined ? label : endpointTooltip(one, sessions.get(endpointId)?.known ?? {}).join('\n');
    },
  };
}
