import type { EndpointKind } from '../../base/endpoints/endpoint';
import type { StoredEndpoint } from '../../base/endpoints/endpointRecord';
import type { Failure } from '../../base/errors/failure';
import type { FindingKind } from '../findings/finding';
import type { Condition } from '../model/condition';
import type { ItemRef } from '../model/itemRef';
import type { ItemKind, ItemStatus, TraefikProtocol } from '../model/model';
import type { WorstTrouble } from '../model/troubles';
import type { Remedy } from './remedy';
import type { ProviderItems } from './treeModel';

/**
 * The rows of the Proxies view as plain data. `id` is stable over refreshes and holds no secret and no address: expansion and
 * selection hang on it. Labels and descriptions are one visible line each (see `plainText`); server text in them is still
 * never Markdown or codicon syntax.
 */
export type ProxyNode = EndpointNode | BranchNode | LeafNode | SnapshotsNode | ItemNode | LinkNode;

/** A row with rows below it, which is no router, service or middleware itself. */
export type BranchNode =
  | OverviewNode
  | FindingsNode
  | FindingKindNode
  | IgnoredFindingsNode
  | FindingNode
  | EntryPointsNode
  | EntryPointNode
  | UnboundNode
  | ProtocolNode
  | ProviderNode
  | GroupNode
  | CertificatesNode
  | UsersNode;

/** A row that never has rows below it. */
type LeafNode =
  | FactNode
  | CertificateNode
  | EntryPointLinkNode
  | MissingNode
  | ServerNode
  | FaultNode
  | ProblemNode
  | NoteNode
  | SnapshotNode;

/** What all rows have. */
export interface Row {
  readonly id: string;
  readonly endpointId: string;
  readonly label: string;
  readonly description?: string;
  /** What a screen reader says instead of label and description, icon included. */
  readonly spoken?: string;
}

interface Below extends Row {
  /** The row that this one lies under, and so on up to the endpoint: no row is asked for to find it. */
  readonly parent: ProxyNode;
}

/** A row that stands for many things, and tells by its color how bad the worst of them is. */
interface RollUp {
  readonly worst?: WorstTrouble | undefined;
}

/** A configured endpoint. Only a `ready` one can be asked; see `StoredEndpoint` for the other states. */
export interface EndpointNode extends Row, RollUp {
  readonly type: 'endpoint';
  readonly kind: EndpointKind;
  readonly state: StoredEndpoint['state'];
  /** Whether a file of the workspace lists it. */
  readonly isOfWorkspace: boolean;
  /** What its icon tells: that it could not be read, that its rows are old, or that something is to be noticed of how it is reached. */
  readonly mark?: 'failed' | 'stale' | 'exposed' | undefined;
  /** What can be done about its failure, or about credentials that were not entered yet. */
  readonly remedy?: Remedy | undefined;
  /** Whether a filter hides some of its rows. */
  readonly isFiltered?: boolean;
  /** Of a search endpoint: whether searches with names lie below it. */
  readonly hasSaved?: boolean;
}

/** What the proxy is and since when it runs. */
export interface OverviewNode extends Below {
  readonly type: 'overview';
}

/** All that was found in the configuration. */
export interface FindingsNode extends Below, RollUp {
  readonly type: 'findings';
}

/** The findings of one kind, where there are many. */
export interface FindingKindNode extends Below, RollUp {
  readonly type: 'findingKind';
  readonly of: FindingKind;
  /** Whether it is unfolded from the start. */
  readonly isOpen: boolean;
}

/** The findings that are ignored. */
export interface IgnoredFindingsNode extends Below {
  readonly type: 'ignoredFindings';
}

/** One finding: its reason is the description. */
export interface FindingNode extends Below, RollUp {
  readonly type: 'finding';
  readonly parent: FindingsNode | FindingKindNode | IgnoredFindingsNode;
  readonly of: FindingKind;
  /** As `Finding` has it. */
  readonly key: string;
  /** Whether it stands among those that are ignored. */
  readonly isIgnored: boolean;
  /** Whether rows below it lead to what it is about. */
  readonly leads: boolean;
}

/** All entry points. */
export interface EntryPointsNode extends Below {
  readonly type: 'entryPoints';
}

/** One entry point: what it does by itself, then its routers. */
export interface EntryPointNode extends Below, RollUp {
  readonly type: 'entryPoint';
  /** As the API names it. Server text as received: show `label` instead. */
  readonly name: string;
  /** Whether the routers below are its items themselves (grouped by entry point), or links to them. */
  readonly holdsItems: boolean;
}

/** The routers that are on no entry point: disabled ones, and those below another router. */
export interface UnboundNode extends Below, RollUp {
  readonly type: 'unbound';
}

/** HTTP, TCP or UDP. */
export interface ProtocolNode extends Below, RollUp {
  readonly type: 'protocol';
  readonly protocol: TraefikProtocol;
}

/** What one provider brought. */
export interface ProviderNode extends Below, RollUp {
  readonly type: 'provider';
  readonly of: ProviderItems;
}

/** Routers, services or middlewares of a protocol, with their count; below a provider only its own. */
export interface GroupNode extends Below, RollUp {
  readonly type: 'group';
  readonly protocol: TraefikProtocol;
  readonly kind: ItemKind;
  readonly of?: ProviderItems;
}

/** All certificates. */
export interface CertificatesNode extends Below, RollUp {
  readonly type: 'certificates';
}

/** What uses a service or middleware. */
export interface UsersNode extends Below {
  readonly type: 'users';
  readonly of: ItemRef;
  readonly isOpen: boolean;
}

/** One thing that the overview tells. */
export interface FactNode extends Below {
  readonly type: 'fact';
  readonly fact: 'version' | 'since' | 'providers' | 'tracing' | 'metrics' | 'accessLog';
}

/** One certificate of the default store. */
export interface CertificateNode extends Below {
  readonly type: 'certificate';
  /** As the API names it: its fingerprint. */
  readonly name: string;
  readonly condition: Condition;
}

/** One router, service or middleware, in its own place. Has the four fields of `ItemRef`, so that commands take it. */
export interface ItemNode extends Below, ItemRef {
  readonly type: 'item';
  readonly parent: GroupNode | EntryPointNode | UnboundNode;
  readonly status: ItemStatus;
  readonly condition: Condition;
  readonly has: CommandFeatures;
}

/** Where something leads to a router, service or middleware that has its own place elsewhere. */
export interface LinkNode extends Below, ItemRef {
  readonly type: 'link';
  readonly status: ItemStatus;
  readonly condition: Condition;
  readonly has: CommandFeatures;
  /** What it is for the row above: `weight 3`. */
  readonly role?: string | undefined;
  /** Whether more of the way lies below it, and whether that is shown at once. `again`: it stands above already. */
  readonly way: 'ends' | 'again' | 'folded' | 'open';
}

/** What a command can do something with. */
export interface CommandFeatures {
  readonly rule: boolean;
  readonly servers: boolean;
  readonly internal: boolean;
}

/** Where something leads to an entry point. */
export interface EntryPointLinkNode extends Below {
  readonly type: 'entryPointLink';
  readonly name: string;
  /** False for a name that the proxy refers to and does not list. */
  readonly isListed: boolean;
}

/** Something that is referred to and not listed. */
export interface MissingNode extends Below {
  readonly type: 'missing';
  /** False where its listing was not read, so that it may well be there. */
  readonly isCertain: boolean;
}

/** One server of a service. Carries the service's `ItemRef`. */
export interface ServerNode extends Below, ItemRef {
  readonly type: 'server';
  readonly condition: Condition;
  /** Its URL or address, without credentials. */
  readonly url: string;
}

/** What Traefik found wrong with an item, in its own words. */
export interface FaultNode extends Below {
  readonly type: 'fault';
  readonly status: ItemStatus;
}

/** Why a branch could not be read; offers Retry, Edit and Show Log. The label says in two or three words what happened, the description what to do. */
export interface ProblemNode extends Below {
  readonly type: 'problem';
  readonly remedy?: Remedy | undefined;
  readonly failure: Failure;
}

/** What was kept of an endpoint. Its rows come from the disk, not from what the endpoint lists. */
export interface SnapshotsNode extends Below {
  readonly type: 'snapshots';
}

/** One snapshot of an endpoint. */
export interface SnapshotNode extends Below {
  readonly type: 'snapshot';
  readonly snapshotId: string;
}

/** A row that only says something, such as `none` in an empty group. */
export interface NoteNode extends Below {
  readonly type: 'note';
  readonly about: 'state' | 'unused';
  /** The filter that selecting the row applies; empty for none. */
  readonly filter?: string;
}

/** Each type of leaf, so that the compiler asks for the one that is missing here. */
const leafTypes: Readonly<Record<LeafNode['type'], true>> = {
  fact: true,
  certificate: true,
  entryPointLink: true,
  missing: true,
  server: true,
  fault: true,
  problem: true,
  note: true,
  snapshot: true,
};

/** Whether a row never has rows below it. */
export function isLeaf(node: Pick<ProxyNode, 'type'>): node is LeafNode {
  return Object.hasOwn(leafTypes, node.type);
}

/** The row that a row lies under; undefined for an endpoint. */
export function parentOf(node: ProxyNode): ProxyNode | undefined {
  return node.type === 'endpoint' ? undefined : node.parent;
}
