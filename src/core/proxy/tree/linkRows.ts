import { nameText, summaryOf } from '../describe/summary';
import { aloud, itemNames, joined } from '../describe/words';
import { groupOf } from '../model/inventory';
import type { Item } from '../model/model';
import { stateOf } from './itemRows';
import type { LinkNode, MissingNode, ProxyNode } from './nodes';
import type { Scene } from './scene';

/** Where a row that leads elsewhere stands. */
interface Place {
  readonly parent: ProxyNode;
  readonly id: string;
  /** What the target is to the row above: `weight 3`, `fallback`. */
  readonly role?: string | undefined;
}

/**
 * A row that leads to an item.
 *
 * @param way whether more of the way lies below it
 */
export function linkNode(
  { parent, id, role }: Place,
  item: Item,
  scene: Scene,
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
    way,
    ...stateOf(item, scene),
    ...summaryOf(item, scene, role),
  };
}

/** A row for something that is referred to and not listed; where its listing was not read, that is all that can be said. */
export function missingNode(
  { parent, id, role }: Place,
  { protocol, kind, name }: Pick<Item, 'protocol' | 'kind' | 'name'>,
  { inventory }: Scene,
): MissingNode {
  const label = nameText(name);
  const isRead = groupOf(inventory, protocol, kind)?.state === 'read';
  const description = joined(role, isRead ? 'not listed' : `${kind} not read`);
  return {
    type: 'missing',
    parent,
    id,
    endpointId: parent.endpointId,
    isCertain: isRead,
    label,
    description,
    spoken: aloud(`${itemNames[kind]} ${label}`, description),
  };
}

/** Whether an item stands above a row already, or is the row: what leads there again would go on for ever. */
export function standsAbove(
  { protocol, kind, name }: Pick<Item, 'protocol' | 'kind' | 'name'>,
  row: ProxyNode,
): boolean {
  for (let at: ProxyNode | undefined = row; at !== undefined && at.type !== 'endpoint'; at = at.parent) {
    if (at.type !== 'item' && at.type !== 'link') continue;
    if (at.name === name && at.kind === kind && at.protocol === protocol) return true;
  }
  return false;
}
