import { groupOf } from '../traefik/inventory';
import { type Item, type Kind, kinds, kindsOf, type Protocol, protocols } from '../traefik/model';
import { nameInId } from './ids';
import type { EndpointNode, GroupNode, ProtocolNode, ProviderNode } from './nodes';
import type { OfProvider, Scene } from './scene';
import type { Shelf } from './shelf';
import { nameText } from './summary';
import {
  aloud,
  counted,
  groupNames,
  itemNames,
  joined,
  NOT_IN_THIS_VERSION,
  numberText,
  protocolNames,
  troublesText,
} from './words';

/** The row of a protocol, with what it has. */
export function protocolNode(parent: EndpointNode, scene: Scene, protocol: Protocol): ProtocolNode {
  const label = protocolNames[protocol];
  const description = protocolDescription(protocol, scene);
  return {
    type: 'protocol',
    parent,
    id: `${parent.id}/${protocol}`,
    endpointId: parent.endpointId,
    protocol,
    label,
    description,
    spoken: `${label}, ${description}`,
  };
}

function protocolDescription(protocol: Protocol, scene: Scene): string {
  const parts = kindsOf(protocol).flatMap((kind) => {
    switch (groupOf(scene.inventory, protocol, kind)?.state) {
      case 'read': {
        const { shown, all } = scene.shelf(protocol, kind);
        return countedOf(shown.length, all.length, kind, scene);
      }
      case 'failed':
        return `${kind} not read`;
      default:
        return [];
    }
  });
  return parts.length === 0 ? NOT_IN_THIS_VERSION : parts.join(', ');
}

/** `48 routers`; with a filter `12 of 48 routers`. */
function countedOf(shown: number, total: number, kind: Kind, { look }: Scene): string {
  const all = counted(total, itemNames[kind].toLowerCase());
  return look.filter === '' || total === 0 ? all : `${numberText(shown)} of ${all}`;
}

/** The kinds that a protocol has. */
export function groupsOf(parent: ProtocolNode, scene: Scene): GroupNode[] {
  return kindsOf(parent.protocol).map((kind) => groupNode(parent, scene, parent.protocol, kind));
}

/** The row of one kind of a protocol, with its count and how many of them something is wrong with. */
export function groupNode(
  parent: ProtocolNode | ProviderNode | EndpointNode,
  scene: Scene,
  protocol: Protocol,
  kind: Kind,
): GroupNode {
  const whole = `${protocolNames[protocol]} ${groupNames[kind]}`;
  const of = parent.type === 'provider' ? parent.of : undefined;
  const description = groupDescription(scene, protocol, kind, of);
  return {
    type: 'group',
    parent,
    id: `${parent.id}/${parent.type === 'protocol' ? kind : `${protocol} ${kind}`}`,
    endpointId: parent.endpointId,
    protocol,
    kind,
    ...(of === undefined ? {} : { of }),
    label: parent.type === 'protocol' ? groupNames[kind] : whole,
    description,
    spoken: `${protocolNames[protocol]} ${kind}, ${aloud(description)}`,
  };
}

function groupDescription(scene: Scene, protocol: Protocol, kind: Kind, of: OfProvider | undefined): string {
  switch (groupOf(scene.inventory, protocol, kind)?.state) {
    case 'failed':
      return 'not read';
    case 'read': {
      const { shown, all }: Shelf<Item> = scene.shelf(protocol, kind, of);
      const count =
        scene.look.filter === '' ? numberText(all.length) : `${numberText(shown.length)} of ${numberText(all.length)}`;
      return joined(count, troublesOf(shown, scene));
    }
    default:
      return NOT_IN_THIS_VERSION;
  }
}

/** How many of the items Traefik finds something wrong with, and how many services are down. */
function troublesOf(items: readonly Item[], { graph }: Scene): string {
  let [errors, warnings, down, partly] = [0, 0, 0, 0];
  for (const item of items) {
    if (item.status === 'disabled') errors++;
    else if (item.status === 'warning') warnings++;
    if (item.kind !== 'services') continue;
    const { state } = graph.healthOf(item);
    if (state === 'down') down++;
    else if (state === 'partly') partly++;
  }
  return troublesText([
    [errors, 'with errors'],
    [warnings, 'with warnings'],
    [down, 'down'],
    [partly, 'partly down'],
  ]);
}

/** The row of one provider, with what it brought. */
export function providerNode(parent: EndpointNode, scene: Scene, of: OfProvider): ProviderNode {
  const { provider } = of;
  const label = provider === undefined ? 'No Provider' : nameText(provider);
  const description = providerDescription(scene, of);
  return {
    type: 'provider',
    parent,
    id: `${parent.id}/${provider === undefined ? 'no provider' : `provider/${nameInId(provider)}`}`,
    endpointId: parent.endpointId,
    of,
    label,
    description,
    spoken: `${provider === undefined ? '' : 'Provider '}${label}, ${description}`,
  };
}

function providerDescription(scene: Scene, of: OfProvider): string {
  return kinds
    .flatMap((kind) => {
      const shelves = protocols
        .filter((protocol) => kindsOf(protocol).includes(kind))
        .map((protocol) => scene.shelf(protocol, kind, of));
      const total = shelves.reduce((sum, shelf) => sum + shelf.all.length, 0);
      const shown = shelves.reduce((sum, shelf) => sum + shelf.shown.length, 0);
      return total === 0 ? [] : countedOf(shown, total, kind, scene);
    })
    .join(', ');
}

/** The groups of a provider that are not empty, of all protocols. */
export function groupsOfProvider(parent: ProviderNode, scene: Scene): GroupNode[] {
  return protocols.flatMap((protocol) =>
    kindsOf(protocol)
      .filter((kind) => scene.shelf(protocol, kind, parent.of).all.length > 0)
      .map((kind) => groupNode(parent, scene, protocol, kind)),
  );
}
