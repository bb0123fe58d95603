import * as vscode from 'vscode';
import type { SavedPlace } from '../../core/search/saved/savedSearch';
import type { SearchQuestion } from '../../protocol/question';
import { loadCore } from '../shared/loadCore';
import { askText, pickOne, type QuestionPosition, type QuickAnswer } from '../shared/quickInput';
import type { QueryDocuments } from './queryDocuments';
import { queryDocumentOf } from './runQuery';
import type { SavedSearches } from './savedSearches';

/** Asks for a name and, where a workspace is open, for the place, and saves the search. */
export async function saveSearch(saved: SavedSearches, endpointId: string, question: SearchQuestion): Promise<void> {
  const { questionText } = await loadCore();
  const title = 'Save Search';
  const isPlaceAsked = vscode.workspace.workspaceFolders !== undefined;
  const totalSteps = isPlaceAsked ? 2 : 1;
  const taken = new Set((await saved.store()).list(endpointId).map(({ name }) => name));
  let name = questionText(question).slice(0, 80).trim();
  for (;;) {
    const named = await askSearchName({ title, step: 1, totalSteps }, name, (other) => taken.has(other));
    if (named === undefined || named === 'back') return;
    name = named.value.trim();
    const place = isPlaceAsked
      ? await askSavedSearchPlace({ title, step: 2, totalSteps, canGoBack: true })
      : everywhere;
    if (place === undefined) return;
    if (place !== 'back') return saved.save(place.value, { endpointId, name, question });
  }
}

/** Saves the search that a body in an editor asks. */
export async function saveQueryDocument(
  saved: SavedSearches,
  documents: QueryDocuments,
  argument: unknown,
): Promise<void> {
  const document = queryDocumentOf(argument);
  const query = document && (await documents.read(document));
  if (query?.endpointId !== undefined) await saveSearch(saved, query.endpointId, query.question);
}

const everywhere: { readonly value: SavedPlace } = { value: 'everywhere' };

/** What a search is to be called. A name that another one has is taken from it, which is said first. */
export async function askSearchName(
  place: QuestionPosition,
  value: string,
  isTaken: (name: string) => boolean,
): Promise<QuickAnswer<string>> {
  const { LONGEST_SAVED_NAME } = await loadCore();
  return askText({
    ...place,
    prompt: 'Name of the search',
    value,
    check(text) {
      const name = text.trim();
      if (name === '') return { problem: 'Enter a name.' };
      if (name.length > LONGEST_SAVED_NAME) return { problem: `A name has at most ${LONGEST_SAVED_NAME} characters.` };
      return isTaken(name) ? { hint: 'Takes the place of the saved search that has this name.' } : undefined;
    },
  });
}

/** With what a search is kept. */
export function askSavedSearchPlace(place: QuestionPosition): Promise<QuickAnswer<SavedPlace>> {
  return pickOne<SavedPlace>({
    ...place,
    placeholder: 'Where should it be kept?',
    choices: [
      { label: '$(folder) This Workspace', description: 'Shown only while this workspace is open', value: 'workspace' },
      { label: '$(globe) Everywhere', description: 'Shown in all windows on this computer', value: 'everywhere' },
    ],
  });
}
