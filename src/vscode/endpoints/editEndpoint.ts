import * as vscode from 'vscode';
import { chooseEndpoint } from '../shared/chooseEndpoint';
import type { Connections } from '../shared/connections';
import { inNotification } from '../shared/inert';
import { editEndpoint as editFields } from './edit';
import { askEndpoint } from './form';
import { tryEndpoint } from './testConnection';

/** Changes an endpoint. One whose record is gone or cannot be read is entered again under its name and place. */
export async function editEndpoint(connections: Connections, argument: unknown): Promise<void> {
  const stored = await chooseEndpoint(connections, argument, { placeholder: 'Which endpoint should change?' });
  if (stored === undefined) return;
  const { hint } = stored;
  const store = await connections.store();
  if (stored.state === 'ready') {
    if (await editFields(store, hint.id)) await tryEndpoint(connections, hint.id);
    return;
  }
  if (stored.state === 'newer') {
    const replace = await vscode.window.showWarningMessage(
      `“${inNotification(hint.name)}” was stored by a newer version of Proxy Scout.`,
      { modal: true, detail: 'Entering it again replaces that record. Updating Proxy Scout keeps it.' },
      'Enter Again',
    );
    if (replace === undefined) return;
  }
  const fields = await askEndpoint({ title: 'Enter Endpoint Again', kind: hint.kind, name: hint.name });
  if (fields === undefined) return;
  const { id } = await store.replace(hint, fields);
  await tryEndpoint(connections, id);
}
