import { unreadMark } from '../describe/unread';
import { groupNames, protocolNames } from '../describe/words';
import type { Findings } from '../findings/finding';
import { groupOf, listingFailure } from '../model/inventory';
import { type Kind, kindsOf, protocols } from '../model/model';
import { certificatesNode } from './certificateRows';
import { entryPointIndexOf } from './entryPointIndex';
import { entryPointNodes, entryPointsNode, unboundNode } from './entryPointRows';
import { findingsNode } from './findingRows';
import { groupNode, protocolNode, providerNode } from './groupRows';
import type { EndpointNode, ProxyNode } from './nodes';
import { overviewNode } from './overviewRows';
import { problemNode } from './sayings';
import type { Scene } from './scene';

/** The rows below an endpoint, as the person groups them. Whatever the grouping, everything that is listed is below one of them. */
export function branchesOf(parent: EndpointNode, scene: Scene, findings?: Findings): readonly ProxyNode[] {
  const overview = [overviewNode(parent, scene), ...(findings === undefined ? [] : [findingsNode(parent, findings)])];
  const certificates = certificatesNode(parent, scene);
  switch (scene.look.grouping) {
    case 'kind':
      return [
        ...overview,
        entryPointsNode(parent, scene),
        ...protocols.map((protocol) => protocolNode(parent, scene, protocol)),
        certificates,
      ];
    case 'provider':
      return [
        ...unreadGroups(parent, scene),
        ...overview,
        entryPointsNode(parent, scene),
        ...scene.providers.map((of) => providerNode(parent, scene, of)),
        certificates,
      ];
    case 'entryPoint':
      return [
        ...unreadGroups(parent, scene),
        ...overview,
        ...entryPointNodes(parent, scene),
        ...(entryPointIndexOf(scene).unbound.all.length === 0 ? [] : [unboundNode(parent, scene)]),
        ...restNodes(parent, scene),
        certificates,
      ];
  }
}

/** Services and middlewares of all protocols that have any. */
function restNodes(parent: EndpointNode, scene: Scene): readonly ProxyNode[] {
  return protocols.flatMap((protocol) =>
    kindsOf(protocol)
      .filter((kind) => kind !== 'routers' && scene.shelf(protocol, kind).all.length > 0)
      .map((kind) => groupNode(parent, scene, protocol, kind)),
  );
}

/** Where items are grouped by what they say, a listing that failed has no row of its own to tell it. */
function unreadGroups(parent: EndpointNode, { inventory }: Scene): readonly ProxyNode[] {
  return protocols.flatMap((protocol) =>
    kindsOf(protocol).flatMap((kind) => {
      const group = groupOf<Kind>(inventory, protocol, kind);
      const [failure, mark] = [listingFailure(group), unreadMark(group)];
      const what = `${protocolNames[protocol]} ${groupNames[kind]}`;
      return failure === undefined
        ? []
        : [problemNode(parent, failure, group?.state === 'failed' ? what : `${what} (${mark})`)];
    }),
  );
}
