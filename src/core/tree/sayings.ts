import type { Failure } from '../http/failure';
import type { EndpointNode, GroupNode, NoteNode, ProblemNode } from './nodes';

/** The row that tells why a branch could not be read. The `#` keeps its id apart from items, whose ids go on with `/`. */
export function problemNode(parent: EndpointNode | GroupNode, failure: Failure): ProblemNode {
  return {
    type: 'problem',
    parent,
    id: `${parent.id}#problem`,
    endpointId: parent.endpointId,
    failure,
    label: failure.sentence,
    description: failure.nextStep,
    spoken: `${failure.sentence} ${failure.nextStep}`,
  };
}

/** A row that only says something. */
export function noteNode(parent: EndpointNode | GroupNode, label: string): NoteNode {
  return { type: 'note', parent, id: `${parent.id}#note`, endpointId: parent.endpointId, label };
}
