import { saveSearch as save } from './askSaved';
import type { SearchPanels } from './panels';
import type { QueryDocuments } from './queryDocuments';
import { queryDocumentOf } from './runQuery';
import type { SavedSearches } from './savedSearches';

/** Gives a name to the search that has the focus: what stands in the form of a search page, or a body in an editor. */
export async function saveSearch(
  saved: SavedSearches,
  documents: QueryDocuments,
  panels: SearchPanels,
  argument: unknown,
): Promise<void> {
  if (panels.active !== undefined) return panels.active.tell({ kind: 'act', action: 'save' });
  const document = queryDocumentOf(argument);
  const query = document && (await documents.read(document));
  if (query?.endpointId !== undefined) await save(saved, query.endpointId, query.question);
}
