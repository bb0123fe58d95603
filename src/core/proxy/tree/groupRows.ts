import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import { nameText } from '../describe/itemSummary';
import {
  groupNames,
  itemCountText,
  joinedParts,
  listingNames,
  noMatches,
  notInThisVersion,
  protocolNames,
  shownCountText,
} from '../describe/labels';
import { staleMark } from '../describe/staleness';
import { inventoryGroupOf, knownEntries, listingFailure } from '../model/inventory';
import {
  type Item,
  type ItemKind,
  itemKinds,
  itemListings,
  kindsOf,
  type TraefikProtocol,
  traefikProtocols,
} from '../model/model';
import { rowBelow } from './messageNodes';
import { type EndpointNode, type GroupNode, nameInId, type ProtocolNode, type ProviderNode } from './nodes';
import { type FilteredList, hasRows, type ProviderItems, type TreeModel } from './treeModel';

/** Whether only one protocol has items or listings that could not be read, so that no row needs to name it. */
export function isOfOneProtocol(model: TreeModel): boolean {
  const isUsed = (protocol: TraefikProtocol): boolean =>
    kindsOf(protocol).some((kind) => isInUse(model, protocol, kind));
  return traefikProtocols.filter(isUsed).length <= 1;
}

function isInUse(model: TreeModel, protocol: TraefikProtocol, kind: ItemKind): boolean {
  const group = inventoryGroupOf<ItemKind>(model.inventory, protocol, kind);
  const isTold = listingFailure(group) !== undefined || (knownEntries(group)?.unnamed ?? 0) > 0;
  return isTold || model.list<ItemKind>(protocol, kind).all.length > 0;
}

/** Whether a listing has a row: where there is nothing to see, there is none. */
function hasGroup(model: TreeModel, protocol: TraefikProtocol, kind: ItemKind): boolean {
  const { filter } = model.viewOptions;
  return filter === '' ? isInUse(model, protocol, kind) : hasRows(model, model.list<ItemKind>(protocol, kind));
}

/** The protocols with rows; if only one is in use, its groups. */
export function protocolRows(parent: EndpointNode, model: TreeModel): readonly (ProtocolNode | GroupNode)[] {
  const isPlain = isOfOneProtocol(model);
  return traefikProtocols.flatMap((protocol): readonly (ProtocolNode | GroupNode)[] => {
    if (!kindsOf(protocol).some((kind) => hasGroup(model, protocol, kind))) return [];
    return isPlain ? groupsOf(parent, model, protocol) : [protocolNode(parent, model, protocol)];
  });
}

/** The row of a protocol, with the numbers of its items. */
export function protocolNode(parent: EndpointNode, model: TreeModel, protocol: TraefikProtocol): ProtocolNode {
  const parts = kindsOf(protocol).flatMap((kind) => {
    const group = inventoryGroupOf<ItemKind>(model.inventory, protocol, kind);
    const mark = staleMark(group);
    if (knownEntries(group) === undefined) return mark === undefined ? [] : [`${groupNames[kind]()}: ${mark}`];
    return countedOf([model.list(protocol, kind)], kind, model).map((count) => (mark ? `${count} (${mark})` : count));
  });
  return {
    type: 'protocol',
    ...rowBelow(parent, `/${protocol}`, protocolNames[protocol], joinedParts(...parts)),
    protocol,
  };
}

/** `48 routers`; with a filter `12 of 48 routers`. Nothing where there are none. */
function countedOf(
  lists: readonly FilteredList<Item>[],
  kind: ItemKind,
  { viewOptions }: TreeModel,
): readonly string[] {
  const shown = lists.reduce((sum, list) => sum + list.shown.length, 0);
  const total = lists.reduce((sum, list) => sum + list.all.length, 0);
  if (shown === 0) return [];
  return [viewOptions.filter === '' ? itemCountText(total, kind) : shownCountText(shown, total, kind)];
}

/** The groups of a protocol. They stand below the endpoint if no other protocol is in use. */
export function groupsOf(
  parent: ProtocolNode | EndpointNode,
  model: TreeModel,
  protocol: TraefikProtocol,
): readonly GroupNode[] {
  return kindsOf(protocol)
    .filter((kind) => hasGroup(model, protocol, kind))
    .map((kind) => groupNode(parent, model, protocol, kind));
}

/** The row of one kind of a protocol, with the number of its items. */
export function groupNode(
  parent: ProtocolNode | ProviderNode | EndpointNode,
  model: TreeModel,
  protocol: TraefikProtocol,
  kind: ItemKind,
): GroupNode {
  const whole = listingNames[`${protocol}/${kind}`]();
  const of = parent.type === 'provider' ? parent.of : undefined;
  const isPlain = parent.type === 'protocol' || isOfOneProtocol(model);
  const id = parent.type === 'protocol' ? kind : `${protocol} ${kind}`;
  return {
    type: 'group',
    ...rowBelow(
      parent,
      `/${id}`,
      isPlain ? groupNames[kind]() : whole,
      groupDescription(model, protocol, kind, of),
      whole,
    ),
    protocol,
    kind,
    ...(of === undefined ? {} : { of }),
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
  if (knownEntries(group) === undefined) return mark ?? notInThisVersion();
  const { shown, all }: FilteredList<Item> = model.list(protocol, kind, of);
  const count =
    model.viewOptions.filter === ''
      ? numberText(all.length)
      : l10n.t('{0} of {1}', numberText(shown.length), numberText(all.length));
  return joinedParts(mark, count);
}

/** The row of one provider, with the numbers of its items. */
export function providerNode(parent: EndpointNode, model: TreeModel, of: ProviderItems): ProviderNode {
  const { provider } = of;
  const label = provider === undefined ? l10n.t('No Provider') : nameText(provider);
  const title = provider === undefined ? label : l10n.t('Provider {0}', label);
  const id = provider === undefined ? '/no provider' : `/provider/${nameInId(provider)}`;
  return { type: 'provider', ...rowBelow(parent, id, label, providerDescription(model, of), title), of };
}

function providerDescription(model: TreeModel, of: ProviderItems): string {
  const listsOf = (wanted: ItemKind): readonly FilteredList<Item>[] =>
    itemListings
      .filter(([, kind]) => kind === wanted)
      .map(([protocol, kind]) => model.list(protocol, kind, of))
      .filter(({ all }) => all.length > 0);
  const brought = itemKinds.map((kind) => ({ kind, lists: listsOf(kind) })).filter(({ lists }) => lists.length > 0);
  const parts = brought.flatMap(({ kind, lists }) => countedOf(lists, kind, model));
  return parts.length === 0 ? noMatches() : joinedParts(...parts);
}

/** The groups of a provider that are not empty, of all protocols. */
export function groupsOfProvider(parent: ProviderNode, model: TreeModel): GroupNode[] {
  return itemListings
    .filter(([protocol, kind]) => hasRows(model, model.list(protocol, kind, parent.of)))
    .map(([protocol, kind]) => groupNode(parent, model, protocol, kind));
}
