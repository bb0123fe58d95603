import * as vscode from 'vscode';
import type { SearchQuestion } from '../../protocol/question';
import type { ClientRegistry } from '../shared/clientRegistry';
import { askText, pickOne, type QuickAnswer, type QuickChoice } from '../shared/quickInput';
import { escapeForLabel } from '../shared/sanitize';
import type { Engine, Engines } from './engines';
import { chooseSearchEndpoint } from './search';
import { type Searches, searchSettings } from './searches';
import { selectionText } from './selectionText';

const TITLE = 'Search for Selection';

/**
 * Searches for what is selected in the editor, where the last search looked: its endpoint, index and field. What no search
 * has told yet is asked.
 */
export async function searchSelection(clients: ClientRegistry, engines: Engines, searches: Searches): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const text = editor === undefined ? '' : selectionText(editor.document.getText(editor.selection));
  if (text === '') {
    void vscode.window.showInformationMessage('Select the text to search for in an editor first.');
    return;
  }
  const last = await searches.last.endpointId();
  const listed = (await (await clients.store()).list()).some(
    ({ state, hint }) => state === 'ready' && hint.id === last,
  );
  const endpointId = await chooseSearchEndpoint(clients, searches, listed ? last : undefined);
  if (endpointId === undefined) return;
  const begun = await searches.last.begin(endpointId, await searchSettings());
  const engine = await engines.of(endpointId);
  const index = begun.index === '' ? await askIndex(engine) : begun.index;
  if (index === undefined) return;
  const field = begun.field === '' ? await askField(engine, index) : begun.field;
  if (field === undefined) return;
  const by = wordKinds.includes(begun.by) ? begun.by : 'match';
  await searches.panels.ask(endpointId, { ...begun, index, field, by, text }, { run: true });
}

/** In these a text of several words means itself. */
const wordKinds: readonly SearchQuestion['by'][] = ['match', 'phrase', 'exact'];

async function askIndex({ catalogue }: Engine): Promise<string | undefined> {
  const names = await catalogue.indices().catch(() => []);
  return choose(
    'Which index to search?',
    names.map(({ name }) => name),
    'Index to search; * stands for any characters',
  );
}

async function askField({ catalogue }: Engine, index: string): Promise<string | undefined> {
  const fields = await catalogue.fields(index).catch(() => []);
  return choose(
    'Which field to search?',
    fields.filter(({ isSearchable }) => isSearchable).map(({ name }) => name),
    'Field to search',
  );
}

/** Lets a person choose one of the names, or type one where none are known. */
async function choose(placeholder: string, names: readonly string[], prompt: string): Promise<string | undefined> {
  const choices: readonly QuickChoice<string>[] = names.map((value) => ({ label: escapeForLabel(value), value }));
  const answer: QuickAnswer<string> =
    choices.length > 0
      ? await pickOne({ title: TITLE, placeholder, choices })
      : await askText({
          title: TITLE,
          prompt,
          check: (text) => (text.trim() === '' ? { problem: `${placeholder} Type its name.` } : undefined),
        });
  return answer === undefined || answer === 'back' ? undefined : answer.value.trim();
}
