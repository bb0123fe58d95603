import type { StoredEndpoint } from '../../core/base/endpoints/endpointRecord';
import type { EndpointNode } from '../../core/proxy/tree/nodes';
import type { ClientRegistry } from '../shared/clientRegistry';
import type { Filters } from '../shared/proxyFilters';
import type { ProxySessions } from '../shared/proxySessions';

interface ListedProxy {
  readonly stored: StoredEndpoint;
  readonly root: EndpointNode;
  /** What its row shows, so that it is redrawn only if it changed. */
  drawn: EndpointNode | undefined;
}

/** The stored proxies and their rows: a row has more data once its proxy was read. */
export class EndpointRoots {
  /** VS Code identifies a row by its object, so the last objects are kept. */
  private roots: ReadonlyMap<string, ListedProxy> = new Map();

  /** @param onList called with all stored endpoints, of every kind, whenever they are listed */
  constructor(
    private readonly clients: Pick<ClientRegistry, 'store'>,
    private readonly filters: Pick<Filters, 'ready' | 'get'>,
    private readonly sessions: Pick<ProxySessions, 'get'>,
    /** Whether a proxy waits for the user before it is read. */
    private readonly isHeldBack: (endpointId: string) => Promise<boolean>,
    private readonly onList?: (stored: readonly StoredEndpoint[]) => void,
  ) {}

  /**
   * Lists the stored proxies.
   *
   * @throws what the store throws; then there are no rows
   */
  async list(): Promise<readonly EndpointNode[]> {
    try {
      const { endpointNode } = await import('../../core/proxy/tree/proxyRow');
      await this.filters.ready();
      const all = await (await this.clients.store()).list();
      this.onList?.(all);
      const before = this.roots;
      this.roots = new Map(
        all.flatMap((stored): [string, ListedProxy][] => {
          const { id, kind } = stored.hint;
          return kind === 'proxy' ? [[id, { stored, root: endpointNode(stored), drawn: before.get(id)?.drawn }]] : [];
        }),
      );
    } catch (error) {
      this.roots = new Map();
      throw error;
    }
    return [...this.roots.values()].map(({ root }) => root);
  }

  /** The ids of the endpoints that were last listed. */
  ids(): readonly string[] {
    return [...this.roots.keys()];
  }

  /** The row of an endpoint, if it was listed last. */
  get(endpointId: string): EndpointNode | undefined {
    return this.roots.get(endpointId)?.root;
  }

  /** The endpoint as it was listed last. */
  stored(endpointId: string): StoredEndpoint | undefined {
    return this.roots.get(endpointId)?.stored;
  }

  /** The current row, remembered as the one that VS Code shows. */
  async draw(root: EndpointNode): Promise<EndpointNode> {
    const row = await this.rowNow(root);
    const listed = this.roots.get(root.endpointId);
    if (listed !== undefined) listed.drawn = row;
    return row;
  }

  /** Whether the shown row differs from the current one. */
  async isOutdated(root: EndpointNode): Promise<boolean> {
    const [shown, row] = [this.roots.get(root.endpointId)?.drawn, await this.rowNow(root)];
    return (
      shown !== undefined &&
      ((['description', 'mark', 'remedy', 'isFiltered'] as const).some((key) => shown[key] !== row[key]) ||
        shown.problems?.count !== row.problems?.count ||
        shown.problems?.worst !== row.problems?.worst)
    );
  }

  async tooltip({ endpointId, label }: EndpointNode): Promise<string> {
    const { endpointTooltip } = await import('../../core/proxy/tree/proxyRow');
    const one = this.roots.get(endpointId)?.stored;
    return one === undefined ? label : endpointTooltip(one, this.sessions.get(endpointId)?.known ?? {}).join('\n');
  }

  private async rowNow(root: EndpointNode): Promise<EndpointNode> {
    const { endpointNode } = await import('../../core/proxy/tree/proxyRow');
    const { endpointId } = root;
    const one = this.roots.get(endpointId)?.stored;
    if (one === undefined) return root;
    const filter = this.filters.get(endpointId);
    const known = { ...this.sessions.get(endpointId)?.known, filter, isHeldBack: await this.isHeldBack(endpointId) };
    return { ...endpointNode(one, known), isFiltered: filter !== '' };
  }
}
