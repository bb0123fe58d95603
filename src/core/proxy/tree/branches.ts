import { joinedParts, listingNames } from '../describe/labels';
import { staleMark } from '../describe/staleness';
import type { Findings } from '../findings/finding';
import { type InventoryGroup, inventoryGroupOf, knownItems, listingFailure } from '../model/inventory';
import { type ItemKind, itemListings } from '../model/model';
import { certificatesNode } from './certificateRows';
import { entryPointIndexOf, entryPointNodes, entryPointsNode, unboundNode } from './entryPointRows';
import { certificatesInView, findingsInView, noMatchRows } from './filteredRows';
import { findingsNode, hasFindingRows } from './findingRows';
import { groupNode, protocolRows, providerNode } from './groupRows';
import { builtInNode } from './itemRows';
import { problemNode } from './messageNodes';
import type { EndpointNode, ProxyNode } from './nodes';
import { overviewNode } from './overviewRows';
import { hasRows, type TreeModel } from './treeModel';

/** The rows below an endpoint in the chosen grouping. Each grouping contains all listed items below these rows. */
export function branchesOf(parent: EndpointNode, model: TreeModel, findings?: Findings): readonly ProxyNode[] {
  if (model.viewOptions.filter !== '') return matchingBranches(parent, model, findings);
  const { grouping } = model.viewOptions;
  return [
    ...(grouping === 'kind' ? [] : unreadGroups(parent, model)),
    ...(findings !== undefined && hasFindingRows(findings) ? [findingsNode(parent, findings)] : []),
    ...rowsByGrouping(parent, model),
    ...(grouping === 'entryPoint' || !hasContent(model.inventory.entryPoints) ? [] : [entryPointsNode(parent, model)]),
    ...(hasContent(model.inventory.certificates) ? [certificatesNode(parent, model)] : []),
    ...(model.builtIn.all.length > 0 ? [builtInNode(parent, model)] : []),
    overviewNode(parent, model),
  ];
}

/** Whether a listing has entries, or its row says why it could not be read. */
function hasContent<T>(group: InventoryGroup<T>): boolean {
  return listingFailure(group) !== undefined || knownItems(group).length > 0;
}

/** With a filter: the branches with matches, and the unread listings, which may contain matches. */
function matchingBranches(parent: EndpointNode, model: TreeModel, findings?: Findings): readonly ProxyNode[] {
  const unread = unreadGroups(parent, model);
  const hasCertificates = certificatesInView(model).length > 0;
  if (model.itemCounts.shown === 0 && !hasCertificates) return [...unread, ...noMatchRows(parent, model)];
  const about = findings && findingsInView(findings, model);
  const { grouping } = model.viewOptions;
  const isOnEntryPoint = entryPointIndexOf(model).names.some((name) =>
    hasRows(model, entryPointIndexOf(model).on(name)),
  );
  const entryPoints = !isOnEntryPoint || grouping === 'entryPoint' ? [] : [entryPointsNode(parent, model)];
  return [
    ...unread,
    ...(about === undefined || about.list.length === 0 ? [] : [findingsNode(parent, about)]),
    ...rowsByGrouping(parent, model),
    ...entryPoints,
    ...(hasCertificates ? [certificatesNode(parent, model)] : []),
    ...(model.builtIn.shown.length > 0 ? [builtInNode(parent, model)] : []),
  ];
}

/** The rows with the items; a filter leaves out those without a match. */
function rowsByGrouping(parent: EndpointNode, model: TreeModel): readonly ProxyNode[] {
  switch (model.viewOptions.grouping) {
    case 'kind':
      return protocolRows(parent, model);
    case 'provider':
      return model.providers
        .filter((of) => itemListings.some(([protocol, kind]) => hasRows(model, model.list(protocol, kind, of))))
        .map((of) => providerNode(parent, model, of));
    case 'entryPoint':
      return [
        ...entryPointNodes(parent, model),
        ...(hasRows(model, entryPointIndexOf(model).unbound) ? [unboundNode(parent, model)] : []),
        ...restNodes(parent, model),
      ];
  }
}

/** The services and middlewares of each protocol that has any. */
function restNodes(parent: EndpointNode, model: TreeModel): readonly ProxyNode[] {
  return itemListings
    .filter(([protocol, kind]) => kind !== 'routers' && hasRows(model, model.list(protocol, kind)))
    .map(([protocol, kind]) => groupNode(parent, model, protocol, kind));
}

/** Grouped by provider or entry point, a listing that failed has no row of its own to show that. */
function unreadGroups(parent: EndpointNode, { inventory }: TreeModel): readonly ProxyNode[] {
  return itemListings.flatMap(([protocol, kind]) => {
    const group = inventoryGroupOf<ItemKind>(inventory, protocol, kind);
    const failure = listingFailure(group);
    if (failure === undefined) return [];
    const what = listingNames[`${protocol}/${kind}`]();
    return [problemNode(parent, failure, group?.state === 'failed' ? what : joinedParts(what, staleMark(group)))];
  });
}
