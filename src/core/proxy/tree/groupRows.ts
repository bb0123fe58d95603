import { numberText } from '../../../l10n/numbers';
import { nameText } from '../describe/itemSummary';
import {
  ariaText,
  countText,
  errorCountsText,
  groupNames,
  itemNames,
  joinedParts,
  NONE_MATCH,
  NOT_IN_THIS_VERSION,
  protocolNames,
} from '../describe/labels';
import { staleMark } from '../describe/staleness';
import { inventoryGroupOf, knownEntries } from '../model/inventory';
import { type Item, type ItemKind, itemKinds, kindsOf, type TraefikProtocol, traefikProtocols } from '../model/model';
import { type EndpointNode, type GroupNode, nameInId, type ProtocolNode, type ProviderNode } from './nodes';
import type { ErrorCounts, FilteredList, ProviderItems, TreeModel } from './treeModel';

/** The row of a protocol, with what it has. */
export function protocolNode(parent: EndpointNode, model: TreeModel, protocol: TraefikProtocol): ProtocolNode {
  const label = protocolNames[protocol];
  const description = protocolDescription(protocol, model);
  return {
    type: 'protocol',
    parent,
    id: `${parent.id}/${protocol}`,
    endpointId: parent.endpointId,
    protocol,
    label,
    description,
    spoken: ariaText(label, description),
  };
}

function protocolDescription(protocol: TraefikProtocol, model: TreeModel): string {
  const groups = kindsOf(protocol).map((kind) => ({
    kind,
    group: inventoryGroupOf<ItemKind>(model.inventory, protocol, kind),
  }));
  const lists = groups.flatMap(({ kind, group }) =>
    knownEntries(group) === undefined ? [] : [model.list(protocol, kind)],
  );
  const parts = groups.flatMap(({ kind, group }) => {
    const mark = staleMark(group);
    if (knownEntries(group) === undefined) return mark === undefined ? [] : [`${kind} ${mark}`];
    return countedOf([model.list(protocol, kind)], kind, model).map((count) => (mark ? `${count} (${mark})` : count));
  });
  if (parts.length === 0) return lists.length === 0 ? NOT_IN_THIS_VERSION : NONE_MATCH;
  return joinedParts(parts.join(', '), errorSummaryOf(lists));
}

/** `48 routers`; with a filter `12 of 48 routers`, and nothing of a kind that it hides altogether. */
function countedOf(
  lists: readonly FilteredList<Item>[],
  kind: ItemKind,
  { viewOptions }: TreeModel,
): readonly string[] {
  const shown = lists.reduce((sum, list) => sum + list.shown.length, 0);
  const total = lists.reduce((sum, list) => sum + list.all.length, 0);
  const all = countText(total, itemNames[kind].toLowerCase());
  if (viewOptions.filter === '') return [all];
  return shown === 0 ? [] : [`${numberText(shown)} of ${all}`];
}

/** What is wrong below a row that is folded at first: whoever unfolds nothing else unfolds this. */
export function errorSummaryOf(lists: readonly FilteredList<Item>[]): string {
  let [errors, warnings, down] = [0, 0, 0];
  for (const { troubles } of lists) {
    errors += troubles.errors;
    warnings += troubles.warnings;
    down += troubles.down;
  }
  return errorCountsText([
    [errors, 'with errors'],
    [warnings, 'with warnings'],
    [down, 'down'],
  ]);
}

/** The kinds that a protocol has. */
export function groupsOf(parent: ProtocolNode, model: TreeModel): GroupNode[] {
  return kindsOf(parent.protocol).map((kind) => groupNode(parent, model, parent.protocol, kind));
}

/** The row of one kind of a protocol, with its count and how many of them something is wrong with. */
export function groupNode(
  parent: ProtocolNode | ProviderNode | EndpointNode,
  model: TreeModel,
  protocol: TraefikProtocol,
  kind: ItemKind,
): GroupNode {
  const whole = `${protocolNames[protocol]} ${groupNames[kind]}`;
  const of = parent.type === 'provider' ? parent.of : undefined;
  const description = groupDescription(model, protocol, kind, of);
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
    spoken: `${protocolNames[protocol]} ${kind}, ${ariaText(description)}`,
  };
}

function groupDescription(
  model: TreeModel,
  protocol: TraefikProtocol,
  kind: ItemKind,
  of: ProviderItems | undefined,
): string {
  const group = inventoryGroupOf<ItemKind>(model.inventory, protocol, kind);
  const mark = staleMark(group);
  if (knownEntries(group) === undefined) return mark ?? NOT_IN_THIS_VERSION;
  const { shown, all, troubles }: FilteredList<Item> = model.list(protocol, kind, of);
  const count =
    model.viewOptions.filter === ''
      ? numberText(all.length)
      : `${numberText(shown.length)} of ${numberText(all.length)}`;
  return joinedParts(mark, count, troublesSaid(troubles));
}

function troublesSaid({ errors, warnings, down, partly }: ErrorCounts): string {
  return errorCountsText([
    [errors, 'with errors'],
    [warnings, 'with warnings'],
    [down, 'down'],
    [partly, 'partly down'],
  ]);
}

/** The row of one provider, with what it brought. */
export function providerNode(parent: EndpointNode, model: TreeModel, of: ProviderItems): ProviderNode {
  const { provider } = of;
  const label = provider === undefined ? 'No Provider' : nameText(provider);
  const description = providerDescription(model, of);
  return {
    type: 'provider',
    parent,
    id: `${parent.id}/${provider === undefined ? 'no provider' : `provider/${nameInId(provider)}`}`,
    endpointId: parent.endpointId,
    of,
    label,
    description,
    spoken: ariaText(`${provider === undefined ? '' : 'Provider '}${label}`, description),
  };
}

function providerDescription(model: TreeModel, of: ProviderItems): string {
  const shelvesOf = (kind: ItemKind): readonly FilteredList<Item>[] =>
    traefikProtocols
      .filter((protocol) => kindsOf(protocol).includes(kind))
      .map((protocol) => model.list(protocol, kind, of))
      .filter(({ all }) => all.length > 0);
  const brought = itemKinds.map((kind) => ({ kind, lists: shelvesOf(kind) })).filter(({ lists }) => lists.length > 0);
  const parts = brought.flatMap(({ kind, lists }) => countedOf(lists, kind, model));
  if (parts.length === 0) return NONE_MATCH;
  const all = brought.flatMap(({ lists }) => lists);
  return joinedParts(parts.join(', '), errorSummaryOf(all));
}

/** The groups of a provider that are not empty, of all protocols. */
export function groupsOfProvider(parent: ProviderNode, model: TreeModel): GroupNode[] {
  return traefikProtocols.flatMap((protocol) =>
    kindsOf(protocol)
      .filter((kind) => model.list(protocol, kind, parent.of).all.length > 0)
      .map((kind) => groupNode(parent, model, protocol, kind)),
  );
}
