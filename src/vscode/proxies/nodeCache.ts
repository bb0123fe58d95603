import { type ProxyNode, parentOf } from '../../core/proxy/tree/nodes';

/**
 * The rows as VS Code was given them. It knows a row by the very object: given another one of the same id, it throws away
 * what belongs to the first, and a click on that does nothing but complain.
 */
interface KeptRows {
  /**
   * The rows below a row: the same objects until its endpoint's are forgotten.
   *
   * @param most of a group's items; of a list that was cut short all are made anew when all are asked for
   */
  below(node: ProxyNode, most?: number): Promise<readonly ProxyNode[]>;
  /** The object by which VS Code knows the row; the given one where there is no such row. */
  known(node: ProxyNode): Promise<ProxyNode>;
  /** Makes the rows of one endpoint, or of all, anew when they are next asked for. */
  forget(endpointId?: string): void;
}

/** Rows that were made, and how many there were to be at most. */
interface Made {
  readonly rows: Promise<readonly ProxyNode[]>;
  readonly most?: number | undefined;
}

/** @param make makes the rows below a row; what it rejects with is not kept */
export function openNodeCache(make: (node: ProxyNode, most?: number) => Promise<readonly ProxyNode[]>): KeptRows {
  /** Spares VS Code rows that it would take for others, and us the making of the same rows at each unfolding. */
  const kept = new Map<string, WeakMap<ProxyNode, Made>>();

  const makeWhole = async (node: ProxyNode, { rows, most = 0 }: Made): Promise<readonly ProxyNode[]> => {
    const first = await rows;
    return first.length < most ? first : make(node);
  };

  const below = (node: ProxyNode, most?: number): Promise<readonly ProxyNode[]> => {
    const ofEndpoint = kept.get(node.endpointId) ?? new WeakMap<ProxyNode, Made>();
    kept.set(node.endpointId, ofEndpoint);
    const present = ofEndpoint.get(node);
    if (present !== undefined && (most !== undefined || present.most === undefined)) return present.rows;
    const made: Made = {
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
  };
}
