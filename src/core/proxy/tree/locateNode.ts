import { certificateOf, itemOf } from '../model/inventory';
import { type Item, type ItemKind, isInternal, itemListings } from '../model/model';
import type { SubjectRef } from '../model/subject';
import { certificateNode, certificatesNode } from './certificateRows';
import { entryPointIndexOf, entryPointNode, entryPointsNode, unboundNode } from './entryPointRows';
import { certificatesInView } from './filteredRows';
import { groupNode, isOfOneProtocol, protocolNode, providerNode } from './groupRows';
import { builtInNode, itemNode } from './itemRows';
import type { CertificateNode, EndpointNode, EntryPointNode, ItemNode } from './nodes';
import { hasRows, type TreeModel } from './treeModel';

/** The row of a subject with its parents up to the endpoint, so that VS Code need not request any row. */
export function locateNode(
  root: EndpointNode,
  model: TreeModel,
  target: SubjectRef,
): ItemNode | EntryPointNode | CertificateNode | 'filtered' | 'notListed' {
  if ('type' in target) {
    const found = target.type === 'entryPoint' ? locateEntryPoint : locateCertificate;
    return found(root, model, target.name);
  }
  const item = itemOf(model.inventory, target);
  if (item === undefined) return 'notListed';
  return model.isShown(item) ? itemNode(placeOf(root, model, item), item, model) : 'filtered';
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
  if (isInternal(item)) return builtInNode(root, model);
  switch (model.viewOptions.grouping) {
    case 'kind':
      return groupNode(isOfOneProtocol(model) ? root : protocolNode(root, model, protocol), model, protocol, kind);
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
  const matches = itemListings.flatMap(([protocol, kind]) => model.list<ItemKind>(protocol, kind).shown);
  for (const item of [...matches, ...model.builtIn.shown]) {
    const place = placeOf(root, model, item);
    places.set(place.id, place);
  }
  return [...places.values()];
}
