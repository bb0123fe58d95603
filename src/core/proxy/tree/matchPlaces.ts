import { kindsOf, traefikProtocols } from '../model/model';
import { locateNode } from './locateNode';
import type { EndpointNode, ItemNode } from './nodes';
import type { TreeModel } from './treeModel';

/** If there are more matches, the user expands the rows of interest. */
const mostUnfolded = 20;

/** The parents of the rows that match, each once and from the top; none if there are too many to expand them. */
export function placesOfMatches(root: EndpointNode, model: TreeModel): readonly ItemNode['parent'][] {
  const { shown } = model.itemCounts;
  if (model.viewOptions.filter === '' || shown > mostUnfolded) return [];
  const places = new Map<string, ItemNode['parent']>();
  for (const protocol of traefikProtocols) {
    for (const kind of kindsOf(protocol)) {
      for (const { name } of model.list(protocol, kind).shown) {
        const node = locateNode(root, model, { endpointId: root.endpointId, protocol, kind, name });
        if (typeof node === 'object' && node.type === 'item') places.set(node.parent.id, node.parent);
      }
    }
  }
  return [...places.values()];
}
