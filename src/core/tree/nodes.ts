import type { EndpointKind } from '../endpoint';
import type { StoredEndpoint } from '../endpoints/record';
import type { Failure } from '../http/failure';
import type { Kind, Protocol, Status } from '../traefik/model';

/**
 * The rows of the Proxies view as plain data. `id` is stable over refreshes and holds no secret and no address: expansion
 * and selection hang on it. Labels and descriptions are one visible line each (see `plainText`); server text in them is
 * still never Markdown or codicon syntax.
 */
export type ProxyNode = EndpointNode | ProtocolNode | GroupNode | ItemNode | ProblemNode | NoteNode;

interface Row {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  /** What a screen reader says instead of label and description. */
  readonly spoken?: string;
}

/** A configured endpoint. Only a `ready` one can be asked; see `StoredEndpoint` for the other states. */
export interface EndpointNode extends Row {
  readonly type: 'endpoint';
  readonly endpointId: string;
  readonly kind: EndpointKind;
  readonly state: StoredEndpoint['state'];
}

/** HTTP, TCP or UDP below a proxy endpoint. */
export interface ProtocolNode extends Row {
  readonly type: 'protocol';
  readonly parent: EndpointNode;
  readonly endpointId: string;
  readonly protocol: Protocol;
}

/** Routers, services or middlewares of a protocol, with their count. */
export interface GroupNode extends Row {
  readonly type: 'group';
  readonly parent: ProtocolNode;
  readonly endpointId: string;
  readonly protocol: Protocol;
  readonly kind: Kind;
}

/** One router, service or middleware. */
export interface ItemNode extends Row {
  readonly type: 'item';
  readonly parent: GroupNode;
  readonly endpointId: string;
  readonly protocol: Protocol;
  readonly kind: Kind;
  /** As the API names it: `shop@docker`. Server text as received: show `label` instead. */
  readonly name: string;
  readonly status: Status;
}

/** Why a branch could not be read; offers Retry, Edit and Show Log. The label says in two or three words what happened, the description what to do. */
export interface ProblemNode extends Row {
  readonly type: 'problem';
  readonly parent: EndpointNode | GroupNode;
  readonly endpointId: string;
  readonly failure: Failure;
}

/** A row that only says something, such as `none` in an empty group. */
export interface NoteNode extends Row {
  readonly type: 'note';
  readonly parent: EndpointNode | GroupNode;
  readonly endpointId: string;
}

/** The row that a row lies under; undefined for an endpoint. */
export function parentOf(node: ProxyNode): ProxyNode | undefined {
  return node.type === 'endpoint' ? undefined : node.parent;
}
