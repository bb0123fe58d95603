import { certificateOf, itemOf } from '../model/inventory';
import { type Item, itemListings } from '../model/model';
import type { SubjectRef } from '../model/subject';
import { certificateNode, certificatesNode } from './certificateRows';
import { entryPointIndexOf, entryPointNode, entryPointsNode, unboundNode } from './entryPointRows';
import { certificatesInView } from './filteredRows';
import { groupNode, protocolNode, providerNode } from './groupRows';
import { itemNode } from './itemRows';
import type { CertificateNode, EndpointNode, EntryPointNode, ItemNode } from './nodes';
import { type HiddenItems, hasRows, type TreeModel } from './treeModel';

/** The row of a subject with its parents up to the endpoint, so that VS Code need not request any row. */
export function locateNode(
  root: EndpointNode,
  model: TreeModel,
  target: SubjectRef,
): ItemNode | EntryPointNode | CertificateNode | HiddenItems | 'notListed' {
  if ('type' in target) {
    const found = target.type === 'entryPoint' ? locateEntryPoint : locateCertificate;
    return found(root, model, target.name);
  }
  const item = itemOf(model.inventory, target);
  if (item === undefined) return 'notListed';
  return model.whyHidden(item) ?? itemNode(placeOf(root, model, item), item, model);
}

function locateEntryPoint(root: EndpointNode, model: TreeModel, name: string) {
  const { names, on } = entryPointIndexOf(model);
  if (!names.includes(name)) return 'notListed';
  if (model.viewOptions.filter !== '' && !hasRows(model, on(name))) return 'filtered';
  const parent = model.viewOptions.grouping === 'entryPoint' ? root : entryPointsNode(root, model);
  return entryPointNode(parent, model, name);
}

function locateCertificate(root: EndpointNode, model: TreeModel, name: string) {
  const certificate = certificateOf(model.inventory, name);
  if (certificate === undefined) return 'notListed';
  if (!certificatesInView(model).includes(certificate)) return 'filtered';
  return certificateNode(certificatesNode(root, model), certificate, model.inventory.readAt);
}

/** The parent of an item's row. A router on several entry points has several; the first one counts. */
function placeOf(root: EndpointNode, model: TreeModel, item: Item): ItemNode['parent'] {
  const { protocol, kind } = item;
  switch (model.viewOptions.grouping) {
    case 'kind':
      return groupNode(protocolNode(root, model, protocol), model, protocol, kind);
    case 'provider':
      return groupNode(providerNode(root, model, { provider: item.provider }), model, protocol, kind);
    case 'entryPoint': {
      if (item.kind !== 'routers') return groupNode(root, model, protocol, kind);
      const [first] = item.using ?? [];
      return first === undefined ? unboundNode(root, model) : entryPointNode(root, model, first);
    }
  }
}

/** If there are more matches, the user expands the rows of interest. */
const mostUnfolded = 20;

/** The parents of the rows that match, each once and from the top; none if there are too many to expand them. */
export function placesOfMatches(root: EndpointNode, model: TreeModel): readonly ItemNode['parent'][] {
  const { shown } = model.itemCounts;
  if (model.viewOptions.filter === '' || shown > mostUnfolded) return [];
  const places = new Map<string, ItemNode['parent']>();
  for (const [protocol, kind] of itemListings) {
    for (const { name } of model.list(protocol, kind).shown) {
      const node = locateNode(root, model, { endpointId: root.endpointId, protocol, kind, name });
      if (typeof node === 'object' && node.type === 'item') places.set(node.parent.id, node.parent);
    }
  }
  return [...places.values()];
}
