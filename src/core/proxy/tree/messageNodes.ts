import type { Failure, FailureKind } from '../../base/errors/failure';
import { ariaText } from '../describe/labels';
import type { NoteNode, ProblemNode, ProxyNode } from './nodes';

/** A side bar is narrow: these say what happened before the row is cut off. The whole sentence is in the tooltip. */
const titles: Readonly<Record<FailureKind, string>> = {
  refused: 'Connection refused',
  hostNotFound: 'Host not found',
  unreachable: 'Not reachable',
  reset: 'Connection closed',
  timedOut: 'No answer in time',
  cancelled: 'Stopped',
  tls: 'No secure connection',
  proxy: 'Proxy in the way',
  unauthorized: 'Credentials needed',
  forbidden: 'Access denied',
  notFound: 'Nothing at this address',
  redirected: 'Redirected elsewhere',
  notAnApi: 'Not an API',
  tooLarge: 'Answer too large',
  malformed: 'Answer damaged',
  rateLimited: 'Asked too often',
  serverError: 'Server error',
  rejected: 'Request refused',
  invalid: 'Request not possible',
};

/** The row that tells why a branch could not be read. The `#` keeps its id apart from what is named: see `nameInId`. */
export function problemNode(parent: ProxyNode, failure: Failure, what?: string): ProblemNode {
  const title = titles[failure.kind];
  return {
    type: 'problem',
    parent,
    id: `${parent.id}#problem${what === undefined ? '' : ` ${what}`}`,
    endpointId: parent.endpointId,
    failure,
    label: what === undefined ? title : `${what}: ${title}`,
    description: failure.nextStep,
    spoken: ariaText(what, `${failure.sentence} ${failure.nextStep}`),
  };
}

/** A row that only says something. A parent has at most one of each label. */
export function noteNode(parent: ProxyNode, label: string, about: NoteNode['about'] = 'state'): NoteNode {
  return { type: 'note', parent, id: `${parent.id}#note ${label}`, endpointId: parent.endpointId, label, about };
}
