import * as l10n from '@vscode/l10n';
import { type PluralForms, plural } from '../../../l10n/plural';
import { itemSummary } from '../describe/itemSummary';
import { builtInHidden, noMatches, notInThisVersion } from '../describe/labels';
import { itemCondition } from '../model/condition';
import { inventoryGroupOf, knownEntries, listingFailure } from '../model/inventory';
import { type Item, type ItemKind, isInternal } from '../model/model';
import { noteNode, problemNode } from './messageNodes';
import { nameInId } from './nodeIds';
import type { CommandFeatures, EntryPointNode, GroupNode, ItemNode, ProxyNode, UnboundNode } from './nodes';
import type { FilteredList, TreeModel } from './treeModel';

/** The parent of an item's own row. */
type Place = GroupNode | EntryPointNode | UnboundNode;

/** The rows of a group: its items, up to `most`, or the reason why there are none. */
export function groupItemRows(parent: GroupNode, model: TreeModel, most?: number): readonly ProxyNode[] {
  const group = inventoryGroupOf<ItemKind>(model.inventory, parent.protocol, parent.kind);
  const failure = listingFailure(group);
  const entries = knownEntries(group);
  const problems = failure === undefined ? [] : [problemNode(parent, failure)];
  if (entries === undefined) return failure === undefined ? [noteNode(parent, notInThisVersion())] : problems;
  const list: FilteredList<Item> = model.list(parent.protocol, parent.kind, parent.of);
  const rows: ProxyNode[] = itemNodes(parent, list.inOrder().slice(0, most), model);
  if (rows.length === 0) rows.push(noteNode(parent, whyEmpty(list, entries.items.size, parent.kind)));
  if (entries.unnamed > 0 && parent.of === undefined) {
    rows.push(noteNode(parent, plural(entries.unnamed, unnamedForms)));
  }
  return [...problems, ...rows];
}

const unnamedForms: PluralForms = {
  one: '{0} item without a name is not shown',
  other: '{0} items without a name are not shown',
};

const nothingListed: Readonly<Record<ItemKind, () => string>> = {
  routers: () => l10n.t('No routers'),
  services: () => l10n.t('No services'),
  middlewares: () => l10n.t('No middlewares'),
};

function whyEmpty({ all }: FilteredList<Item>, listed: number, kind: ItemKind): string {
  if (all.length > 0) return noMatches();
  return listed === 0 ? nothingListed[kind]() : builtInHidden();
}

/** The rows of items below their group. */
export function itemNodes(parent: Place, items: readonly Item[], model: TreeModel): ItemNode[] {
  const rows: ItemNode[] = [];
  for (const item of items) {
    rows.push(itemNode(parent, item, model));
  }
  return rows;
}

/** The row of an item below its group. */
export function itemNode(parent: Place, item: Item, model: TreeModel): ItemNode {
  return {
    type: 'item',
    parent,
    // A group has the items of one protocol, an entry point those of all protocols.
    id: `${parent.id}/${parent.type === 'group' ? '' : `${item.protocol}/`}${nameInId(item.name)}`,
    endpointId: parent.endpointId,
    protocol: item.protocol,
    kind: item.kind,
    name: item.name,
    ...itemRowState(item, model),
    ...itemSummary(item, model),
  };
}

/** The fields of an item's row, or of a link to it, that its icon and menu depend on. */
export function itemRowState(item: Item, { graph }: TreeModel): Pick<ItemNode, 'status' | 'condition' | 'has'> {
  return {
    status: item.status,
    condition: itemCondition(item, graph.healthOf),
    has: featuresOf(item),
  };
}

function featuresOf(item: Item): CommandFeatures {
  return {
    rule: item.kind === 'routers' && item.rule !== undefined,
    servers: item.kind === 'services' && (item.loadBalancer?.servers?.length ?? 0) > 0,
    internal: isInternal(item),
  };
}
