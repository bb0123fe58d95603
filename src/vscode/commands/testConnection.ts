import * as vscode from 'vscode';
import type { Endpoint } from '../../core/endpoint';
import type { Connections } from '../connections';
import { loadCore } from '../core';
import { Commands } from '../ids';
import { inNotification } from '../inert';
import { chooseReadyEndpoint } from './chooseEndpoint';

/** Says in one sentence what answers at an endpoint. */
export async function testConnection(connections: Connections, argument: unknown): Promise<void> {
  const stored = await chooseReadyEndpoint(connections, argument, { placeholder: 'Which endpoint should be tested?' });
  if (stored !== undefined) await tryEndpoint(connections, stored.hint.id);
}

/**
 * The same for an endpoint by id, as the last step of adding or editing it. Resolves when the person has answered the
 * message or it is gone, so that what goes wrong with the answer is told like any other failure of the command.
 */
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
  const endpoint = await (await connections.store()).get(id);
  if (endpoint === undefined) return;
  const says = (words: string) => `${inNotification(endpoint.name)}: ${inNotification(words, 400)}`;
  if ('found' in result) {
    const { sentence, usable } = result.found;
    if (!usable) return offerWayOut(says(sentence), connections, endpoint);
    await vscode.window.showInformationMessage(says(sentence));
  } else if (result.failure.kind !== 'cancelled') {
    const { sentence, nextStep, betterUrl } = result.failure;
    await offerWayOut(says(`${sentence} ${nextStep}`), connections, endpoint, betterUrl);
  }
}

/** `betterUrl` is the same host over https: offered, because taking it would send the credentials elsewhere unasked. */
async function offerWayOut(text: string, connections: Connections, tried: Endpoint, betterUrl?: string): Promise<void> {
  const better = betterUrl === undefined ? [] : ['Change Address'];
  const chosen = await vscode.window.showWarningMessage(text, ...better, 'Edit Endpoint', 'Show Log');
  if (chosen === 'Edit Endpoint') await vscode.commands.executeCommand(Commands.editEndpoint, { endpointId: tried.id });
  if (chosen === 'Show Log') await vscode.commands.executeCommand(Commands.showLog);
  if (chosen !== 'Change Address' || betterUrl === undefined) return;
  const store = await connections.store();
  // The message may have stood there for long: an address that was edited meanwhile is not overwritten.
  if ((await store.get(tried.id))?.url !== tried.url) return;
  await store.change(tried.id, { url: betterUrl });
  await tryEndpoint(connections, tried.id);
}
