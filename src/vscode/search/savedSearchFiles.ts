import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { NewSearch } from '../../core/search/saved/savedStore';
import {
  type ExchangedSearch,
  exportSearches,
  importSearches,
  searchesToAdd,
} from '../../core/search/saved/searchExchange';
import { plural } from '../../l10n/plural';
import type { ClientRegistry } from '../shared/clientRegistry';
import { saveChosenJson } from '../shared/files';
import { pickOne } from '../shared/quickInput';
import { escapeForLabel, escapeForNotification } from '../shared/sanitize';
import { askSavedSearchPlace } from './savedSearchCommands';
import type { SavedSearches } from './savedSearches';

/** Adds the searches in the text of an exported file to the endpoints with the names in it. */
export async function importSavedSearches(clients: ClientRegistry, saved: SavedSearches, text: string): Promise<void> {
  const read = importSearches(text);
  if ('problem' in read) {
    void vscode.window.showErrorMessage(escapeForNotification(read.problem, 400));
    return;
  }
  const assigned = await assign(clients, read);
  if (assigned === undefined) return;
  const place =
    vscode.workspace.workspaceFolders === undefined || assigned.length === 0
      ? ({ value: 'everywhere' } as const)
      : await askSavedSearchPlace({ title: l10n.t('Import Saved Searches') });
  if (place === undefined || place === 'back') return;

  const store = await saved.store();
  const found = [...new Set(assigned.map(({ endpointId }) => endpointId))].map((id) =>
    searchesToAdd(
      assigned.filter(({ endpointId }) => endpointId === id),
      store.list(id),
    ),
  );
  const added = found.flatMap((one) => one.added);
  await saved.save(place.value, ...added);
  const present = found.reduce((sum, one) => sum + one.present, 0);
  const left = read.length - assigned.length;
  void vscode.window.showInformationMessage(
    [
      plural(added.length, { one: 'Imported {0} search.', other: 'Imported {0} searches.' }),
      present === 0 ? '' : plural(present, { one: '{0} search already exists.', other: '{0} searches already exist.' }),
      left === 0 ? '' : plural(left, { one: '{0} search was skipped.', other: '{0} searches were skipped.' }),
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
  );
}

/** Assigns each search to the endpoint with its name. If none or several have it, the user selects one. */
async function assign(
  clients: ClientRegistry,
  searches: readonly ExchangedSearch[],
): Promise<readonly NewSearch[] | undefined> {
  const endpoints = (await (await clients.store()).list()).filter(({ hint }) => hint.kind === 'search');
  const ids = new Map<string, string | undefined>();
  for (const name of new Set(searches.map(({ endpoint }) => endpoint))) {
    const [only, ...others] = endpoints.filter(({ hint }) => hint.name === name);
    if (only !== undefined && others.length === 0) {
      ids.set(name, only.hint.id);
      continue;
    }
    const answer = await pickOne<string | undefined>({
      title: l10n.t('Searches of “{0}”', escapeForLabel(name, 80)),
      placeholder:
        endpoints.length === 0
          ? l10n.t('No search endpoints yet. Add one first.')
          : l10n.t('Select the endpoint for these searches'),
      choices: [
        ...endpoints.map(({ hint }) => ({ label: `$(search) ${escapeForLabel(hint.name)}`, value: hint.id })),
        {
          label: `$(circle-slash) ${l10n.t('None')}`,
          description: l10n.t('Skip these searches'),
          value: undefined,
        },
      ],
    });
    if (answer === undefined || answer === 'back') return undefined;
    ids.set(name, answer.value);
  }
  return searches.flatMap(({ name, endpoint, question }) => {
    const endpointId = ids.get(endpoint);
    return endpointId === undefined ? [] : [{ name, endpointId, question }];
  });
}

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
