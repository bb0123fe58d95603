import * as vscode from 'vscode';
import type { ClientRegistry } from '../shared/clientRegistry';
import { saveChosenJson } from '../shared/files';
import { loadCore } from '../shared/loadCore';
import type { SavedSearches } from './savedSearches';

/** Writes all saved searches into a file that a person chooses, with the names of their endpoints and nothing else of them. */
export async function exportSavedSearches(clients: ClientRegistry, saved: SavedSearches): Promise<void> {
  const names = new Map((await (await clients.store()).list()).map(({ hint }) => [hint.id, hint.name]));
  const searches = (await saved.store()).list().flatMap(({ name, endpointId, question }) => {
    const endpoint = names.get(endpointId);
    return endpoint === undefined ? [] : [{ name, endpoint, question }];
  });
  if (searches.length === 0) {
    void vscode.window.showInformationMessage('There are no saved searches to export.');
    return;
  }
  const { exportSearches } = await loadCore();
  const makeText = async (): Promise<string> => exportSearches(searches);
  if (!(await saveChosenJson('Export Saved Searches', 'proxy-scout-searches.json', makeText))) return;
  void vscode.window.showInformationMessage(`${countSearches(searches.length)} exported.`);
}

/** `1 search`, `2 searches`. */
export function countSearches(searches: number): string {
  return searches === 1 ? '1 search' : `${searches} searches`;
}
