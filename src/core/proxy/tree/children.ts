import * as l10n from '@vscode/l10n';
import { nextTurn } from '../../base/async/nextTurn';
import { type Failure, isRequestFailure } from '../../base/errors/failure';
import { plainText } from '../../base/text/plainText';
import { dateTimeText, timestampOf, uptimeText } from '../describe/dateTexts';
import { offText, onText } from '../describe/itemSummary';
import { joinedParts, listingNames } from '../describe/labels';
import { staleMark } from '../describe/staleness';
import type { Findings } from '../findings/finding';
import { type InventoryGroup, inventoryGroupOf, knownItems, listingFailure } from '../model/inventory';
import { type ItemKind, itemListings } from '../model/model';
import { certificatesNode, certificatesOf } from './certificateRows';
import {
  entryPointFlowRows,
  entryPointIndexOf,
  entryPointNodes,
  entryPointRowsOf,
  entryPointsNode,
  unboundNode,
  unboundRouters,
} from './entryPointRows';
import { certificatesInView, findingsInView, noMatchRows } from './filteredRows';
import {
  findingDetailRows,
  findingsBelow,
  findingsNode,
  findingsOfKind,
  hasFindingRows,
  ignoredFindingRows,
  withFindings,
} from './findingRows';
import { flowRows, onwardRows, userRows } from './flowRows';
import { groupNode, groupsOf, groupsOfProvider, protocolRows, providerNode } from './groupRows';
import { builtInNode, groupItemRows, itemNodes } from './itemRows';
import { noteNode, problemNode, rowBelow } from './messageNodes';
import {
  type BranchNode,
  type EndpointNode,
  type FactNode,
  type ItemNode,
  isLeaf,
  type LinkNode,
  type NoteNode,
  type OverviewNode,
  type ProxyNode,
} from './nodes';
import { recoveryTexts } from './proxyRow';
import { hasRows, type TreeModel } from './treeModel';

/** The data behind an endpoint's rows. */
export interface TreeSource {
  readonly model: TreeModel;
  /** The failure of the last read, if the tree model is older. */
  readonly failure?: Failure | undefined;
  /** The findings of the model; undefined until they are known. */
  readonly findings?: Findings | undefined;
}

/** Computes the data for the first rows of a tree model, and frees the event loop in between. */
export async function prepareRows(model: TreeModel): Promise<void> {
  await model.prepare();
  await nextTurn();
  entryPointIndexOf(model);
}

/** Returns the data of an endpoint. Called for every branch, so it returns a cached value after the first call. */
type SeenOf = (endpointId: string) => Promise<TreeSource>;

/**
 * The rows below a row. All of them come from the endpoint's inventory: no request is sent for a single item. A failed
 * read becomes one problem row below the endpoint, above the rows of the previous read.
 *
 * @param most the maximum of rows of a group's items, for a caller that needs only the first ones
 */
export async function childrenOf(node: ProxyNode, seenOf: SeenOf, most?: number): Promise<readonly ProxyNode[]> {
  // Snapshots come from the disk, so the caller lists them.
  if (isLeaf(node) || node.type === 'snapshots') return [];
  if (node.type === 'endpoint') {
    if (node.state !== 'ready') return [noteNode(node, recoveryTexts[node.state]())];
    return node.kind === 'search' ? [] : rowsOfEndpoint(node, seenOf);
  }
  try {
    const source = await seenOf(node.endpointId);
    const rows = rowsBelow(node, source, most);
    // There may be thousands of rows.
    await nextTurn();
    return withFindings(rows, source.findings, source.model);
  } catch (error) {
    // The endpoint's own rows show the failure.
    if (isRequestFailure(error)) return [];
    throw error;
  }
}

async function rowsOfEndpoint(node: EndpointNode, seenOf: SeenOf): Promise<readonly ProxyNode[]> {
  try {
    const { model, failure, findings } = await seenOf(node.endpointId);
    const rows = withFindings(branchesOf(node, model, findings), findings, model);
    return failure === undefined ? rows : [problemNode(node, failure), ...rows];
  } catch (error) {
    if (!isRequestFailure(error)) throw error;
    return [problemNode(node, error.failure)];
  }
}

function rowsBelow(
  node: BranchNode | ItemNode | LinkNode,
  { model, findings: all = nothingFound }: TreeSource,
  most?: number,
): readonly ProxyNode[] {
  const findings = findingsInView(all, model);
  switch (node.type) {
    case 'overview':
      return factsOf(node, model);
    case 'findings':
      return findingsBelow(node, findings, model);
    case 'ignoredFindings':
      return ignoredFindingRows(node, findings, model);
    case 'findingKind':
      return findingsOfKind(node, findings, model);
    case 'finding':
      return findingDetailRows(node, findings, model);
    case 'entryPoints':
      return entryPointRowsOf(node, model);
    case 'entryPoint':
      return entryPointFlowRows(node, model);
    case 'unbound':
      return unboundRouters(node, model);
    case 'protocol':
      return groupsOf(node, model, node.protocol);
    case 'provider':
      return groupsOfProvider(node, model);
    case 'group':
      return groupItemRows(node, model, most);
    case 'certificates':
      return certificatesOf(node, model);
    case 'builtIn':
      return itemNodes(node, model.builtIn.inOrder(), model);
    case 'users':
      return userRows(node, model);
    case 'item':
      return flowRows(node, model);
    case 'link':
      return onwardRows(node, model);
  }
}

const nothingFound: Findings = { list: [], notes: [] };

/** The rows below an endpoint in the chosen grouping. Each grouping contains all listed items below these rows. */
function branchesOf(parent: EndpointNode, model: TreeModel, findings?: Findings): readonly ProxyNode[] {
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

const longestFact = 300;

function overviewNode(parent: EndpointNode, { inventory }: TreeModel): OverviewNode {
  const label = l10n.t('Overview');
  const version = plainText(inventory.version?.number ?? '', longestFact);
  const description = joinedParts(version, uptimeText(inventory));
  return {
    type: 'overview',
    ...rowBelow(parent, '/overview', label, description),
  };
}

/** The facts of the proxy's overview. A feature whose text is empty is off. */
function factsOf(parent: OverviewNode, { inventory }: TreeModel): readonly (FactNode | NoteNode)[] {
  const { version, overview } = inventory;
  const start = timestampOf(version?.startDate);
  const uptime = uptimeText(inventory);
  const facts: readonly (readonly [FactNode['fact'], label: string, value: string | undefined])[] = [
    ['version', l10n.t('Version'), version && joinedParts(version.number, version.codename)],
    ['since', l10n.t('Started'), start === undefined ? undefined : joinedParts(dateTimeText(start), uptime)],
    ['providers', l10n.t('Providers'), overview && (overview.providers.join(', ') || l10n.t('none'))],
    ['tracing', l10n.t('Tracing'), overview && (overview.features.tracing ?? offText())],
    ['metrics', l10n.t('Metrics'), overview && (overview.features.metrics ?? offText())],
    ['accessLog', l10n.t('Access log'), overview && (overview.features.accessLog === true ? onText() : offText())],
  ];
  const rows = facts.flatMap(([fact, label, value]): FactNode[] => {
    const description = plainText(value ?? '', longestFact);
    return description === '' ? [] : [{ type: 'fact', ...rowBelow(parent, `/${fact}`, label, description), fact }];
  });
  return rows.length === 0 ? [noteNode(parent, l10n.t('No overview available'))] : rows;
}
