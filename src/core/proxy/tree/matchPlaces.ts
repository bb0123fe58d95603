import { kindsOf, traefikProtocols } from '../model/model';
import { locateNode } from './locateNode';
import type { EndpointNode, ItemNode } from './nodes';
import type { TreeModel } from './treeModel';

/** With more matches than this, a person unfolds what they want to see. */
const mostUnfolded = 20;

/** The rows that matches lie under, each once and from the top; none where there are too many matches to unfold them. */
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
