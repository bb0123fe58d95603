import * as vscode from 'vscode';
import type { Connections } from '../connections';
import { loadCore } from '../core';
import { Commands } from '../ids';
import { inNotification } from '../inert';
import { chooseEndpoint } from './chooseEndpoint';

/** Says in one sentence what answers at an endpoint. */
export async function testConnection(connections: Connections, argument: unknown): Promise<void> {
  const stored = await chooseEndpoint(connections, argument, { placeholder: 'Which endpoint should be tested?' });
  if (stored !== undefined) await tryEndpoint(connections, stored.hint.id);
}

/** The same for an endpoint by id, as the last step of adding or editing it. */
export async function tryEndpoint(connections: Connections, id: string): Promise<void> {
  const core = await loadCore();
  const result = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: 'Asking the endpoint…', cancellable: true },
    async (_progress, token) => {
      const cancel = new AbortController();
      const subscription = token.onCancellationRequested(() => cancel.abort());
      try {
        return { found: await core.probe(await connections.door(id), cancel.signal) };
      } catch (error) {
        if (!core.isRequestFailure(error)) throw error;
        return { failure: error.failure };
      } finally {
        subscription.dispose();
      }
    },
  );
  const name = (await (await connections.store()).get(id))?.name ?? 'Endpoint';
  if ('found' in result) {
    const text = `${inNotification(name)}: ${inNotification(result.found.sentence)}`;
    // Not awaited: the command is done, the message may stay.
    if (result.found.usable) void vscode.window.showInformationMessage(text);
    else void offerWayOut(text, connections, id);
  } else if (result.failure.kind !== 'cancelled') {
    const { sentence, nextStep, betterUrl } = result.failure;
    void offerWayOut(
      `${inNotification(name)}: ${inNotification(`${sentence} ${nextStep}`, 400)}`,
      connections,
      id,
      betterUrl,
    );
  }
}

/** `betterUrl` is the same host over https: offered, because taking it would send the credentials elsewhere unasked. */
async function offerWayOut(text: string, connections: Connections, id: string, betterUrl?: string): Promise<void> {
  const better = betterUrl === undefined ? [] : ['Change Address'];
  const chosen = await vscode.window.showWarningMessage(text, ...better, 'Edit Endpoint', 'Show Log');
  if (chosen === 'Edit Endpoint') await vscode.commands.executeCommand(Commands.editEndpoint, { endpointId: id });
  if (chosen === 'Show Log') await vscode.commands.executeCommand(Commands.showLog);
  if (chosen === 'Change Address' && betterUrl !== undefined) {
    await (await connections.store()).change(id, { url: betterUrl });
    await tryEndpoint(connections, id);
  }
}
