import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { chooseEndpoint } from '../shared/chooseEndpoint';
import type { ClientRegistry } from '../shared/clientRegistry';
import { isConfirmed } from '../shared/confirm';
import { Commands } from '../shared/ids';
import { escapeForNotification } from '../shared/sanitize';
import { editEndpointFields } from './editFields';
import { askEndpoint } from './endpointForm';
import { tryEndpoint } from './testConnection';

/** Changes an endpoint. If its stored data cannot be read, the user enters it again; name and place stay. */
export async function editEndpoint(clients: ClientRegistry, argument: unknown): Promise<void> {
  const stored = await chooseEndpoint(clients, argument, { placeholder: l10n.t('Select an endpoint to edit') });
  if (stored === undefined) return;
  const { hint } = stored;
  if (stored.workspace !== undefined) {
    const command = stored.state === 'ready' ? Commands.editCredentials : Commands.openWorkspaceFile;
    await vscode.commands.executeCommand(command, hint.id);
    return;
  }
  const store = await clients.store();
  if (stored.state === 'ready') {
    if (await editEndpointFields(store, hint.id)) await tryEndpoint(clients, hint.id);
    return;
  }
  if (stored.state === 'newer') {
    const replaces = await isConfirmed({
      question: l10n.t('“{0}” was stored by a newer version of Proxy Scout.', escapeForNotification(hint.name)),
      detail: l10n.t('Entering it again replaces the stored data. To keep the data, update Proxy Scout.'),
      action: l10n.t('Enter Again'),
    });
    if (!replaces) return;
  }
  const fields = await askEndpoint({ title: l10n.t('Enter Endpoint Again'), kind: hint.kind, name: hint.name });
  if (fields === undefined) return;
  const { id } = await store.replace(hint, fields);
  await tryEndpoint(clients, id);
}
