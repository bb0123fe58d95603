import type { Failure, FailureKind } from '../http/failure';
import type { EndpointNode, GroupNode, NoteNode, ProblemNode } from './nodes';

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

/** The row that tells why a branch could not be read. The `#` keeps its id apart from items, whose ids go on with `/`. */
export function problemNode(parent: EndpointNode | GroupNode, failure: Failure): ProblemNode {
  return {
    type: 'problem',
    parent,
    id: `${parent.id}#problem`,
    endpointId: parent.endpointId,
    failure,
    label: titles[failure.kind],
    description: failure.nextStep,
    spoken: `${failure.sentence} ${failure.nextStep}`,
  };
}

/** A row that only says something. */
export function noteNode(parent: EndpointNode | GroupNode, label: string): NoteNode {
  return { type: 'note', parent, id: `${parent.id}#note`, endpointId: parent.endpointId, label };
}
