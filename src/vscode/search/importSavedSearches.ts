import * as vscode from 'vscode';
import type { NewSearch } from '../../core/search/saved/savedStore';
import type { ExchangedSearch } from '../../core/search/saved/searchExchange';
import type { ClientRegistry } from '../shared/clientRegistry';
import { readChosenJson } from '../shared/files';
import { loadCore } from '../shared/loadCore';
import { pickOne } from '../shared/quickInput';
import { escapeForLabel, escapeForNotification } from '../shared/sanitize';
import { countSearches } from './exportSavedSearches';
import type { SavedSearches } from './savedSearches';
import { askSavedSearchPlace } from './saveSearch';

/** Some hundred searches are some 100 KB; a much larger file was chosen by mistake. */
const MOST_BYTES = 8 * 1024 * 1024;

/** Adds the searches of a file that Export Saved Searches wrote, to the endpoints that have the names it says. */
export async function importSavedSearches(clients: ClientRegistry, saved: SavedSearches): Promise<void> {
  const text = await readChosenJson('Import Saved Searches', {
    mostBytes: MOST_BYTES,
    tooLarge: 'This file is too large to hold saved searches. Choose one that Export Saved Searches wrote.',
  });
  if (text === undefined) return;
  const { searchesToAdd, importSearches } = await loadCore();
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
      : await askSavedSearchPlace({ title: 'Import Saved Searches' });
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
      `${countSearches(added.length)} imported.`,
      present === 0 ? '' : `${countSearches(present)} ${present === 1 ? 'was' : 'were'} there already.`,
      left === 0 ? '' : `${countSearches(left)} ${left === 1 ? 'was' : 'were'} left out.`,
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
  );
}

/** Gives each search the endpoint that has its name; where none or several have it, a person says which. */
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
      title: `Searches of “${escapeForLabel(name, 80)}”`,
      placeholder:
        endpoints.length === 0
          ? 'There is no search endpoint yet. Add one first.'
          : 'Which endpoint should these searches belong to?',
      choices: [
        ...endpoints.map(({ hint }) => ({ label: `$(search) ${escapeForLabel(hint.name)}`, value: hint.id })),
        { label: '$(circle-slash) None', description: 'Leave them out', value: undefined },
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
