import { numberText } from '../../../l10n/numbers';
import type { Steps } from '../../base/async/steps';
import { ariaText, joinedParts } from '../describe/labels';
import { itemOf } from '../model/inventory';
import type { ItemUse, ReferenceRole } from '../model/itemGraph';
import { type EntryPoint, type Item, itemKinds, type Middleware, type Service } from '../model/model';
import { entryPointLinkNode } from './entryPointRows';
import { STEPS_OF_ROW } from './itemRows';
import { linkNode } from './linkRows';
import { noteNode } from './messageNodes';
import { distinctIds, type ItemNode, type NoteNode, nameInId, type ProxyNode, type UsersNode } from './nodes';
import type { TreeModel } from './treeModel';

/** Users that are shown at once; more are folded. */
const MOST_OPEN = 10;

/** The row of what uses a service or middleware, or that nothing does. */
export function usersNode(parent: ItemNode, item: Service | Middleware, model: TreeModel): UsersNode | NoteNode {
  const { length } = model.graph.usersOf(item);
  const isUnused = model.graph.isUnused(item);
  if (length === 0) {
    return isUnused
      ? noteNode(parent, 'unused', 'unused')
      : noteNode(parent, 'no use known: not everything could be read');
  }
  // A chain that nothing uses uses its middlewares all the same.
  const idle = isUnused ? 'no router leads here' : undefined;
  const description = joinedParts(numberText(length), idle);
  return {
    type: 'users',
    parent,
    id: `${parent.id}#users`,
    endpointId: parent.endpointId,
    of: { endpointId: parent.endpointId, protocol: item.protocol, kind: item.kind, name: item.name },
    isOpen: length <= MOST_OPEN,
    label: 'Used By',
    description,
    spoken: `Used by ${ariaText(description)}`,
  };
}

/** Rows that lead to what uses an item: entry points, then routers, services and middlewares, sorted as everywhere. */
export function* userRows(parent: UsersNode, model: TreeModel): Steps<readonly ProxyNode[]> {
  const item = itemOf(model.inventory, parent.of);
  if (item === undefined) return [noteNode(parent, 'no longer listed')];
  const once = distinctIds();
  const uses = model.graph.usersOf(item);
  const roles = new Map<ItemUse['user'], ReferenceRole>(uses.map(({ user, role }) => [user, role]));
  const users = [...roles.keys()];
  const items = users.filter(isItem);
  const rows: ProxyNode[] = users
    .filter((user): user is EntryPoint => !isItem(user))
    .map(({ name }) => entryPointLinkNode(parent, model, name, 'before every router'));
  for (const kind of itemKinds) {
    for (const user of yield* model.sorted(items.filter((one) => one.kind === kind))) {
      const id = once(`${parent.id}/${user.kind}/${nameInId(user.name)}`);
      rows.push(linkNode({ parent, id, role: roleTexts[roles.get(user) ?? 'service'] }, user, model));
      yield STEPS_OF_ROW;
    }
  }
  return rows;
}

function isItem(user: Item | EntryPoint): user is Item {
  return 'kind' in user;
}

/** As what something uses the item. */
const roleTexts: Readonly<Record<ReferenceRole, string | undefined>> = {
  middleware: undefined,
  chained: 'in a chain',
  service: undefined,
  weighted: 'by weight',
  highestRandomWeight: 'by weight',
  mirrored: 'as main',
  mirror: 'as mirror',
  main: 'as main',
  fallback: 'as fallback',
  errorPage: 'for error pages',
  parent: 'as parent router',
};
