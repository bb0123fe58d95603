import { numberText } from '../../../l10n/numbers';
import { nameText } from '../describe/summary';
import { unreadMark } from '../describe/unread';
import {
  aloud,
  counted,
  groupNames,
  itemNames,
  joined,
  NONE_MATCH,
  NOT_IN_THIS_VERSION,
  protocolNames,
  troublesText,
} from '../describe/words';
import { groupOf, knownEntries } from '../model/inventory';
import { type Item, type Kind, kinds, kindsOf, type Protocol, protocols } from '../model/model';
import { type EndpointNode, type GroupNode, nameInId, type ProtocolNode, type ProviderNode } from './nodes';
import type { OfProvider, Scene, Shelf, Troubles } from './scene';

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
    spoken: aloud(label, description),
  };
}

function protocolDescription(protocol: Protocol, scene: Scene): string {
  const groups = kindsOf(protocol).map((kind) => ({ kind, group: groupOf<Kind>(scene.inventory, protocol, kind) }));
  const shelves = groups.flatMap(({ kind, group }) =>
    knownEntries(group) === undefined ? [] : [scene.shelf(protocol, kind)],
  );
  const parts = groups.flatMap(({ kind, group }) => {
    const mark = unreadMark(group);
    if (knownEntries(group) === undefined) return mark === undefined ? [] : [`${kind} ${mark}`];
    return countedOf([scene.shelf(protocol, kind)], kind, scene).map((count) => (mark ? `${count} (${mark})` : count));
  });
  if (parts.length === 0) return shelves.length === 0 ? NOT_IN_THIS_VERSION : NONE_MATCH;
  return joined(parts.join(', '), gistOf(shelves));
}

/** `48 routers`; with a filter `12 of 48 routers`, and nothing of a kind that it hides altogether. */
function countedOf(shelves: readonly Shelf<Item>[], kind: Kind, { look }: Scene): readonly string[] {
  const shown = shelves.reduce((sum, shelf) => sum + shelf.shown.length, 0);
  const total = shelves.reduce((sum, shelf) => sum + shelf.all.length, 0);
  const all = counted(total, itemNames[kind].toLowerCase());
  if (look.filter === '') return [all];
  return shown === 0 ? [] : [`${numberText(shown)} of ${all}`];
}

/** What is wrong below a row that is folded at first: whoever unfolds nothing else unfolds this. */
export function gistOf(shelves: readonly Shelf<Item>[]): string {
  let [errors, warnings, down] = [0, 0, 0];
  for (const { troubles } of shelves) {
    errors += troubles.errors;
    warnings += troubles.warnings;
    down += troubles.down;
  }
  return troublesText([
    [errors, 'with errors'],
    [warnings, 'with warnings'],
    [down, 'down'],
  ]);
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
  const group = groupOf<Kind>(scene.inventory, protocol, kind);
  const mark = unreadMark(group);
  if (knownEntries(group) === undefined) return mark ?? NOT_IN_THIS_VERSION;
  const { shown, all, troubles }: Shelf<Item> = scene.shelf(protocol, kind, of);
  const count =
    scene.look.filter === '' ? numberText(all.length) : `${numberText(shown.length)} of ${numberText(all.length)}`;
  return joined(mark, count, troublesSaid(troubles));
}

function troublesSaid({ errors, warnings, down, partly }: Troubles): string {
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
    spoken: aloud(`${provider === undefined ? '' : 'Provider '}${label}`, description),
  };
}

function providerDescription(scene: Scene, of: OfProvider): string {
  const shelvesOf = (kind: Kind): readonly Shelf<Item>[] =>
    protocols
      .filter((protocol) => kindsOf(protocol).includes(kind))
      .map((protocol) => scene.shelf(protocol, kind, of))
      .filter(({ all }) => all.length > 0);
  const brought = kinds.map((kind) => ({ kind, shelves: shelvesOf(kind) })).filter(({ shelves }) => shelves.length > 0);
  const parts = brought.flatMap(({ kind, shelves }) => countedOf(shelves, kind, scene));
  if (parts.length === 0) return NONE_MATCH;
  const all = brought.flatMap(({ shelves }) => shelves);
  return joined(parts.join(', '), gistOf(all));
}

/** The groups of a provider that are not empty, of all protocols. */
export function groupsOfProvider(parent: ProviderNode, scene: Scene): GroupNode[] {
  return protocols.flatMap((protocol) =>
    kindsOf(protocol)
      .filter((kind) => scene.shelf(protocol, kind, parent.of).all.length > 0)
      .map((kind) => groupNode(parent, scene, protocol, kind)),
  );
}
