import { createHash } from 'node:crypto';
import type { EndpointKind } from '../../base/endpoints/endpoint';
import type { StoredEndpoint } from '../../base/endpoints/endpointRecord';
import type { Failure } from '../../base/errors/failure';
import type { FindingKind } from '../findings/finding';
import type { ServerHealth, ServiceHealth } from '../model/health';
import type { ItemRef } from '../model/itemRef';
import type { CertificateStatus, ItemKind, ItemStatus, TraefikProtocol } from '../model/model';
import type { ProviderItems } from './treeModel';

/**
 * The rows of the views as plain data. `id` is stable over refreshes and holds no secret and no address: expansion and
 * selection hang on it. Labels and descriptions are one visible line each (see `plainText`); server text in them is still
 * never Markdown or codicon syntax.
 */
export type ProxyNode = EndpointNode | BranchNode | LeafNode | SnapshotsNode | ItemNode | LinkNode;

/** The rows of the view of search endpoints. */
export type SearchNode = EndpointNode | SavedSearchNode;

/** A row with rows below it, which is no router, service or middleware itself. */
export type BranchNode =
  | OverviewNode
  | FindingsNode
  | FindingKindNode
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

interface Row {
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

/** A configured endpoint. Only a `ready` one can be asked; see `StoredEndpoint` for the other states. */
export interface EndpointNode extends Row {
  readonly type: 'endpoint';
  readonly kind: EndpointKind;
  readonly state: StoredEndpoint['state'];
  /** What its icon tells: that its rows are old, or that something is to be noticed of how it is reached. */
  readonly mark?: 'stale' | 'exposed' | undefined;
  /** Whether a filter hides some of its rows. */
  readonly isFiltered?: boolean;
  /** Of a search endpoint: whether searches with names lie below it. */
  readonly hasSaved?: boolean;
}

/** A search that a person gave a name. */
export interface SavedSearchNode extends Row {
  readonly type: 'savedSearch';
  readonly parent: EndpointNode;
  readonly savedId: string;
}

/** What the proxy is and since when it runs. */
export interface OverviewNode extends Below {
  readonly type: 'overview';
}

/** All that was found in the configuration. */
export interface FindingsNode extends Below {
  readonly type: 'findings';
}

/** The findings of one kind, where there are many. */
export interface FindingKindNode extends Below {
  readonly type: 'findingKind';
  readonly of: FindingKind;
}

/** One finding: its reason is the description. */
export interface FindingNode extends Below {
  readonly type: 'finding';
  readonly of: FindingKind;
  /** As `Finding` has it. */
  readonly key: string;
  /** Whether rows below it lead to what it is about. */
  readonly leads: boolean;
}

/** All entry points. */
export interface EntryPointsNode extends Below {
  readonly type: 'entryPoints';
}

/** One entry point: what it does by itself, then its routers. */
export interface EntryPointNode extends Below {
  readonly type: 'entryPoint';
  /** As the API names it. Server text as received: show `label` instead. */
  readonly name: string;
  /** Whether the routers below are its items themselves (grouped by entry point), or links to them. */
  readonly holdsItems: boolean;
}

/** The routers that are on no entry point: disabled ones, and those below another router. */
export interface UnboundNode extends Below {
  readonly type: 'unbound';
}

/** HTTP, TCP or UDP. */
export interface ProtocolNode extends Below {
  readonly type: 'protocol';
  readonly protocol: TraefikProtocol;
}

/** What one provider brought. */
export interface ProviderNode extends Below {
  readonly type: 'provider';
  readonly of: ProviderItems;
}

/** Routers, services or middlewares of a protocol, with their count; below a provider only its own. */
export interface GroupNode extends Below {
  readonly type: 'group';
  readonly protocol: TraefikProtocol;
  readonly kind: ItemKind;
  readonly of?: ProviderItems;
}

/** All certificates. */
export interface CertificatesNode extends Below {
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
  readonly status: CertificateStatus;
}

/** One router, service or middleware, in its own place. Has the four fields of `ItemRef`, so that commands take it. */
export interface ItemNode extends Below, ItemRef {
  readonly type: 'item';
  readonly parent: GroupNode | EntryPointNode | UnboundNode;
  readonly status: ItemStatus;
  /** Of services; a router's is told in its description only, since its icon says the status. */
  readonly health?: ServiceHealth['state'];
  readonly has: CommandFeatures;
}

/** Where something leads to a router, service or middleware that has its own place elsewhere. */
export interface LinkNode extends Below, ItemRef {
  readonly type: 'link';
  readonly status: ItemStatus;
  readonly health?: ServiceHealth['state'];
  readonly has: CommandFeatures;
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
  readonly health: ServerHealth;
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
export function isLeaf(node: ProxyNode | SearchNode): node is LeafNode {
  return Object.hasOwn(leafTypes, node.type);
}

/** The row that a row lies under; undefined for an endpoint. */
export function parentOf(node: ProxyNode): ProxyNode | undefined {
  return node.type === 'endpoint' ? undefined : node.parent;
}

/** Names longer than this are cut in ids, and told apart by a digest. */
const LONGEST_NAME_IN_ID = 200;

const escapes: Readonly<Record<string, string>> = { '~': '~0', '/': '~1', '#': '~2' };

/**
 * A name as one part of an id: what parts an id is escaped, so that no name can look like another row's way. Ids cross
 * between VS Code's processes for every row, so a hostile name of a megabyte does not go into them whole.
 */
export function nameInId(name: string): string {
  const whole = name.length <= LONGEST_NAME_IN_ID;
  const head = (whole ? name : name.slice(0, LONGEST_NAME_IN_ID)).replace(/[~/#]/g, (sign) => escapes[sign] ?? '');
  return whole ? head : `${head}#${createHash('sha256').update(name).digest('hex')}`;
}

/** Tells ids apart that would be the same below one parent: the second `x` becomes `x#2`. */
export function distinctIds(): (id: string) => string {
  const uses = new Map<string, number>();
  return (id) => {
    const use = (uses.get(id) ?? 0) + 1;
    uses.set(id, use);
    return use === 1 ? id : `${id}#${use}`;
  };
}
