import { numberText } from '../../../l10n/numbers';
import { maskText } from '../../base/secrets/secretsInText';
import { plainText } from '../../base/text/plainText';
import { ariaText, joinedParts } from '../describe/labels';
import { healthOfServer, type ServiceServer } from '../model/health';
import { itemOf } from '../model/inventory';
import type { ItemReference, ReferenceRole } from '../model/itemGraph';
import type { Item, Router, Service } from '../model/model';
import { shownUrl } from '../secrets/secrets';
import { entryPointLinkNode } from './entryPointRows';
import { isAncestor, linkNode, missingNode } from './linkRows';
import { noteNode } from './messageNodes';
import {
  distinctIds,
  type FaultNode,
  type ItemNode,
  type LinkNode,
  nameInId,
  type ProxyNode,
  type ServerNode,
} from './nodes';
import type { TreeModel } from './treeModel';
import { usersNode } from './useRows';

/** Code points of an error or an address. */
const LONGEST_TEXT = 1_000;
/** Rows that are shown at once below a row that leads to a service or a chain; more are folded. */
const MOST_OPEN = 10;
/** How deep rows are shown at once: services may be made of services without end. */
const DEEPEST_OPEN = 3;

/**
 * The rows below an item. A router: what is wrong with it, then the way that a request takes: entry points, parent
 * routers, middlewares in the order of execution, service; then the routers below it. A service or a middleware: what is
 * wrong with it, where it leads, and what uses it.
 */
export function flowRows(parent: ItemNode, model: TreeModel): readonly ProxyNode[] {
  const item = itemOf(model.inventory, parent);
  if (item === undefined) return [noteNode(parent, 'no longer listed')];
  const faults = faultsOf(parent, item);
  switch (item.kind) {
    case 'routers':
      return [...faults, ...wayOfRouter(parent, item, model)];
    case 'services':
    case 'middlewares':
      return [...faults, ...leadsTo(parent, item, model), usersNode(parent, item, model)];
  }
}

/** The rows below a row that leads to an item: the way on from there. */
export function onwardRows(parent: LinkNode, model: TreeModel): readonly ProxyNode[] {
  const item = itemOf(model.inventory, parent);
  if (item === undefined) return [noteNode(parent, 'no longer listed')];
  return parent.way === 'ends' || parent.way === 'again' ? [] : leadsTo(parent, item, model);
}

function faultsOf(parent: ItemNode, { errors, status }: Item): readonly FaultNode[] {
  return [...new Set(errors)].map((error, index) => {
    const label = plainText(maskText(error), LONGEST_TEXT) || '(no words)';
    return {
      type: 'fault',
      parent,
      id: `${parent.id}#fault ${index + 1}`,
      endpointId: parent.endpointId,
      status,
      label,
      spoken: `${status === 'warning' ? 'Warning' : 'Error'}: ${label}`,
    };
  });
}

function wayOfRouter(parent: ItemNode, router: Router, model: TreeModel): readonly ProxyNode[] {
  const effective = router.using ?? [];
  // Those that are written and not in effect are what an error is about.
  const written = router.entryPoints?.filter((name) => !effective.includes(name)) ?? [];
  const once = distinctIds();
  return [
    ...[...new Set([...effective, ...written])].map((name) => entryPointLinkNode(parent, model, name)),
    ...model.graph.referencesOf(router).map((reference) => referenceNode(parent, reference, model, once)),
    ...model.graph
      .childrenOf(router)
      .map((child) =>
        linkNode(
          { parent, id: once(`${parent.id}#child ${nameInId(child.name)}`), role: 'child router' },
          child,
          model,
        ),
      ),
  ];
}

/** Where a service or middleware leads: other services and middlewares, then its own servers. */
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
  return linkNode({ ...place, role: joinedParts('a cycle: again', place.role) }, target, model, 'again');
}

function wayFrom(parent: ItemNode | LinkNode, target: Item, { graph }: TreeModel): LinkNode['way'] {
  if (target.kind === 'routers') return 'ends';
  const servers = target.kind === 'services' ? (target.loadBalancer?.servers?.length ?? 0) : 0;
  const rows = graph.referencesOf(target).length + servers;
  if (rows === 0) return 'ends';
  return rows <= MOST_OPEN && depthOf(parent) < DEEPEST_OPEN ? 'open' : 'folded';
}

function depthOf(row: ItemNode | LinkNode): number {
  let depth = 0;
  for (let at: ProxyNode = row; at.type === 'link'; at = at.parent) depth++;
  return depth;
}

const roleTexts: Readonly<Record<ReferenceRole, string | undefined>> = {
  middleware: undefined,
  chained: undefined,
  service: undefined,
  weighted: undefined,
  highestRandomWeight: undefined,
  mirrored: 'main',
  mirror: 'mirror',
  main: 'main',
  fallback: 'fallback',
  errorPage: 'error pages',
  parent: 'parent router',
};

function roleText({ role, weight = 1, percent }: ItemReference): string {
  const isWeighted = role === 'weighted' || role === 'highestRandomWeight';
  return joinedParts(
    roleTexts[role],
    isWeighted ? `weight ${numberText(weight)}` : undefined,
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
  const label = plainText(url, LONGEST_TEXT) || '(no address)';
  const description = joinedParts(
    health,
    server.weight === undefined ? undefined : `weight ${numberText(server.weight)}`,
    server.fenced === true ? 'fenced' : undefined,
  );
  return {
    type: 'server',
    parent,
    id: once(`${parent.id}#server ${nameInId(url)}`),
    endpointId: parent.endpointId,
    protocol: service.protocol,
    kind: 'services',
    name: service.name,
    health,
    url,
    label,
    description,
    spoken: ariaText(`Server ${label}`, description),
  };
}
