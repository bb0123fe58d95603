import * as l10n from '@vscode/l10n';
import { itemSummary, nameText } from '../describe/itemSummary';
import { ariaText, itemTitles, joinedParts } from '../describe/labels';
import { inventoryGroupOf } from '../model/inventory';
import type { Item } from '../model/model';
import { itemRowState } from './itemRows';
import type { LinkNode, MissingNode, ProxyNode } from './nodes';
import type { TreeModel } from './treeModel';

/** The place of a row that links to another row. */
interface Place {
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
  { parent, id, role }: Place,
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
    ...itemSummary(item, model, role),
  };
}

/** A row for an item that is referenced but not listed, or whose listing could not be read. */
export function missingNode(
  { parent, id, role }: Place,
  { protocol, kind, name }: Pick<Item, 'protocol' | 'kind' | 'name'>,
  { inventory }: TreeModel,
): MissingNode {
  const label = nameText(name);
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
