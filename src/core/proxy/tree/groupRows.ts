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
  troubleText,
  worstTroubleText,
} from '../describe/labels';
import { staleMark } from '../describe/staleness';
import { inventoryGroupOf, knownEntries } from '../model/inventory';
import { type Item, type ItemKind, itemKinds, itemListings, kindsOf, type TraefikProtocol } from '../model/model';
import { sumOfTroubles, type TroubleCounts, worstTrouble } from '../model/troubles';
import { rowBelow } from './messageNodes';
import { type EndpointNode, type GroupNode, nameInId, type ProtocolNode, type ProviderNode } from './nodes';
import { type FilteredList, hasRows, type ProviderItems, type TreeModel } from './treeModel';

/** The row of a protocol, with the numbers of its items. */
export function protocolNode(parent: EndpointNode, model: TreeModel, protocol: TraefikProtocol): ProtocolNode {
  const label = protocolNames[protocol];
  const troubles = troublesAmong(kindsOf(protocol).map((kind) => model.list(protocol, kind)));
  const description = protocolDescription(protocol, model, troubles);
  return {
    type: 'protocol',
    ...rowBelow(parent, `/${protocol}`, label, description),
    protocol,
    worst: worstTrouble(troubles),
  };
}

function protocolDescription(protocol: TraefikProtocol, model: TreeModel, troubles: TroubleCounts): string {
  const groups = kindsOf(protocol).map((kind) => ({
    kind,
    group: inventoryGroupOf<ItemKind>(model.inventory, protocol, kind),
  }));
  const parts = groups.flatMap(({ kind, group }) => {
    const mark = staleMark(group);
    if (knownEntries(group) === undefined) return mark === undefined ? [] : [`${groupNames[kind]()}: ${mark}`];
    return countedOf([model.list(protocol, kind)], kind, model).map((count) => (mark ? `${count} (${mark})` : count));
  });
  if (parts.length === 0) {
    return groups.some(({ group }) => knownEntries(group) !== undefined) ? noMatches() : notInThisVersion();
  }
  return joinedParts(worstTroubleText(troubles), ...parts);
}

/** `48 routers`; with a filter `12 of 48 routers`, or nothing if it hides all of them. */
function countedOf(
  lists: readonly FilteredList<Item>[],
  kind: ItemKind,
  { viewOptions }: TreeModel,
): readonly string[] {
  const shown = lists.reduce((sum, list) => sum + list.shown.length, 0);
  const total = lists.reduce((sum, list) => sum + list.all.length, 0);
  if (viewOptions.filter === '') return [itemCountText(total, kind)];
  return shown === 0 ? [] : [shownCountText(shown, total, kind)];
}

/** The troubles below a row that is collapsed at first, so that users know to expand it. */
function troublesAmong(lists: readonly FilteredList<Item>[]): TroubleCounts {
  return sumOfTroubles(lists.map(({ troubles }) => troubles));
}

export function groupsOf(parent: ProtocolNode, model: TreeModel): GroupNode[] {
  const isShown = (kind: ItemKind): boolean => hasRows(model, model.list(parent.protocol, kind));
  return kindsOf(parent.protocol)
    .filter((kind) => model.viewOptions.filter === '' || isShown(kind))
    .map((kind) => groupNode(parent, model, parent.protocol, kind));
}

/** The row of one kind of a protocol, with the number of its items and of those with errors. */
export function groupNode(
  parent: ProtocolNode | ProviderNode | EndpointNode,
  model: TreeModel,
  protocol: TraefikProtocol,
  kind: ItemKind,
): GroupNode {
  const whole = listingNames[`${protocol}/${kind}`]();
  const of = parent.type === 'provider' ? parent.of : undefined;
  const { troubles } = model.list<ItemKind>(protocol, kind, of);
  const [id, label] = parent.type === 'protocol' ? [kind, groupNames[kind]()] : [`${protocol} ${kind}`, whole];
  return {
    type: 'group',
    ...rowBelow(parent, `/${id}`, label, groupDescription(model, protocol, kind, of), whole),
    protocol,
    kind,
    ...(of === undefined ? {} : { of }),
    worst: worstTrouble(troubles),
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
  const { shown, all, troubles }: FilteredList<Item> = model.list(protocol, kind, of);
  const count =
    model.viewOptions.filter === ''
      ? numberText(all.length)
      : l10n.t('{0} of {1}', numberText(shown.length), numberText(all.length));
  return joinedParts(troubleText(troubles), mark, count);
}

/** The row of one provider, with the numbers of its items. */
export function providerNode(parent: EndpointNode, model: TreeModel, of: ProviderItems): ProviderNode {
  const { provider } = of;
  const label = provider === undefined ? l10n.t('No Provider') : nameText(provider);
  const title = provider === undefined ? label : l10n.t('Provider {0}', label);
  const id = provider === undefined ? '/no provider' : `/provider/${nameInId(provider)}`;
  const troubles = troublesAmong(itemListings.map(([protocol, kind]) => model.list(protocol, kind, of)));
  return {
    type: 'provider',
    ...rowBelow(parent, id, label, providerDescription(model, of, troubles), title),
    of,
    worst: worstTrouble(troubles),
  };
}

function providerDescription(model: TreeModel, of: ProviderItems, troubles: TroubleCounts): string {
  const listsOf = (wanted: ItemKind): readonly FilteredList<Item>[] =>
    itemListings
      .filter(([, kind]) => kind === wanted)
      .map(([protocol, kind]) => model.list(protocol, kind, of))
      .filter(({ all }) => all.length > 0);
  const brought = itemKinds.map((kind) => ({ kind, lists: listsOf(kind) })).filter(({ lists }) => lists.length > 0);
  const parts = brought.flatMap(({ kind, lists }) => countedOf(lists, kind, model));
  if (parts.length === 0) return noMatches();
  return joinedParts(worstTroubleText(troubles), ...parts);
}

/** The groups of a provider that are not empty, of all protocols. */
export function groupsOfProvider(parent: ProviderNode, model: TreeModel): GroupNode[] {
  return itemListings
    .filter(([protocol, kind]) => hasRows(model, model.list(protocol, kind, parent.of)))
    .map(([protocol, kind]) => groupNode(parent, model, protocol, kind));
}
