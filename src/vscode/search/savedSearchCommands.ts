import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { longestSavedName, placesByName, type SavedPlace, type SavedSearch } from '../../core/search/saved/savedStore';
import { proposedSearchName } from '../../core/search/saved/searchName';
import { numberText } from '../../l10n/numbers';
import type { SearchQuestion } from '../../protocol/question';
import { isConfirmed } from '../shared/confirm';
import { askText, pickOne, type QuestionPosition, type QuickAnswer } from '../shared/quickInput';
import { escapeForNotification } from '../shared/sanitize';
import type { QueryDocuments } from './queryDocuments';
import { queryDocumentOf } from './runQuery';
import type { SavedSearches } from './savedSearches';
import type { SearchPanels } from './searchPanels';

export async function openSavedSearch(saved: SavedSearches, panels: SearchPanels, node: unknown): Promise<void> {
  const search = await savedSearchOf(saved, node);
  if (search !== undefined) await panels.ask(search.endpointId, search.question);
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

/** Asks the user for a name and, if a workspace is open, for the place, and saves the search. */
export async function saveSearch(saved: SavedSearches, endpointId: string, question: SearchQuestion): Promise<void> {
  const title = l10n.t('Save Search');
  const isPlaceAsked = vscode.workspace.workspaceFolders !== undefined;
  const totalSteps = isPlaceAsked ? 2 : 1;
  const places = placesByName((await saved.store()).list(endpointId));
  const offered: readonly SavedPlace[] = isPlaceAsked ? ['workspace', 'everywhere'] : ['everywhere'];
  // Where the place is still to be asked, only a name that both places have is certain to replace one.
  const isTaken = (wanted: string): boolean => offered.every((place) => places.get(wanted)?.includes(place));
  let name = proposedSearchName(question);
  for (;;) {
    const named = await askSearchName({ title, step: 1, totalSteps }, name, isTaken);
    if (named === undefined || named === 'back') return;
    name = named.value.trim();
    const place = isPlaceAsked
      ? await askSavedSearchPlace({ title, step: 2, totalSteps, canGoBack: true }, places.get(name))
      : everywhere;
    if (place === undefined) return;
    if (place !== 'back') return saved.save(place.value, { endpointId, name, question });
  }
}

/** Saves the search of a body in an editor. */
export async function saveQueryDocument(
  saved: SavedSearches,
  documents: QueryDocuments,
  argument: unknown,
): Promise<void> {
  const document = queryDocumentOf(argument);
  // Its key is that of File: Save, so the document must not stay unsaved.
  await document?.save();
  const query = document && (await documents.read(document));
  if (query?.endpointId !== undefined) await saveSearch(saved, query.endpointId, query.question);
}

const everywhere: { readonly value: SavedPlace } = { value: 'everywhere' };

/** Asks the user for the name of a search. A hint shows if it replaces one with the same name. */
async function askSearchName(
  place: QuestionPosition,
  value: string,
  isTaken: (name: string) => boolean,
): Promise<QuickAnswer<string>> {
  return askText({
    ...place,
    prompt: l10n.t('Name of the search'),
    value,
    check(text) {
      const name = text.trim();
      if (name === '') return { problem: l10n.t('Enter a name.') };
      if (name.length > longestSavedName) {
        return { problem: l10n.t('A name can have at most {0} characters.', numberText(longestSavedName)) };
      }
      return isTaken(name) ? { hint: replacesWords() } : undefined;
    },
  });
}

const replacesWords = (): string => l10n.t('Replaces the saved search with this name.');

/** @param taken the places in which a saved search has the name already */
export function askSavedSearchPlace(
  place: QuestionPosition,
  taken: readonly SavedPlace[] = [],
): Promise<QuickAnswer<SavedPlace>> {
  const replaces = (one: SavedPlace) => taken.includes(one) && { detail: replacesWords() };
  return pickOne<SavedPlace>({
    ...place,
    placeholder: l10n.t('Select where to save the search'),
    choices: [
      {
        label: `$(folder) ${l10n.t('This Workspace')}`,
        description: l10n.t('Only shown while this workspace is open'),
        value: 'workspace',
        ...replaces('workspace'),
      },
      {
        label: `$(globe) ${l10n.t('Everywhere')}`,
        description: l10n.t('Shown in all windows on this computer'),
        value: 'everywhere',
        ...replaces('everywhere'),
      },
    ],
  });
}
