import { type ProxyNode, parentOf } from '../../core/tree/nodes';

/**
 * The rows as VS Code was given them. It knows a row by the very object: given another one of the same id, it throws away
 * what belongs to the first, and a click on that does nothing but complain.
 */
export interface KeptRows {
  /** The rows below a row: the same objects until its endpoint's are forgotten. */
  below(node: ProxyNode): Promise<readonly ProxyNode[]>;
  /** The object by which VS Code knows the row; the given one where there is no such row. */
  known(node: ProxyNode): Promise<ProxyNode>;
  /** Makes the rows of one endpoint, or of all, anew when they are next asked for. */
  forget(endpointId?: string): void;
}

/** @param make makes the rows below a row; what it rejects with is not kept */
export function keepRows(make: (node: ProxyNode) => Promise<readonly ProxyNode[]>): KeptRows {
  const kept = new Map<string, WeakMap<ProxyNode, Promise<readonly ProxyNode[]>>>();

  const below = (node: ProxyNode): Promise<readonly ProxyNode[]> => {
    const ofEndpoint = kept.get(node.endpointId) ?? new WeakMap<ProxyNode, Promise<readonly ProxyNode[]>>();
    kept.set(node.endpointId, ofEndpoint);
    const present = ofEndpoint.get(node);
    if (present !== undefined) return present;
    const made = make(node);
    ofEndpoint.set(node, made);
    made.catch(() => ofEndpoint.delete(node));
    return made;
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
  };
}
