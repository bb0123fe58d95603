import * as vscode from 'vscode';
import type { Connections } from '../connections';
import { count } from './exportEndpoints';

/** Deletes everything Proxy Scout has stored, after asking: there is no uninstall hook that could. */
export async function deleteAllEndpoints(connections: Connections): Promise<void> {
  const store = await connections.store();
  const stored = await store.list();
  if (stored.length === 0) {
    void vscode.window.showInformationMessage('There are no stored endpoints.');
    return;
  }
  const confirmed = await vscode.window.showWarningMessage(
    `Delete ${stored.length === 1 ? 'the stored endpoint' : `all ${count(stored.length)}`}?`,
    { modal: true, detail: 'Addresses and credentials are deleted from this computer. The servers are not touched.' },
    'Delete All',
  );
  if (confirmed === 'Delete All') await store.removeAll();
}
