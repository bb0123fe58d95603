import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ClientRegistry } from '../shared/clientRegistry';
import { askText, pickOne, type QuickAnswer, type QuickChoice } from '../shared/quickInput';
import { escapeForLabel } from '../shared/sanitize';
import type { Engine, Engines } from './engines';
import { chooseSearchEndpoint } from './search';
import { type Searches, searchSettings } from './searches';
import { selectionText } from './selectionText';

/**
 * Searches for the editor's selection, in a new tab: all fields of the index of the last search, for these words in this order.
 * Where nothing was searched yet, the person is asked for the endpoint and the index.
 */
export async function searchSelection(clients: ClientRegistry, engines: Engines, searches: Searches): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const text = editor === undefined ? '' : selectionText(editor.document.getText(editor.selection));
  if (text === '') {
    void vscode.window.showInformationMessage(l10n.t('Select the text to search for in an editor first.'));
    return;
  }
  const last = await searches.last.endpointId();
  const listed = (await (await clients.store()).list()).some(
    ({ state, hint }) => state === 'ready' && hint.id === last,
  );
  const endpointId = await chooseSearchEndpoint(clients, searches, listed ? last : undefined);
  if (endpointId === undefined) return;
  const begun = await searches.last.begin(endpointId, await searchSettings());
  const index = begun.index === '' ? await askIndex(await engines.of(endpointId)) : begun.index;
  if (index === undefined) return;
  await searches.panels.ask(endpointId, { ...begun, index, by: 'phrase', field: '', text }, { run: true, isNew: true });
}

async function askIndex({ catalogue }: Engine): Promise<string | undefined> {
  const names = await catalogue.indices().catch(() => []);
  return choose(
    names.map(({ name }) => name),
    {
      placeholder: l10n.t('Select an index'),
      prompt: l10n.t('Index to search. * matches any characters.'),
      problem: l10n.t('Enter the name of an index.'),
    },
  );
}

/** What to say where names are known, where none are, and where nothing was typed. */
interface NameWords {
  readonly placeholder: string;
  readonly prompt: string;
  readonly problem: string;
}

/** Lets a person select one of the names, or type one where none are known. */
async function choose(
  names: readonly string[],
  { placeholder, prompt, problem }: NameWords,
): Promise<string | undefined> {
  const title = l10n.t('Search for Selection');
  const choices: readonly QuickChoice<string>[] = names.map((value) => ({ label: escapeForLabel(value), value }));
  const answer: QuickAnswer<string> =
    choices.length > 0
      ? await pickOne({ title, placeholder, choices })
      : await askText({
          title,
          prompt,
          check: (text) => (text.trim() === '' ? { problem } : undefined),
        });
  return answer === undefined || answer === 'back' ? undefined : answer.value.trim();
}
