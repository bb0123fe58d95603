import * as vscode from 'vscode';
import type { ClientRegistry } from '../shared/clientRegistry';
import { pickFromHistory } from './historyPick';
import type { SavedSearches } from './savedSearches';
import { chooseSearchEndpoint } from './search';
import type { Searches } from './searches';

/** Runs a search again that was run or saved before. */
export async function searchHistory(
  clients: ClientRegistry,
  saved: SavedSearches,
  searches: Searches,
  argument: unknown,
): Promise<void> {
  const { active } = searches.panels;
  const here = argument === undefined && active?.question !== undefined ? active.search.endpointId : undefined;
  const endpointId = await chooseSearchEndpoint(clients, searches, here ?? argument);
  if (endpointId === undefined) return;
  const question = await pickFromHistory(saved, endpointId);
  if (question !== undefined) await searches.panels.ask(endpointId, question, { run: true });
}

/** Forgets all searches that were run, of all endpoints, after asking. */
export async function clearSearchHistory(saved: SavedSearches): Promise<void> {
  if (saved.history.endpointIds.length === 0) {
    void vscode.window.showInformationMessage('There is no search history.');
    return;
  }
  const confirmed = await vscode.window.showWarningMessage(
    'Clear the search history of all endpoints?',
    { modal: true, detail: 'Saved searches stay.' },
    'Clear',
  );
  if (confirmed === 'Clear') await saved.history.clear(() => true);
}
