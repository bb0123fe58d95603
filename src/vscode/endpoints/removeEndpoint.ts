import * as vscode from 'vscode';
import { chooseEndpoint } from '../shared/chooseEndpoint';
import type { Connections } from '../shared/connections';
import { inNotification } from '../shared/inert';

/** Deletes an endpoint and its stored credentials, after asking. */
export async function removeEndpoint(connections: Connections, argument: unknown): Promise<void> {
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
