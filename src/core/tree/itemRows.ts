import { createHash } from 'node:crypto';
import { type Group, groupOf, type Inventory } from '../traefik/inventory';
import type { Item, Kind } from '../traefik/model';
import type { GroupNode, ItemNode, ProxyNode } from './nodes';
import { inOrder } from './order';
import { noteNode, problemNode } from './sayings';
import { descriptionOf, labelOf, spokenOf } from './summary';
import { NOT_IN_THIS_VERSION, numberText } from './words';

/** Names longer than this are cut in ids, and told apart by a digest. */
const LONGEST_NAME_IN_ID = 500;

/** The rows of a group: its items, or why there are none. */
export function itemsOf(parent: GroupNode, inventory: Inventory): ProxyNode[] {
  const group: Group | undefined = groupOf<Kind>(inventory, parent.protocol, parent.kind);
  switch (group?.state) {
    case 'failed':
      return [problemNode(parent, group.failure)];
    case 'read': {
      const rows: ProxyNode[] = inOrder(group.items.values()).map((item) => itemNode(parent, item));
      if (group.unnamed > 0) {
        rows.push(noteNode(parent, `${numberText(group.unnamed)} without a name, not shown`));
      }
      return rows.length === 0 ? [noteNode(parent, 'none')] : rows;
    }
    default:
      return [noteNode(parent, NOT_IN_THIS_VERSION)];
  }
}

function itemNode(parent: GroupNode, item: Item): ItemNode {
  const description = descriptionOf(item);
  return {
    type: 'item',
    parent,
    id: `${parent.id}/${nameInId(item.name)}`,
    endpointId: parent.endpointId,
    protocol: item.protocol,
    kind: item.kind,
    name: item.name,
    status: item.status,
    label: labelOf(item),
    ...(description === undefined ? {} : { description }),
    spoken: spokenOf(item),
  };
}

/** Ids cross between VS Code's processes for every row, so a hostile name of a megabyte does not go into them whole. */
function nameInId(name: string): string {
  if (name.length <= LONGEST_NAME_IN_ID) return name;
  return `${name.slice(0, LONGEST_NAME_IN_ID)}#${createHash('sha256').update(name).digest('hex')}`;
}
