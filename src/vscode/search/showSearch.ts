import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { readGoTo } from '../../core/search/page/pageSteps';
import { selectionText } from '../../core/search/page/questionForm';
import { chooseReadyEndpoint, endpointIdOf } from '../shared/chooseEndpoint';
import { askText, pickOne, type QuickAnswer, type QuickChoice } from '../shared/quickInput';
import { escapeForLabel } from '../shared/sanitize';
import type { Engine } from './engines';
import { searchIndex } from './indexCommands';
import type { SavedSearches } from './savedSearches';
import { panelMeant } from './searchActions';
import type { Searches } from './searches';
import { pickSearch } from './searchHistoryPick';
import type { SearchPanels } from './searchPanels';

/**
 * Searches the index or field of a row, or shows the search of an endpoint that is named by its id. Otherwise, the user selects
 * from the past searches of the row's endpoint, or of all, that of the last search first.
 */
export async function showSearch(saved: SavedSearches, panels: SearchPanels, argument: unknown): Promise<void> {
  if (await searchIndex(panels, argument)) return;
  const { searches } = panels;
  const named = endpointIdOf(argument);
  const last = await searches.last.endpointId();
  const listed = (await searches.endpoints())
    .filter(({ id }) => named === undefined || id === named)
    .toSorted((one, other) => Number(other.id === last) - Number(one.id === last));
  const isToPick = typeof argument !== 'string' && listed.length > 0;
  const picked = isToPick ? await pickSearch(saved, listed, listed) : undefined;
  if (isToPick && picked === undefined) return;
  const endpointId = await chooseSearchEndpoint(searches, picked?.endpointId ?? argument);
  if (endpointId === undefined) return;
  if (picked?.question !== undefined) await panels.ask(endpointId, picked.question, { isNew: picked.isNew });
  else if (picked?.isNew) await panels.openNew(endpointId);
  else await panels.open(endpointId);
}

/** The endpoint to search: that of the command's row, or the one that the user selects. */
async function chooseSearchEndpoint({ clients, last }: Searches, argument: unknown): Promise<string | undefined> {
  const stored = await chooseReadyEndpoint(clients, argument, {
    placeholder: l10n.t('Select a search endpoint'),
    kind: 'search',
    proposed: await last.endpointId(),
  });
  return stored?.hint.id;
}

/** Asks the user for a page number of a search, the page's own or the focused one, and goes there. */
export async function goToPage(panels: SearchPanels, argument: unknown): Promise<void> {
  const panel = panelMeant(panels, argument);
  if (panel === undefined) return;
  const { reach } = panel;
  const answer = await askText({
    title: l10n.t('Go to Page'),
    prompt: l10n.t('Page number, or # and a hit number'),
    placeholder: l10n.t('5 or #1234'),
    check(text) {
      const read = readGoTo(text, reach);
      return 'problem' in read && text !== '' ? read : undefined;
    },
  });
  if (answer === undefined || answer === 'back') return;
  const read = readGoTo(answer.value, reach);
  if ('offset' in read) panel.act('goTo', read.offset);
}

/**
 * Searches for the editor's selection in a new tab: all fields of the last search's index, for these words in this
 * order. If there is no last search, asks the user for the endpoint and the index.
 *
 * @param argument the text to search for instead; menus pass the URI of the document
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
  await panels.ask(endpointId, { ...begun, index, by: 'phrase', field: '', text }, { isNew: true });
}

function selectedText(): string {
  const editor = vscode.window.activeTextEditor;
  return editor === undefined ? '' : editor.document.getText(editor.selection);
}

/** Lets the user select an index, or type one if none are known. */
async function askIndex({ catalog }: Engine): Promise<string | undefined> {
  const title = l10n.t('Search Logs for Selection');
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
