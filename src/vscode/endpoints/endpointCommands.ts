import * as vscode from 'vscode';
import { chooseEndpoint, chooseReadyEndpoint } from '../shared/chooseEndpoint';
import type { CommandHandlers } from '../shared/commands';
import type { Connections } from '../shared/connections';
import { Commands } from '../shared/ids';
import { inNotification } from '../shared/inert';
import type { Snapshots } from '../shared/snapshots';
import { addEndpoint } from './addEndpoint';
import { deleteAllEndpoints } from './deleteAllEndpoints';
import { editEndpoint } from './editEndpoint';
import { exportEndpoints } from './exportEndpoints';
import { importEndpoints } from './importEndpoints';
import { askName } from './questions';
import { testConnection } from './testConnection';

interface EndpointCommandsDeps {
  readonly connections: Connections;
  readonly snapshots: Snapshots;
}

/** What a person does with endpoints, whatever they are of. */
export function endpointCommands({ connections, snapshots }: EndpointCommandsDeps) {
  return {
    [Commands.addEndpoint]: () => addEndpoint(connections),
    [Commands.addProxyEndpoint]: () => addEndpoint(connections, 'proxy'),
    [Commands.addSearchEndpoint]: () => addEndpoint(connections, 'search'),
    [Commands.editEndpoint]: (node) => editEndpoint(connections, node),
    [Commands.renameEndpoint]: (node) => renameEndpoint(connections, node),
    [Commands.removeEndpoint]: (node) => removeEndpoint(connections, node),
    [Commands.moveEndpointUp]: (node) => moveEndpoint(connections, node, 'up'),
    [Commands.moveEndpointDown]: (node) => moveEndpoint(connections, node, 'down'),
    [Commands.duplicateEndpoint]: (node) => duplicateEndpoint(connections, node),
    [Commands.testConnection]: (node) => testConnection(connections, node),
    [Commands.exportEndpoints]: () => exportEndpoints(connections),
    [Commands.importEndpoints]: () => importEndpoints(connections),
    [Commands.deleteAllEndpoints]: () => deleteAllEndpoints(connections, snapshots),
  } satisfies CommandHandlers;
}

/** Gives an endpoint another name. */
async function renameEndpoint(connections: Connections, argument: unknown): Promise<void> {
  const stored = await chooseReadyEndpoint(connections, argument, {
    placeholder: 'Which endpoint should get another name?',
  });
  if (stored === undefined) return;
  const answer = await askName({ title: 'Rename Endpoint' }, stored.hint.name);
  if (answer === undefined || answer === 'back') return;
  await (await connections.store()).change(stored.hint.id, { name: answer.value.trim() }, stored.endpoint);
}

/** Adds a copy of an endpoint, credentials included, under another name. */
async function duplicateEndpoint(connections: Connections, argument: unknown): Promise<void> {
  const stored = await chooseReadyEndpoint(connections, argument, { placeholder: 'Which endpoint should be copied?' });
  if (stored === undefined) return;
  const { id, version, order, ...fields } = stored.endpoint;
  const answer = await askName({ title: 'Duplicate Endpoint' }, `${fields.name} copy`.slice(0, 200));
  if (answer === undefined || answer === 'back') return;
  await (await connections.store()).add({ ...fields, name: answer.value.trim() });
}

/** Moves an endpoint one place up or down in its view. */
async function moveEndpoint(connections: Connections, argument: unknown, to: 'up' | 'down'): Promise<void> {
  const stored = await chooseReadyEndpoint(connections, argument, { placeholder: `Which endpoint should move ${to}?` });
  if (stored !== undefined) await (await connections.store()).move(stored.hint.id, to);
}

/** Deletes an endpoint and its stored credentials, after asking. */
async function removeEndpoint(connections: Connections, argument: unknown): Promise<void> {
  const stored = await chooseEndpoint(connections, argument, { placeholder: 'Which endpoint should be removed?' });
  if (stored === undefined) return;
  const confirmed = await vscode.window.showWarningMessage(
    `Remove the endpoint “${inNotification(stored.hint.name)}”?`,
    {
      modal: true,
      detail: `Its address${
        stored.hint.kind === 'search' ? ', credentials, search history and saved searches' : ' and credentials'
      } are deleted from this computer. The server is not touched.`,
    },
    'Remove',
  );
  if (confirmed === 'Remove') await (await connections.store()).remove(stored.hint.id);
}
