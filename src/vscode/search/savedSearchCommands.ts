import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { SavedSearch } from '../../core/search/saved/savedSearch';
import { isConfirmed } from '../shared/confirm';
import { escapeForNotification } from '../shared/sanitize';
import type { SavedSearches } from './savedSearches';
import { askSearchName } from './saveSearch';
import type { SearchPanels } from './searchPanels';

/** Shows the hits of a saved search. */
export async function openSavedSearch(saved: SavedSearches, panels: SearchPanels, node: unknown): Promise<void> {
  const search = await savedSearchOf(saved, node);
  if (search !== undefined) await panels.ask(search.endpointId, search.question, { run: true });
}

export async function renameSavedSearch(saved: SavedSearches, node: unknown): Promise<void> {
  const search = await savedSearchOf(saved, node);
  if (search === undefined) return;
  const { id, endpointId, place, name } = search;
  const others = (await saved.store()).list(endpointId).filter((one) => one.id !== id && one.place === place);
  const same = (wanted: string) => others.find((one) => one.name === wanted);
  const answer = await askSearchName(
    { title: l10n.t('Rename Saved Search') },
    name,
    (wanted) => same(wanted) !== undefined,
  );
  if (answer === undefined || answer === 'back') return;
  const wanted = answer.value.trim();
  const replaced = same(wanted);
  await saved.rename(id, wanted);
  if (replaced !== undefined) await saved.remove(replaced.id);
}

/** Deletes a saved search, after asking. */
export async function deleteSavedSearch(saved: SavedSearches, node: unknown): Promise<void> {
  const search = await savedSearchOf(saved, node);
  if (search === undefined) return;
  const confirmed = await isConfirmed({
    question: l10n.t('Delete the saved search “{0}”?', escapeForNotification(search.name)),
    action: l10n.t('Delete'),
  });
  if (confirmed) await saved.remove(search.id);
}

/** The search of a row. VS Code may call commands with any argument, and the search may have been deleted. */
async function savedSearchOf(saved: SavedSearches, node: unknown): Promise<SavedSearch | undefined> {
  const id = typeof node === 'object' && node !== null && 'savedId' in node ? node.savedId : undefined;
  const search = typeof id === 'string' ? (await saved.store()).get(id) : undefined;
  if (search === undefined) void vscode.window.showInformationMessage(l10n.t('This saved search no longer exists.'));
  return search;
}
