import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { endpointIdOf } from '../shared/chooseEndpoint';
import { type ClientRegistry, endpointGone } from '../shared/clientRegistry';
import { Commands } from '../shared/ids';
import { openFindPick } from './findPick';

/** Longer selections are not names, hosts or addresses. */
const longestSelection = 100;

/** Finds a router, service or middleware: of the row's endpoint, or of all proxies, that of the selected row first. */
export async function findItem(clients: ClientRegistry, argument: unknown, firstId: string | undefined): Promise<void> {
  const proxies = (await (await clients.store()).list()).filter(({ hint }) => hint.kind === 'proxy');
  const named = endpointIdOf(argument);
  const wanted = named === undefined ? proxies : proxies.filter(({ hint }) => hint.id === named);
  if (wanted.length > 0) {
    const places = wanted.map(({ hint }) => ({ endpointId: hint.id, name: hint.name }));
    await openFindPick(clients, places, { value: selectedText(), firstId });
  } else if (named !== undefined) {
    void vscode.window.showWarningMessage(endpointGone());
  } else {
    const answer = await vscode.window.showInformationMessage(
      l10n.t('No proxy endpoints yet.'),
      l10n.t('Add Proxy Endpoint…'),
    );
    if (answer !== undefined) await vscode.commands.executeCommand(Commands.addProxyEndpoint);
  }
}

/** The text selected in the editor, if it may be a name. */
function selectedText(): string {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || !editor.selection.isSingleLine) return '';
  const text = editor.document.getText(editor.selection).trim();
  return text.length <= longestSelection ? text : '';
}
