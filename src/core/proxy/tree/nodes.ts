import { createHash } from 'node:crypto';
import type { EndpointKind } from '../../base/endpoints/endpoint';
import type { StoredEndpoint } from '../../base/endpoints/endpointRecord';
import type { Failure, Remedy } from '../../base/errors/failure';
import type { FindingKind } from '../findings/finding';
import type { ProblemCount } from '../findings/problemCounts';
import type { Condition, WorstTrouble } from '../model/condition';
import type { ItemRef } from '../model/itemRef';
import type { ItemKind, ItemStatus, TraefikProtocol } from '../model/model';
import type { ProviderItems } from './treeModel';

/**
 * The rows of the Proxies view as plain data. `id` is stable over refreshes, because expansion and selection depend on
 * it, and contains no secret and no address. Labels and descriptions are one visible line each (see `plainText`);
 * server text in them is still never Markdown or codicon syntax.
 */
export type ProxyNode = EndpointNode | BranchNode | LeafNode | SnapshotsNode | ItemNode | LinkNode;

/** A row that may have rows below it, but is not a router, service or middleware. */
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
  | BuiltInNode
  | UsersNode;

/** A row without rows below it. */
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

export interface Row {
  readonly id: string;
  readonly endpointId: string;
  readonly label: string;
  readonly description?: string;
  /** The text that a screen reader reads instead of label and description, icon included. */
  readonly spoken?: string;
}

interface Below extends Row {
  /** The parent, and its parents up to the endpoint, so that `TreeView.reveal` needs no request. */
  readonly parent: ProxyNode;
}

/** A row of many items, with the problems below it. */
interface RollUp {
  readonly problems?: ProblemCount | undefined;
}

/** A configured endpoint. Only a `ready` one can receive requests; see `StoredEndpoint` for the other states. */
export interface EndpointNode extends Row, RollUp {
  readonly type: 'endpoint';
  readonly kind: EndpointKind;
  readonly state: StoredEndpoint['state'];
  /** Whether a file of the workspace lists it. */
  readonly isOfWorkspace: boolean;
  /** The state that its icon shows: it could not be read, its rows are old, or its connection has an exposure. */
  readonly mark?: 'failed' | 'stale' | 'exposed' | undefined;
  /** The action for its failure, or for credentials that the user has not entered yet. */
  readonly remedy?: Remedy | undefined;
  /** Whether a filter hides some of its rows. */
  readonly isFiltered?: boolean;
  /** For a proxy: whether it may have a support dump. */
  readonly hasSupportDump?: boolean | undefined;
  /** For a search endpoint: what the health of its cluster calls for. */
  readonly severity?: WorstTrouble | undefined;
  /** For a search endpoint: whether it has saved searches. */
  readonly hasSaved?: boolean;
}

/** A row that has no fields of its own. */
type Plain<Type extends string> = Below & { readonly type: Type };

/** The proxy's version and its start time. */
export type OverviewNode = Plain<'overview'>;

/** The problems of a proxy, of Traefik's words and of ours. */
export interface FindingsNode extends Below, RollUp {
  readonly type: 'findings';
  /** Whether it is expanded at first. */
  readonly isOpen: boolean;
}

/** The findings of one kind, if there are many. */
export interface FindingKindNode extends Below {
  readonly type: 'findingKind';
  readonly of: FindingKind;
  readonly severity?: WorstTrouble | undefined;
}

export type IgnoredFindingsNode = Plain<'ignoredFindings'>;

/** One finding, with its reason in a few words as the description. */
export interface FindingNode extends Below {
  readonly type: 'finding';
  readonly parent: FindingsNode | FindingKindNode | IgnoredFindingsNode;
  readonly of: FindingKind;
  /** See `Finding`. */
  readonly key: string;
  readonly reason: string;
  readonly isIgnored: boolean;
  readonly severity?: WorstTrouble | undefined;
}

export type EntryPointsNode = Plain<'entryPoints'> & RollUp;

/** One entry point: its own settings, then its routers. */
export interface EntryPointNode extends Below, RollUp {
  readonly type: 'entryPoint';
  /** As the API names it. Server text as received: show `label` instead. */
  readonly name: string;
  /** Whether the rows below it are the routers themselves (grouped by entry point), or links to them. */
  readonly holdsItems: boolean;
}

/** The routers that are on no entry point: disabled ones, and child routers. */
export type UnboundNode = Plain<'unbound'> & RollUp;

/** HTTP, TCP or UDP. */
export interface ProtocolNode extends Below, RollUp {
  readonly type: 'protocol';
  readonly protocol: TraefikProtocol;
}

export interface ProviderNode extends Below, RollUp {
  readonly type: 'provider';
  readonly of: ProviderItems;
}

/** Routers, services or middlewares of a protocol, with their count; below a provider only the provider's. */
export interface GroupNode extends Below, RollUp {
  readonly type: 'group';
  readonly protocol: TraefikProtocol;
  readonly kind: ItemKind;
  readonly of?: ProviderItems;
}

export type CertificatesNode = Plain<'certificates'> & RollUp;

/** The items that are built into the proxy (`@internal`), of all kinds. */
export type BuiltInNode = Plain<'builtIn'> & RollUp;

/** The users of a service or middleware. */
export interface UsersNode extends Below {
  readonly type: 'users';
  readonly of: ItemRef;
  readonly isOpen: boolean;
}

export interface FactNode extends Below {
  readonly type: 'fact';
  readonly fact: 'version' | 'since' | 'providers' | 'tracing' | 'metrics' | 'accessLog';
}

export interface CertificateNode extends Below {
  readonly type: 'certificate';
  /** As the API names it: its fingerprint. */
  readonly name: string;
  readonly condition: Condition;
}

/** One router, service or middleware below its group. Has the four fields of `ItemRef`, so that commands accept it. */
export interface ItemNode extends Below, ItemRef {
  readonly type: 'item';
  readonly parent: GroupNode | EntryPointNode | UnboundNode | BuiltInNode;
  readonly status: ItemStatus;
  readonly condition: Condition;
  /** The features that commands need of the item. */
  readonly has: { readonly rule: boolean; readonly servers: boolean; readonly internal: boolean };
}

/** A link to a router, service or middleware, whose own row is elsewhere. */
export interface LinkNode extends Below, ItemRef, Pick<ItemNode, 'status' | 'condition' | 'has'> {
  readonly type: 'link';
  /** Its role for the row above: `weight 3`. */
  readonly role?: string | undefined;
  /** Whether the flow continues below it, expanded at first or not. `again`: an ancestor is the same item. */
  readonly way: 'ends' | 'again' | 'folded' | 'open';
}

export interface EntryPointLinkNode extends Below {
  readonly type: 'entryPointLink';
  readonly name: string;
  /** False for a name that the proxy refers to but does not list. */
  readonly isListed: boolean;
}

/** An item that is referenced but not listed. */
export interface MissingNode extends Below {
  readonly type: 'missing';
  /** False if its listing was not read, so that the item may exist. */
  readonly isCertain: boolean;
}

/** One server of a service. Carries the service's `ItemRef`. */
export interface ServerNode extends Below, ItemRef {
  readonly type: 'server';
  readonly condition: Condition;
  /** Its URL or address, without credentials. */
  readonly url: string;
}

/** A problem of an item that Traefik reports, in its own words. */
export interface FaultNode extends Below {
  readonly type: 'fault';
  readonly status: ItemStatus;
}

/**
 * The reason why a branch could not be read; offers Retry, Edit and Show Log. The label is two or three words about
 * what happened, the description the next step.
 */
export interface ProblemNode extends Below {
  readonly type: 'problem';
  readonly remedy?: Remedy | undefined;
  readonly failure: Failure;
}

/** The snapshots of an endpoint. Its rows come from the disk, not from the endpoint's API. */
export type SnapshotsNode = Plain<'snapshots'>;

export interface SnapshotNode extends Below {
  readonly type: 'snapshot';
  readonly snapshotId: string;
}

/** A row with a message only, such as `none` in an empty group. */
export interface NoteNode extends Below {
  readonly type: 'note';
  readonly about: 'state' | 'cure' | 'unread' | 'unused';
  /** The filter that selecting the row applies; empty for none. */
  readonly filter?: string;
}

/** Each type of leaf. The compiler reports a missing one. */
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

export function isLeaf(node: Pick<ProxyNode, 'type'>): node is LeafNode {
  return Object.hasOwn(leafTypes, node.type);
}

export function parentOf(node: ProxyNode): ProxyNode | undefined {
  return node.type === 'endpoint' ? undefined : node.parent;
}

/** Longer names are cut in ids, and distinguished by a digest. */
const longestNameInId = 200;

const escapes: Readonly<Record<string, string>> = { '~': '~0', '/': '~1', '#': '~2' };

/**
 * A name as one part of an id. The separators of ids are escaped, so that no name can look like the path of another
 * row. VS Code sends the ids of all rows between its processes, so a hostile name of a megabyte is not part of them as
 * a whole.
 */
export function nameInId(name: string): string {
  const whole = name.length <= longestNameInId;
  const head = (whole ? name : name.slice(0, longestNameInId)).replace(/[~/#]/g, (sign) => escapes[sign] ?? '');
  return whole ? head : `${head}#${createHash('sha256').update(name).digest('hex')}`;
}

/** Makes ids unique below one parent: the second `x` becomes `x#2`. */
export function distinctIds(): (id: string) => string {
  const uses = new Map<string, number>();
  return (id) => {
    const use = (uses.get(id) ?? 0) + 1;
    uses.set(id, use);
    return use === 1 ? id : `${id}#${use}`;
  };
}
