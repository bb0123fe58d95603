import { type ProxyNode, parentOf } from '../../core/proxy/tree/nodes';

/** Rows, and the limit that they were made with. */
interface CachedRows {
  readonly rows: Promise<readonly ProxyNode[]>;
  readonly most?: number | undefined;
}

/**
 * The rows that VS Code has. VS Code identifies a row by its object: given another one with the same id, it drops the
 * first, and a click on that only raises an error.
 */
export class NodeCache {
  private readonly kept = new Map<string, WeakMap<ProxyNode, CachedRows>>();

  /** @param make makes the rows below a row; a rejection is not kept */
  constructor(private readonly make: (node: ProxyNode, most?: number) => Promise<readonly ProxyNode[]>) {}

  /**
   * The rows below a row: the same objects until `forget` is called for its endpoint.
   *
   * @param most the maximum of a group's items; a later call for all makes all of them again
   */
  below(node: ProxyNode, most?: number): Promise<readonly ProxyNode[]> {
    const ofEndpoint = this.kept.get(node.endpointId) ?? new WeakMap<ProxyNode, CachedRows>();
    this.kept.set(node.endpointId, ofEndpoint);
    const present = ofEndpoint.get(node);
    if (present !== undefined && (most !== undefined || present.most === undefined)) return present.rows;
    const rows = present === undefined ? this.make(node, most) : this.makeWhole(node, present);
    ofEndpoint.set(node, { rows, most });
    rows.catch(() => ofEndpoint.delete(node));
    return rows;
  }

  /** The object by which VS Code identifies the row; the given one if there is no such row. */
  async known(node: ProxyNode): Promise<ProxyNode> {
    const parent = parentOf(node);
    if (parent === undefined) return node;
    const rows = await this.below(await this.known(parent));
    return rows.find(({ id }) => id === node.id) ?? node;
  }

  /** Makes the rows of one endpoint, or of all, again when they are next requested. */
  forget(endpointId?: string): void {
    if (endpointId === undefined) this.kept.clear();
    else this.kept.delete(endpointId);
  }

  /** Forgets the rows of all endpoints but these. */
  keep(endpointIds: ReadonlySet<string>): void {
    for (const id of [...this.kept.keys()]) if (!endpointIds.has(id)) this.kept.delete(id);
  }

  private async makeWhole(node: ProxyNode, { rows, most = 0 }: CachedRows): Promise<readonly ProxyNode[]> {
    const first = await rows;
    return first.length < most ? first : this.make(node);
  }
}
