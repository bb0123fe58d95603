import type { EndpointKind } from '../endpoint';
import type { Failure } from '../http/failure';
import type { Kind, Protocol } from '../traefik/model';

/**
 * The rows of the Proxies view as plain data. `id` is stable over refreshes and holds no secret and no address: expansion
 * and selection hang on it. Labels and descriptions are plain text: server text in them is never Markdown or codicon syntax.
 */
export type ProxyNode = EndpointNode | ProtocolNode | GroupNode | ItemNode | ProblemNode | NoteNode;

interface Row {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  /** What a screen reader says instead of label and description. */
  readonly spoken?: string;
}

/** A configured endpoint. `gone`: its hint is there and its secret is not; `unreadable`: its record cannot be understood. */
export interface EndpointNode extends Row {
  readonly type: 'endpoint';
  readonly endpointId: string;
  readonly kind: EndpointKind;
  readonly state: 'ready' | 'gone' | 'unreadable';
}

/** HTTP, TCP or UDP below a proxy endpoint. */
export interface ProtocolNode extends Row {
  readonly type: 'protocol';
  readonly endpointId: string;
  readonly protocol: Protocol;
}

/** Routers, services or middlewares of a protocol, with their count. */
export interface GroupNode extends Row {
  readonly type: 'group';
  readonly endpointId: string;
  readonly protocol: Protocol;
  readonly kind: Kind;
}

/** One router, service or middleware. */
export interface ItemNode extends Row {
  readonly type: 'item';
  readonly endpointId: string;
  readonly protocol: Protocol;
  readonly kind: Kind;
  /** As the API names it: `shop@docker`. */
  readonly name: string;
  /** Traefik's word for the configuration, not for health; `unknown` where it gave none or one we do not know. */
  readonly status: 'enabled' | 'warning' | 'disabled' | 'unknown';
}

/** Why a branch could not be read; offers Retry, Edit and Show Log. */
export interface ProblemNode extends Row {
  readonly type: 'problem';
  readonly endpointId: string;
  readonly failure: Failure;
}

/** A row that only says something, such as `none` in an empty group. */
export interface NoteNode extends Row {
  readonly type: 'note';
  readonly endpointId: string;
}
