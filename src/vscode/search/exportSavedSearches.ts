import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { exportSearches } from '../../core/search/saved/searchExchange';
import { plural } from '../../l10n/plural';
import type { ClientRegistry } from '../shared/clientRegistry';
import { saveChosenJson } from '../shared/files';
import type { SavedSearches } from './savedSearches';

/** Writes all saved searches into a file that the user selects. It contains only the names of their endpoints. */
export async function exportSavedSearches(clients: ClientRegistry, saved: SavedSearches): Promise<void> {
  const names = new Map((await (await clients.store()).list()).map(({ hint }) => [hint.id, hint.name]));
  const searches = (await saved.store()).list().flatMap(({ name, endpointId, question }) => {
    const endpoint = names.get(endpointId);
    return endpoint === undefined ? [] : [{ name, endpoint, question }];
  });
  if (searches.length === 0) {
    void vscode.window.showInformationMessage(l10n.t('No saved searches to export.'));
    return;
  }
  const makeText = async (): Promise<string> => exportSearches(searches);
  if (!(await saveChosenJson(l10n.t('Export Saved Searches'), 'proxy-scout-searches.json', makeText))) return;
  void vscode.window.showInformationMessage(
    plural(searches.length, { one: 'Exported {0} search.', other: 'Exported {0} searches.' }),
  );
}
