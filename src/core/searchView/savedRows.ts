import * as l10n from '@vscode/l10n';
import { plainText } from '../base/text/plainText';
import { ariaText, joinedParts } from '../proxy/describe/labels';
import type { EndpointNode } from '../proxy/tree/nodes';
import type { SavedSearch } from '../search/saved/savedSearch';
import { indexText, queryText } from '../search/saved/searchQuestionText';
import type { SavedSearchNode } from './searchNodes';

const longestName = 200;

/** The row of a saved search below its endpoint: its name, then its index and query. */
export function savedSearchNode({ id, name, place, question }: SavedSearch, parent: EndpointNode): SavedSearchNode {
  const label = plainText(name, longestName);
  const description = joinedParts(
    indexText(question),
    queryText(question),
    place === 'workspace' ? l10n.t('this workspace') : undefined,
  );
  return {
    type: 'savedSearch',
    id: `saved/${id}`,
    endpointId: parent.endpointId,
    savedId: id,
    label,
    description,
    spoken: l10n.t('Saved search {0}, {1}', label, ariaText(description)),
    parent,
  };
}
