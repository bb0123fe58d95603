import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isConfirmed } from '../shared/confirm';
import { pickFromHistory } from './historyPick';
import type { SavedSearches } from './savedSearches';
import type { SearchPanels } from './searchPanels';
import { chooseSearchEndpoint } from './showSearch';

/** Runs a recent or saved search again. */
export async function searchHistory(saved: SavedSearches, panels: SearchPanels, argument: unknown): Promise<void> {
  const { active, searches } = panels;
  const here = argument === undefined && active?.question !== undefined ? active.search.endpointId : undefined;
  const endpointId = await chooseSearchEndpoint(searches, here ?? argument);
  if (endpointId === undefined) return;
  const question = await pickFromHistory(saved, endpointId);
  if (question !== undefined) await panels.ask(endpointId, question, { run: true });
}

/** Clears the history of all endpoints, after asking. */
export async function clearSearchHistory(saved: SavedSearches): Promise<void> {
  if (saved.history.endpointIds.length === 0) {
    void vscode.window.showInformationMessage(l10n.t('The search history is empty.'));
    return;
  }
  const confirmed = await isConfirmed({
    question: l10n.t('Clear the search history of all endpoints?'),
    detail: l10n.t('Saved searches are kept.'),
    action: l10n.t('Clear'),
  });
  if (confirmed) await saved.history.clear(() => true);
}
