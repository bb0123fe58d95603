import * as l10n from '@vscode/l10n';
import { chooseEndpoint, chooseReadyEndpoint } from '../shared/chooseEndpoint';
import type { ClientRegistry } from '../shared/clientRegistry';
import type { CommandHandlers } from '../shared/commands';
import { isConfirmed } from '../shared/confirm';
import { Commands } from '../shared/ids';
import { escapeForLabel, escapeForNotification } from '../shared/sanitize';
import { storeEdit } from '../shared/storeEdit';
import { addEndpoint, lookOnThisMachine } from './addEndpoint';
import { deleteAllEndpoints, type StoredThings } from './deleteAllEndpoints';
import { editCredentials, editEndpoint } from './editEndpoint';
import { exportEndpoints } from './exchangeEndpoints';
import { askName } from './questions';
import { testConnection, trustCertificate } from './testConnection';
import { allowRequests, openWorkspaceFile, saveToWorkspace, stopAllowing } from './workspaceEntries';

export function endpointCommands({ clients, ...stored }: StoredThings & { readonly clients: ClientRegistry }) {
  return {
    [Commands.addEndpoint]: () => addEndpoint(clients),
    [Commands.addProxyEndpoint]: () => addEndpoint(clients, 'proxy'),
    [Commands.addSearchEndpoint]: () => addEndpoint(clients, 'search'),
    [Commands.lookOnThisMachine]: () => lookOnThisMachine(clients),
    [Commands.editEndpoint]: (node) => editEndpoint(clients, node),
    [Commands.renameEndpoint]: (node) => renameEndpoint(clients, node),
    [Commands.removeEndpoint]: (node) => removeEndpoint(clients, node),
    [Commands.trustCertificate]: (node) => trustCertificate(clients, node),
    [Commands.editCredentials]: (node) => changeCredentials(clients, node),
    [Commands.testConnection]: (node) => testConnection(clients, node),
    [Commands.exportEndpoints]: () => exportEndpoints(clients),
    [Commands.allowRequests]: (node) => allowRequests(clients, node),
    [Commands.stopAllowing]: (node) => stopAllowing(clients, node),
    [Commands.openWorkspaceFile]: (node) => openWorkspaceFile(clients, node),
    [Commands.saveToWorkspace]: () => saveToWorkspace(clients),
    [Commands.deleteAllEndpoints]: () => deleteAllEndpoints(clients, stored),
  } satisfies CommandHandlers;
}

async function renameEndpoint(clients: ClientRegistry, argument: unknown): Promise<void> {
  const stored = await chooseReadyEndpoint(clients, argument, {
    placeholder: l10n.t('Select an endpoint to rename'),
  });
  if (stored === undefined) return;
  if (stored.workspace !== undefined) return openWorkspaceFile(clients, stored.hint.id);
  const answer = await askName({ title: l10n.t('Rename Endpoint') }, stored.hint.name);
  if (answer === undefined || answer === 'back') return;
  await storeEdit(await clients.store(), stored.endpoint, { name: answer.value.trim() });
}

async function changeCredentials(clients: ClientRegistry, argument: unknown): Promise<void> {
  const stored = await chooseReadyEndpoint(clients, argument, {
    placeholder: l10n.t('Select the endpoint whose credentials to edit'),
  });
  if (stored === undefined) return;
  const title = l10n.t('Edit {0}', escapeForLabel(stored.hint.name));
  await editCredentials(await clients.store(), stored.endpoint, title);
}

async function removeEndpoint(clients: ClientRegistry, argument: unknown): Promise<void> {
  const stored = await chooseEndpoint(clients, argument, { placeholder: l10n.t('Select an endpoint to remove') });
  if (stored === undefined) return;
  if (stored.workspace !== undefined) return openWorkspaceFile(clients, stored.hint.id);
  const confirmed = await isConfirmed({
    question: l10n.t('Remove the endpoint “{0}”?', escapeForNotification(stored.hint.name)),
    detail:
      stored.hint.kind === 'search'
        ? l10n.t(
            'Its URL, credentials, search history, and saved searches are deleted from this computer. The server is not affected.',
          )
        : l10n.t('Its URL and credentials are deleted from this computer. The server is not affected.'),
    action: l10n.t('Remove'),
  });
  if (confirmed) await (await clients.store()).remove(stored.hint.id);
}
