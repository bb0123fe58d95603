import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { SearchQuestion } from '../../protocol/question';
import type { ClientRegistry } from '../shared/clientRegistry';
import { askText, pickOne, type QuickAnswer, type QuickChoice } from '../shared/quickInput';
import { escapeForLabel } from '../shared/sanitize';
import type { Engine, Engines } from './engines';
import { chooseSearchEndpoint } from './search';
import { type Searches, searchSettings } from './searches';
import { selectionText } from './selectionText';

/**
 * Searches for the editor's selection in the endpoint, index and field of the last search. Where there is none yet, the
 * person is asked.
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
  const engine = await engines.of(endpointId);
  const index = begun.index === '' ? await askIndex(engine) : begun.index;
  if (index === undefined) return;
  const field = begun.field === '' ? await askField(engine, index) : begun.field;
  if (field === undefined) return;
  const by = wordKinds.includes(begun.by) ? begun.by : 'match';
  await searches.panels.ask(endpointId, { ...begun, index, field, by, text }, { run: true });
}

/** The kinds of query in which text has no syntax. */
const wordKinds: readonly SearchQuestion['by'][] = ['match', 'phrase', 'exact'];

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

async function askField({ catalogue }: Engine, index: string): Promise<string | undefined> {
  const fields = await catalogue.fields(index).catch(() => []);
  return choose(
    fields.filter(({ isSearchable }) => isSearchable).map(({ name }) => name),
    {
      placeholder: l10n.t('Select a field'),
      prompt: l10n.t('Field to search'),
      problem: l10n.t('Enter the name of a field.'),
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
