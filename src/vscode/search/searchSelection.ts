import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { askText, pickOne, type QuickAnswer, type QuickChoice } from '../shared/quickInput';
import { escapeForLabel } from '../shared/sanitize';
import type { Engine } from './engines';
import type { SearchPanels } from './searchPanels';
import { selectionText } from './selectionText';
import { chooseSearchEndpoint } from './showSearch';

/**
 * Searches for the editor's selection in a new tab: all fields of the last search's index, for these words in this
 * order. If there is no last search, asks the user for the endpoint and the index.
 *
 * @param argument the text to search for instead, from a hover; menus pass the URI of the document
 */
export async function searchSelection(panels: SearchPanels, argument: unknown): Promise<void> {
  const { searches } = panels;
  const { clients, engines, last: lastSearches } = searches;
  const text = selectionText(typeof argument === 'string' ? argument : selectedText());
  if (text === '') {
    void vscode.window.showInformationMessage(l10n.t('Select the text to search for in an editor first.'));
    return;
  }
  const last = await lastSearches.endpointId();
  const listed = (await (await clients.store()).list()).some(
    ({ state, hint }) => state === 'ready' && hint.id === last,
  );
  const endpointId = await chooseSearchEndpoint(searches, listed ? last : undefined);
  if (endpointId === undefined) return;
  const begun = await lastSearches.begin(endpointId, await searches.settings());
  const index = begun.index === '' ? await askIndex(await engines.of(endpointId)) : begun.index;
  if (index === undefined) return;
  await panels.ask(endpointId, { ...begun, index, by: 'phrase', field: '', text }, { run: true, isNew: true });
}

function selectedText(): string {
  const editor = vscode.window.activeTextEditor;
  return editor === undefined ? '' : editor.document.getText(editor.selection);
}

/** Lets the user select an index, or type one if none are known. */
async function askIndex({ catalog }: Engine): Promise<string | undefined> {
  const title = l10n.t('Search for Selection');
  const names = await catalog.indices().catch(() => []);
  const choices = names.map(({ name }): QuickChoice<string> => ({ label: escapeForLabel(name), value: name }));
  const answer: QuickAnswer<string> =
    choices.length > 0
      ? await pickOne({ title, placeholder: l10n.t('Select an index'), choices })
      : await askText({
          title,
          prompt: l10n.t('Index to search. * matches any characters.'),
          check: (text) => (text.trim() === '' ? { problem: l10n.t('Enter the name of an index.') } : undefined),
        });
  return answer === undefined || answer === 'back' ? undefined : answer.value.trim();
}
