import * as vscode from 'vscode';
import { endpointIdOf } from '../shared/chooseEndpoint';
import type { ClientRegistry } from '../shared/clientRegistry';
import { Commands } from '../shared/ids';
import { openFindPick } from './findPick';

/** Longer selections are no name, host or address. */
const LONGEST_SELECTION = 100;

/** Finds a router, service or middleware: of the endpoint on whose row it was called, or else of all proxies. */
export async function findItem(clients: ClientRegistry, argument: unknown): Promise<void> {
  const proxies = (await (await clients.store()).list()).filter(({ hint }) => hint.kind === 'proxy');
  const named = endpointIdOf(argument);
  const wanted = named === undefined ? proxies : proxies.filter(({ hint }) => hint.id === named);
  if (wanted.length > 0) {
    const places = wanted.map(({ hint }) => ({ endpointId: hint.id, name: hint.name }));
    await openFindPick(clients, places, selectedText());
  } else if (named !== undefined) {
    void vscode.window.showWarningMessage('This endpoint was removed.');
  } else {
    const answer = await vscode.window.showInformationMessage(
      'There is no proxy to look into yet.',
      'Add Proxy Endpoint…',
    );
    if (answer !== undefined) await vscode.commands.executeCommand(Commands.addProxyEndpoint);
  }
}

/** What is selected in the editor, where it could be looked for. */
function selectedText(): string {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || !editor.selection.isSingleLine) return '';
  const text = editor.document.getText(editor.selection).trim();
  return text.length <= LONGEST_SELECTION ? text : '';
}
