import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import { maskText } from '../../base/secrets/secretsInText';
import { plainText } from '../../base/text/plainText';
import { joinedParts, serverHealthNames, usageNames } from '../describe/labels';
import { serverConditions } from '../model/condition';
import { healthOfServer, type ServiceServer } from '../model/health';
import { itemOf } from '../model/inventory';
import type { ItemReference, ItemUse, ReferenceRole } from '../model/itemGraph';
import { type EntryPoint, type Item, itemKinds, type Middleware, type Router, type Service } from '../model/model';
import { shownUrl } from '../secrets/secrets';
import { entryPointLinkNode } from './entryPointRows';
import { isAncestor, linkNode, missingNode } from './itemRows';
import { noteNode, rowBelow } from './messageNodes';
import {
  distinctIds,
  type FaultNode,
  type ItemNode,
  type LinkNode,
  type NoteNode,
  nameInId,
  type ProxyNode,
  type ServerNode,
  type UsersNode,
} from './nodes';
import type { TreeModel } from './treeModel';

/** Code points of an error or an address. */
const longestText = 1_000;
/** Rows that are expanded at first below a link to a service or a chain; if there are more, they are collapsed. */
const mostOpen = 10;
/** The deepest level that is expanded at first: services may be nested endlessly. */
const deepestOpen = 3;

/**
 * The rows below an item. A router: its errors, then the request flow (entry points, parent routers, middlewares in the
 * order of execution, service), then its child routers. A service or a middleware: its errors, its targets, and its
 * users.
 */
export function flowRows(parent: ItemNode, model: TreeModel): readonly ProxyNode[] {
  const item = itemOf(model.inventory, parent);
  if (item === undefined) return [noteNode(parent, l10n.t('No longer exists'))];
  const faults = faultsOf(parent, item);
  switch (item.kind) {
    case 'routers':
      return [...faults, ...wayOfRouter(parent, item, model)];
    case 'services':
    case 'middlewares':
      return [...faults, ...leadsTo(parent, item, model), usersNode(parent, item, model)];
  }
}

/** The rows below a row that links to an item: the rest of the flow. */
export function onwardRows(parent: LinkNode, model: TreeModel): readonly ProxyNode[] {
  const item = itemOf(model.inventory, parent);
  if (item === undefined) return [noteNode(parent, l10n.t('No longer exists'))];
  return parent.way === 'ends' || parent.way === 'again' ? [] : leadsTo(parent, item, model);
}

function faultsOf(parent: ItemNode, { errors, status }: Item): readonly FaultNode[] {
  return [...new Set(errors)].map((error, index) => {
    const label = plainText(maskText(error), longestText) || l10n.t('(no message)');
    return {
      type: 'fault',
      parent,
      id: `${parent.id}#fault ${index + 1}`,
      endpointId: parent.endpointId,
      status,
      label,
      spoken: status === 'warning' ? l10n.t('Warning: {0}', label) : l10n.t('Error: {0}', label),
    };
  });
}

function wayOfRouter(parent: ItemNode, router: Router, model: TreeModel): readonly ProxyNode[] {
  const effective = router.using ?? [];
  // Errors are about configured entry points that are not in effect.
  const written = router.entryPoints?.filter((name) => !effective.includes(name)) ?? [];
  const once = distinctIds();
  return [
    ...[...new Set([...effective, ...written])].map((name) => entryPointLinkNode(parent, model, name)),
    ...model.graph.referencesOf(router).map((reference) => referenceNode(parent, reference, model, once)),
    ...model.graph
      .childrenOf(router)
      .map((child) =>
        linkNode(
          { parent, id: once(`${parent.id}#child ${nameInId(child.name)}`), role: l10n.t('child router') },
          child,
          model,
        ),
      ),
  ];
}

/** The targets of a service or middleware: other services and middlewares, then its own servers. */
function leadsTo(parent: ItemNode | LinkNode, item: Item, model: TreeModel): readonly ProxyNode[] {
  const once = distinctIds();
  return [
    ...model.graph.referencesOf(item).map((reference) => referenceNode(parent, reference, model, once)),
    ...(item.kind === 'services' ? serversOf(parent, item, once) : []),
  ];
}

function referenceNode(
  parent: ItemNode | LinkNode,
  reference: ItemReference,
  model: TreeModel,
  once: (id: string) => string,
): ProxyNode {
  const { name, role, target } = reference;
  const place = { parent, id: once(`${parent.id}#${role} ${nameInId(name)}`), role: roleText(reference) };
  if (target === undefined) return missingNode(place, reference, model);
  if (!isAncestor(target, parent)) return linkNode(place, target, model, wayFrom(parent, target, model));
  return linkNode({ ...place, role: joinedParts(l10n.t('already listed above'), place.role) }, target, model, 'again');
}

function wayFrom(parent: ItemNode | LinkNode, target: Item, { graph }: TreeModel): LinkNode['way'] {
  if (target.kind === 'routers') return 'ends';
  const servers = target.kind === 'services' ? (target.loadBalancer?.servers?.length ?? 0) : 0;
  const rows = graph.referencesOf(target).length + servers;
  if (rows === 0) return 'ends';
  return rows <= mostOpen && depthOf(parent) < deepestOpen ? 'open' : 'folded';
}

function depthOf(row: ItemNode | LinkNode): number {
  let depth = 0;
  for (let at: ProxyNode = row; at.type === 'link'; at = at.parent) depth++;
  return depth;
}

const roleTexts: Readonly<Record<ReferenceRole, (() => string) | undefined>> = {
  middleware: undefined,
  chained: undefined,
  service: undefined,
  weighted: undefined,
  highestRandomWeight: undefined,
  mirrored: () => l10n.t('main'),
  mirror: () => l10n.t('mirror'),
  main: () => l10n.t('main'),
  fallback: () => l10n.t('fallback'),
  errorPage: () => l10n.t('error pages'),
  parent: () => l10n.t('parent router'),
};

function roleText({ role, weight = 1, percent }: ItemReference): string {
  const isWeighted = role === 'weighted' || role === 'highestRandomWeight';
  return joinedParts(
    roleTexts[role]?.(),
    isWeighted ? l10n.t('weight {0}', numberText(weight)) : undefined,
    percent === undefined ? undefined : `${numberText(percent)}%`,
  );
}

function serversOf(parent: ItemNode | LinkNode, service: Service, once: (id: string) => string): readonly ServerNode[] {
  return (service.loadBalancer?.servers ?? []).map((server) => serverNode(parent, service, server, once));
}

function serverNode(
  parent: ItemNode | LinkNode,
  service: Service,
  server: ServiceServer,
  once: (id: string) => string,
): ServerNode {
  const url = shownUrl(server.url ?? server.address ?? '');
  const health = healthOfServer(service, server);
  const label = plainText(url, longestText) || l10n.t('(no address)');
  const description = joinedParts(
    serverHealthNames[health](),
    server.weight === undefined ? undefined : l10n.t('weight {0}', numberText(server.weight)),
    server.fenced === true ? 'fenced' : undefined,
  );
  return {
    type: 'server',
    ...rowBelow(parent, '', label, description, l10n.t('Server {0}', label)),
    id: once(`${parent.id}#server ${nameInId(url)}`),
    protocol: service.protocol,
    kind: 'services',
    name: service.name,
    condition: serverConditions[health],
    url,
  };
}

const mostUsersOpen = 10;

/** The row of a service's or middleware's users, or a row that it has none. */
function usersNode(parent: ItemNode, item: Service | Middleware, model: TreeModel): UsersNode | NoteNode {
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
    ...rowBelow(parent, '#users', label, description),
    of: { endpointId: parent.endpointId, protocol: item.protocol, kind: item.kind, name: item.name },
    isOpen: length <= mostUsersOpen,
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
