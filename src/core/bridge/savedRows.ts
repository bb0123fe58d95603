import { plainText } from '../base/text/plainText';
import { aloud, joined } from '../proxy/describe/words';
import type { EndpointNode, SavedSearchNode } from '../proxy/tree/nodes';
import type { SavedSearch } from '../search/saved/savedSearch';
import { askedWords, indexWords } from '../search/saved/words';

const LONGEST_NAME = 200;

/** The row of a search that has a name, below its endpoint: its name, then where and what it asks. */
export function savedSearchNode({ id, name, place, question }: SavedSearch, parent: EndpointNode): SavedSearchNode {
  const label = plainText(name, LONGEST_NAME);
  const description = joined(
    indexWords(question),
    askedWords(question),
    place === 'workspace' ? 'this workspace' : undefined,
  );
  return {
    type: 'savedSearch',
    id: `saved/${id}`,
    endpointId: parent.endpointId,
    savedId: id,
    label,
    description,
    spoken: `Saved search ${label}, ${aloud(description)}`,
    parent,
  };
}
