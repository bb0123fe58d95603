import { plainText } from '../base/text/plainText';
import { ariaText, joinedParts } from '../proxy/describe/labels';
import type { EndpointNode, SavedSearchNode } from '../proxy/tree/nodes';
import { indexText, queryText } from '../search/saved/questionText';
import type { SavedSearch } from '../search/saved/savedSearch';

const LONGEST_NAME = 200;

/** The row of a search that has a name, below its endpoint: its name, then where and what it asks. */
export function savedSearchNode({ id, name, place, question }: SavedSearch, parent: EndpointNode): SavedSearchNode {
  const label = plainText(name, LONGEST_NAME);
  const description = joinedParts(
    indexText(question),
    queryText(question),
    place === 'workspace' ? 'this workspace' : undefined,
  );
  return {
    type: 'savedSearch',
    id: `saved/${id}`,
    endpointId: parent.endpointId,
    savedId: id,
    label,
    description,
    spoken: `Saved search ${label}, ${ariaText(description)}`,
    parent,
  };
}
