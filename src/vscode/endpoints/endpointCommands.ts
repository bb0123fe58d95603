import * as vscode from 'vscode';
import { chooseEndpoint, chooseReadyEndpoint } from '../shared/chooseEndpoint';
import type { ClientRegistry } from '../shared/clientRegistry';
import type { CommandHandlers } from '../shared/commands';
import { Commands } from '../shared/ids';
import { escapeForNotification } from '../shared/sanitize';
import type { Snapshots } from '../shared/snapshots';
import { addEndpoint } from './addEndpoint';
import { deleteAllEndpoints } from './deleteAllEndpoints';
import { editEndpoint } from './editEndpoint';
import { exportEndpoints } from './exportEndpoints';
import { importEndpoints } from './importEndpoints';
import { askName } from './questions';
import { testConnection } from './testConnection';

interface EndpointCommandsDeps {
  readonly clients: ClientRegistry;
  readonly snapshots: Snapshots;
}

/** What a person does with endpoints, whatever they are of. */
export function endpointCommands({ clients, snapshots }: EndpointCommandsDeps) {
  return {
    [Commands.addEndpoint]: () => addEndpoint(clients),
    [Commands.addProxyEndpoint]: () => addEndpoint(clients, 'proxy'),
    [Commands.addSearchEndpoint]: () => addEndpoint(clients, 'search'),
    [Commands.editEndpoint]: (node) => editEndpoint(clients, node),
    [Commands.renameEndpoint]: (node) => renameEndpoint(clients, node),
    [Commands.removeEndpoint]: (node) => removeEndpoint(clients, node),
    [Commands.moveEndpointUp]: (node) => moveEndpoint(clients, node, 'up'),
    [Commands.moveEndpointDown]: (node) => moveEndpoint(clients, node, 'down'),
    [Commands.duplicateEndpoint]: (node) => duplicateEndpoint(clients, node),
    [Commands.testConnection]: (node) => testConnection(clients, node),
    [Commands.exportEndpoints]: () => exportEndpoints(clients),
    [Commands.importEndpoints]: () => importEndpoints(clients),
    [Commands.deleteAllEndpoints]: () => deleteAllEndpoints(clients, snapshots),
  } satisfies CommandHandlers;
}

/** Gives an endpoint another name. */
async function renameEndpoint(clients: ClientRegistry, argument: unknown): Promise<void> {
  const stored = await chooseReadyEndpoint(clients, argument, {
    placeholder: 'Which endpoint should get another name?',
  });
  if (stored === undefined) return;
  const answer = await askName({ title: 'Rename Endpoint' }, stored.hint.name);
  if (answer === undefined || answer === 'back') return;
  await (await clients.store()).change(stored.hint.id, { name: answer.value.trim() }, stored.endpoint);
}

/** Adds a copy of an endpoint, credentials included, under another name. */
async function duplicateEndpoint(clients: ClientRegistry, argument: unknown): Promise<void> {
  const stored = await chooseReadyEndpoint(clients, argument, { placeholder: 'Which endpoint should be copied?' });
  if (stored === undefined) return;
  const { id, version, order, ...fields } = stored.endpoint;
  const answer = await askName({ title: 'Duplicate Endpoint' }, `${fields.name} copy`.slice(0, 200));
  if (answer === undefined || answer === 'back') return;
  await (await clients.store()).add({ ...fields, name: answer.value.trim() });
}

/** Moves an endpoint one place up or down in its view. */
async function moveEndpoint(clients: ClientRegistry, argument: unknown, to: 'up' | 'down'): Promise<void> {
  const stored = await chooseReadyEndpoint(clients, argument, { placeholder: `Which endpoint should move ${to}?` });
  if (stored !== undefined) await (await clients.store()).move(stored.hint.id, to);
}

/** Deletes an endpoint and its stored credentials, after asking. */
async function removeEndpoint(clients: ClientRegistry, argument: unknown): Promise<void> {
  const stored = await chooseEndpoint(clients, argument, { placeholder: 'Which endpoint should be removed?' });
  if (stored === undefined) return;
  const confirmed = await vscode.window.showWarningMessage(
    `Remove the endpoint “${escapeForNotification(stored.hint.name)}”?`,
    {
      modal: true,
      detail: `Its address${
        stored.hint.kind === 'search' ? ', credentials, search history and saved searches' : ' and credentials'
      } are deleted from this computer. The server is not touched.`,
    },
    'Remove',
  );
  if (confirmed === 'Remove') await (await clients.store()).remove(stored.hint.id);
}
