import { type ProxyNode, parentOf } from '../../core/proxy/tree/nodes';

/**
 * The rows that VS Code has. VS Code identifies a row by its object: given another one with the same id, it drops the
 * first, and a click on that only raises an error.
 */
interface NodeCache {
  /**
   * The rows below a row: the same objects until `forget` is called for its endpoint.
   *
   * @param most the maximum of a group's items; a later call for all makes all of them again
   */
  below(node: ProxyNode, most?: number): Promise<readonly ProxyNode[]>;
  /** The object by which VS Code identifies the row; the given one if there is no such row. */
  known(node: ProxyNode): Promise<ProxyNode>;
  /** Makes the rows of one endpoint, or of all, again when they are next requested. */
  forget(endpointId?: string): void;
  /** Forgets the rows of all endpoints but these. */
  keep(endpointIds: ReadonlySet<string>): void;
}

/** Rows, and the limit that they were made with. */
interface CachedRows {
  readonly rows: Promise<readonly ProxyNode[]>;
  readonly most?: number | undefined;
}

/** @param make makes the rows below a row; a rejection is not kept */
export function openNodeCache(make: (node: ProxyNode, most?: number) => Promise<readonly ProxyNode[]>): NodeCache {
  /** Keeps VS Code from taking equal rows for different ones, and avoids making rows again at each expansion. */
  const kept = new Map<string, WeakMap<ProxyNode, CachedRows>>();

  const makeWhole = async (node: ProxyNode, { rows, most = 0 }: CachedRows): Promise<readonly ProxyNode[]> => {
    const first = await rows;
    return first.length < most ? first : make(node);
  };

  const below = (node: ProxyNode, most?: number): Promise<readonly ProxyNode[]> => {
    const ofEndpoint = kept.get(node.endpointId) ?? new WeakMap<ProxyNode, CachedRows>();
    kept.set(node.endpointId, ofEndpoint);
    const present = ofEndpoint.get(node);
    if (present !== undefined && (most !== undefined || present.most === undefined)) return present.rows;
    const made: CachedRows = {
      rows: present === undefined ? make(node, most) : makeWhole(node, present),
      most,
    };
    ofEndpoint.set(node, made);
    made.rows.catch(() => ofEndpoint.delete(node));
    return made.rows;
  };

  const known = async (node: ProxyNode): Promise<ProxyNode> => {
    const parent = parentOf(node);
    if (parent === undefined) return node;
    const rows = await below(await known(parent));
    return rows.find(({ id }) => id === node.id) ?? node;
  };

  return {
    below,
    known,
    forget(endpointId) {
      if (endpointId === undefined) kept.clear();
      else kept.delete(endpointId);
    },
    keep(endpointIds) {
      for (const id of [...kept.keys()]) if (!endpointIds.has(id)) kept.delete(id);
    },
  };
}
