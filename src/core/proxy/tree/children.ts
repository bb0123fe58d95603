import { patientPace } from '../../base/async/pace';
import { inSlices, type Steps } from '../../base/async/steps';
import type { Failure } from '../../base/errors/failure';
import { isRequestFailure } from '../../base/errors/failure';
import type { Findings } from '../findings/finding';
import { branchesOf } from './branches';
import { certificatesOf } from './certificateRows';
import { recovery } from './endpointRow';
import { prepareEntryPointIndex } from './entryPointIndex';
import { entryPointsOf, unboundRouters, wayOfEntryPoint } from './entryPointRows';
import { findingsBelow, findingsOfKind, leadsOf } from './findingRows';
import { groupsOf, groupsOfProvider } from './groupRows';
import { itemsOf } from './itemRows';
import { type BranchNode, type EndpointNode, type ItemNode, isLeaf, type LinkNode, type ProxyNode } from './nodes';
import { factsOf } from './overviewRows';
import { noteNode, problemNode } from './sayings';
import type { Scene } from './scene';
import { usersOf } from './useRows';
import { wayOf, wayOn } from './wayRows';

/** What an endpoint's rows are made from. */
export interface Seen {
  readonly scene: Scene;
  /** Why the last read failed, where the scene is older than that. */
  readonly failure?: Failure | undefined;
  /** What was found in it; undefined until that is worked out. */
  readonly findings?: Findings | undefined;
}

/** Works out what the first rows of a scene are made from, so that none of them waits for long. */
export function* prepareRows(scene: Scene): Steps<void> {
  yield* scene.prepare();
  yield* prepareEntryPointIndex(scene);
}

/** Gives what an endpoint lists. Asked for every branch, so it answers from memory after the first time. */
type SeenOf = (endpointId: string) => Promise<Seen>;

/**
 * The rows below a row. Every one comes from the endpoint's inventory: nothing is asked for one item. What kept the
 * inventory from being read becomes one problem row below the endpoint, above what was read before that.
 *
 * @param most of a group's items; a list of thousands need not be made whole to see where it begins
 */
export async function childrenOf(node: ProxyNode, seenOf: SeenOf, most?: number): Promise<readonly ProxyNode[]> {
  // Snapshots are listed by whoever reads them from the disk.
  if (isLeaf(node) || node.type === 'snapshots') return [];
  if (node.type === 'endpoint') {
    if (node.state !== 'ready') return [noteNode(node, recovery[node.state])];
    return node.kind === 'search' ? [] : rowsOfEndpoint(node, seenOf);
  }
  try {
    return await inSlices(rowsBelow(node, await seenOf(node.endpointId), most), patientPace());
  } catch (error) {
    // The endpoint's own rows say it.
    if (isRequestFailure(error)) return [];
    throw error;
  }
}

async function rowsOfEndpoint(node: EndpointNode, seenOf: SeenOf): Promise<readonly ProxyNode[]> {
  try {
    const { scene, failure, findings } = await seenOf(node.endpointId);
    const rows = branchesOf(node, scene, findings);
    return failure === undefined ? rows : [problemNode(node, failure), ...rows];
  } catch (error) {
    if (!isRequestFailure(error)) throw error;
    return [problemNode(node, error.failure)];
  }
}

function* rowsBelow(
  node: BranchNode | ItemNode | LinkNode,
  { scene, findings = NOTHING_FOUND }: Seen,
  most?: number,
): Steps<readonly ProxyNode[]> {
  switch (node.type) {
    case 'overview':
      return factsOf(node, scene);
    case 'findings':
      return findingsBelow(node, findings);
    case 'findingKind':
      return findingsOfKind(node, findings);
    case 'finding':
      return leadsOf(node, findings, scene);
    case 'entryPoints':
      return entryPointsOf(node, scene);
    case 'entryPoint':
      return yield* wayOfEntryPoint(node, scene);
    case 'unbound':
      return yield* unboundRouters(node, scene);
    case 'protocol':
      return groupsOf(node, scene);
    case 'provider':
      return groupsOfProvider(node, scene);
    case 'group':
      return yield* itemsOf(node, scene, most);
    case 'certificates':
      return certificatesOf(node, scene);
    case 'users':
      return yield* usersOf(node, scene);
    case 'item':
      return wayOf(node, scene);
    case 'link':
      return wayOn(node, scene);
  }
}

const NOTHING_FOUND: Findings = { list: [], notes: [] };
