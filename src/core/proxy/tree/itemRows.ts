import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import { type PluralForms, plural } from '../../../l10n/plural';
import { itemSummary, nameText } from '../describe/itemSummary';
import { ariaText, itemTitles, joinedParts, noMatches, notInThisVersion } from '../describe/labels';
import { itemCondition } from '../model/condition';
import { inventoryGroupOf, knownEntries, listingFailure } from '../model/inventory';
import { shortItemName } from '../model/itemName';
import { type Item, type ItemKind, isInternal } from '../model/model';
import { noteNode, problemNode, rowBelow } from './messageNodes';
import {
  type BuiltInNode,
  type EndpointNode,
  type GroupNode,
  type ItemNode,
  type LinkNode,
  type MissingNode,
  nameInId,
  type ProxyNode,
} from './nodes';
import type { FilteredList, TreeModel } from './treeModel';

type Place = ItemNode['parent'];

/** The rows of a group: its items, up to `most`, or the reason why there are none. */
export function groupItemRows(parent: GroupNode, model: TreeModel, most?: number): readonly ProxyNode[] {
  const group = inventoryGroupOf<ItemKind>(model.inventory, parent.protocol, parent.kind);
  const failure = listingFailure(group);
  const entries = knownEntries(group);
  const problems = failure === undefined ? [] : [problemNode(parent, failure)];
  if (entries === undefined) return failure === undefined ? [noteNode(parent, notInThisVersion())] : problems;
  const list: FilteredList<Item> = model.list(parent.protocol, parent.kind, parent.of);
  const rows: ProxyNode[] = itemNodes(parent, list.inOrder().slice(0, most), model);
  if (rows.length === 0) rows.push(noteNode(parent, list.all.length > 0 ? noMatches() : nothingListed[parent.kind]()));
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

/** The row of the built-in items, which users look at last. */
export function builtInNode(parent: EndpointNode, { builtIn }: TreeModel): BuiltInNode {
  const label = l10n.t('Built-in');
  return { type: 'builtIn', ...rowBelow(parent, '/builtIn', label, numberText(builtIn.shown.length)) };
}

export function itemNodes(parent: Place, items: readonly Item[], model: TreeModel): ItemNode[] {
  return items.map((item) => itemNode(parent, item, model));
}

export function itemNode(parent: Place, item: Item, model: TreeModel): ItemNode {
  return {
    type: 'item',
    parent,
    id: `${parent.id}/${scopeOf(parent, item)}${nameInId(item.name)}`,
    endpointId: parent.endpointId,
    protocol: item.protocol,
    kind: item.kind,
    name: item.name,
    ...itemRowState(item, model),
    ...itemSummary(item, model),
  };
}

/** A group has the items of one listing, an entry point the routers of all protocols. */
function scopeOf({ type }: Place, { protocol, kind }: Item): string {
  if (type === 'group') return '';
  return type === 'builtIn' ? `${protocol} ${kind}/` : `${protocol}/`;
}

/** The fields of an item's row, or of a link to it, that its icon and menu depend on. */
function itemRowState(item: Item, { graph }: TreeModel): Pick<ItemNode, 'status' | 'condition' | 'has'> {
  const has = {
    rule: item.kind === 'routers' && item.rule !== undefined,
    servers: item.kind === 'services' && (item.loadBalancer?.servers?.length ?? 0) > 0,
    internal: isInternal(item),
  };
  return { status: item.status, condition: itemCondition(item, graph.healthOf), has };
}

interface LinkPlace {
  readonly parent: ProxyNode;
  readonly id: string;
  /** The role of the target for the row above: `weight 3`, `fallback`. */
  readonly role?: string | undefined;
}

/**
 * A row that links to an item.
 *
 * @param way whether the flow continues below it
 */
export function linkNode(
  { parent, id, role }: LinkPlace,
  item: Item,
  model: TreeModel,
  way: LinkNode['way'] = 'ends',
): LinkNode {
  return {
    type: 'link',
    parent,
    id,
    endpointId: parent.endpointId,
    protocol: item.protocol,
    kind: item.kind,
    name: item.name,
    role,
    way,
    ...itemRowState(item, model),
    ...itemSummary(item, model, joinedParts(role, isInternal(item) ? l10n.t('built-in') : undefined)),
  };
}

/** A row for an item that is referenced but not listed, or whose listing could not be read. */
export function missingNode(
  { parent, id, role }: LinkPlace,
  { protocol, kind, name }: Pick<Item, 'protocol' | 'kind' | 'name'>,
  { inventory }: TreeModel,
): MissingNode {
  const label = nameText(shortItemName(inventory, { protocol, kind, name }));
  const isRead = inventoryGroupOf(inventory, protocol, kind)?.state === 'read';
  const description = joinedParts(role, isRead ? l10n.t('not found') : l10n.t('could not be checked'));
  return {
    type: 'missing',
    parent,
    id,
    endpointId: parent.endpointId,
    isCertain: isRead,
    label,
    description,
    spoken: ariaText(itemTitles[kind](label), description),
  };
}

/** Whether an item is the row itself or an ancestor of it: expanding it again would be endless. */
export function isAncestor(
  { protocol, kind, name }: Pick<Item, 'protocol' | 'kind' | 'name'>,
  row: ProxyNode,
): boolean {
  for (let at: ProxyNode | undefined = row; at !== undefined && at.type !== 'endpoint'; at = at.parent) {
    if (at.type !== 'item' && at.type !== 'link') continue;
    if (at.name === name && at.kind === kind && at.protocol === protocol) return true;
  }
  return false;
}
