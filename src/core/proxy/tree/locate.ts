import { certificateOf, itemOf } from '../model/inventory';
import type { Item } from '../model/model';
import type { SubjectRef } from '../model/subject';
import { certificateNode, certificatesNode } from './certificateRows';
import { entryPointIndexOf } from './entryPointIndex';
import { entryPointNode, entryPointsNode, unboundNode } from './entryPointRows';
import { groupNode, protocolNode, providerNode } from './groupRows';
import { itemNode } from './itemRows';
import type { CertificateNode, EndpointNode, EntryPointNode, ItemNode } from './nodes';
import type { Hidden, Scene } from './scene';

/** Where something is in the tree; with its parents up to the endpoint, so that no row has to be asked for. */
export function locate(
  root: EndpointNode,
  scene: Scene,
  target: SubjectRef,
): ItemNode | EntryPointNode | CertificateNode | Hidden | 'notListed' {
  if ('type' in target) {
    const found = target.type === 'entryPoint' ? locateEntryPoint : locateCertificate;
    return found(root, scene, target.name) ?? 'notListed';
  }
  const item = itemOf(scene.inventory, target);
  if (item === undefined) return 'notListed';
  return scene.whyHidden(item) ?? itemNode(placeOf(root, scene, item), item, scene);
}

function locateEntryPoint(root: EndpointNode, scene: Scene, name: string): EntryPointNode | undefined {
  if (!entryPointIndexOf(scene).names.includes(name)) return undefined;
  const parent = scene.look.grouping === 'entryPoint' ? root : entryPointsNode(root, scene);
  return entryPointNode(parent, scene, name);
}

function locateCertificate(root: EndpointNode, scene: Scene, name: string): CertificateNode | undefined {
  const certificate = certificateOf(scene.inventory, name);
  return certificate && certificateNode(certificatesNode(root, scene), certificate, scene.inventory.readAt);
}

/** The row that an item lies under. A router on several entry points has several; the first is its place. */
function placeOf(root: EndpointNode, scene: Scene, item: Item): ItemNode['parent'] {
  const { protocol, kind } = item;
  switch (scene.look.grouping) {
    case 'kind':
      return groupNode(protocolNode(root, scene, protocol), scene, protocol, kind);
    case 'provider':
      return groupNode(providerNode(root, scene, { provider: item.provider }), scene, protocol, kind);
    case 'entryPoint': {
      if (item.kind !== 'routers') return groupNode(root, scene, protocol, kind);
      const [first] = item.using ?? [];
      return first === undefined ? unboundNode(root, scene) : entryPointNode(root, scene, first);
    }
  }
}
