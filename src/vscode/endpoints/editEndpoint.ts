import * as vscode from 'vscode';
import { chooseEndpoint } from '../shared/chooseEndpoint';
import type { ClientRegistry } from '../shared/clientRegistry';
import { escapeForNotification } from '../shared/sanitize';
import { editEndpoint as editFields } from './editFields';
import { askEndpoint } from './endpointForm';
import { tryEndpoint } from './testConnection';

/** Changes an endpoint. One whose record is gone or cannot be read is entered again under its name and place. */
export async function editEndpoint(clients: ClientRegistry, argument: unknown): Promise<void> {
  const stored = await chooseEndpoint(clients, argument, { placeholder: 'Which endpoint should change?' });
  if (stored === undefined) return;
  const { hint } = stored;
  const store = await clients.store();
  if (stored.state === 'ready') {
    if (await editFields(store, hint.id)) await tryEndpoint(clients, hint.id);
    return;
  }
  if (stored.state === 'newer') {
    const replace = await vscode.window.showWarningMessage(
      `“${escapeForNotification(hint.name)}” was stored by a newer version of Proxy Scout.`,
      { modal: true, detail: 'Entering it again replaces that record. Updating Proxy Scout keeps it.' },
      'Enter Again',
    );
    if (replace === undefined) return;
  }
  const fields = await askEndpoint({ title: 'Enter Endpoint Again', kind: hint.kind, name: hint.name });
  if (fields === undefined) return;
  const { id } = await store.replace(hint, fields);
  await tryEndpoint(clients, id);
}
