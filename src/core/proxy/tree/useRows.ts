import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import { ariaText, joinedParts, usageNames } from '../describe/labels';
import { itemOf } from '../model/inventory';
import type { ItemUse, ReferenceRole } from '../model/itemGraph';
import { type EntryPoint, type Item, itemKinds, type Middleware, type Service } from '../model/model';
import { entryPointLinkNode } from './entryPointRows';
import { linkNode } from './linkRows';
import { noteNode } from './messageNodes';
import { distinctIds, nameInId } from './nodeIds';
import type { ItemNode, NoteNode, ProxyNode, UsersNode } from './nodes';
import type { TreeModel } from './treeModel';

const mostOpen = 10;

/** The row of a service's or middleware's users, or a row that it has none. */
export function usersNode(parent: ItemNode, item: Service | Middleware, model: TreeModel): UsersNode | NoteNode {
  const { length } = model.graph.usersOf(item);
  const isUnused = model.graph.isUnused(item);
  if (length === 0) {
    return isUnused
      ? noteNode(parent, l10n.t('Unused'), 'unused')
      : noteNode(parent, l10n.t('Usage unknown: not everything could be read'));
  }
  // An unused chain still uses its middlewares.
  const idle = isUnused ? l10n.t('no router leads here') : undefined;
  const label = l10n.t('Used By');
  const description = joinedParts(numberText(length), idle);
  return {
    type: 'users',
    parent,
    id: `${parent.id}#users`,
    endpointId: parent.endpointId,
    of: { endpointId: parent.endpointId, protocol: item.protocol, kind: item.kind, name: item.name },
    isOpen: length <= mostOpen,
    label,
    description,
    spoken: ariaText(label, description),
  };
}

/** Rows that link to the users of an item: entry points, routers, services and middlewares, sorted as in the tree. */
export function userRows(parent: UsersNode, model: TreeModel): readonly ProxyNode[] {
  const item = itemOf(model.inventory, parent.of);
  if (item === undefined) return [noteNode(parent, l10n.t('No longer exists'))];
  const once = distinctIds();
  const uses = model.graph.usersOf(item);
  const roles = new Map<ItemUse['user'], ReferenceRole>(uses.map(({ user, role }) => [user, role]));
  const users = [...roles.keys()];
  const items = users.filter(isItem);
  const rows: ProxyNode[] = users
    .filter((user): user is EntryPoint => !isItem(user))
    .map(({ name }) => entryPointLinkNode(parent, model, name, l10n.t('for all its routers')));
  for (const kind of itemKinds) {
    for (const user of model.sorted(items.filter((one) => one.kind === kind))) {
      const id = once(`${parent.id}/${user.kind}/${nameInId(user.name)}`);
      rows.push(linkNode({ parent, id, role: usageNames[roles.get(user) ?? 'service']?.() }, user, model));
    }
  }
  return rows;
}

function isItem(user: Item | EntryPoint): user is Item {
  return 'kind' in user;
}
