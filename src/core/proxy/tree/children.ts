import { nextTurn } from '../../base/async/nextTurn';
import { type Failure, isRequestFailure } from '../../base/errors/failure';
import type { Findings } from '../findings/finding';
import { branchesOf } from './branches';
import { certificatesOf } from './certificateRows';
import { entryPointFlowRows, entryPointIndexOf, entryPointRowsOf, unboundRouters } from './entryPointRows';
import { findingsInView } from './filteredRows';
import { findingDetailRows, findingsBelow, findingsOfKind, ignoredFindingRows, withFindings } from './findingRows';
import { flowRows, onwardRows, userRows } from './flowRows';
import { groupsOf, groupsOfProvider } from './groupRows';
import { groupItemRows, itemNodes } from './itemRows';
import { noteNode, problemNode } from './messageNodes';
import { type BranchNode, type EndpointNode, type ItemNode, isLeaf, type LinkNode, type ProxyNode } from './nodes';
import { factsOf } from './overviewRows';
import { recoveryTexts } from './proxyRow';
import type { TreeModel } from './treeModel';

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
