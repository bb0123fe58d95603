import * as vscode from 'vscode';
import type { SnapshotAbout } from '../../core/proxy/snapshots/snapshot';
import { endpointIdOf } from '../shared/chooseEndpoint';
import type { ClientRegistry } from '../shared/clientRegistry';
import { readChosenJson } from '../shared/files';
import { loadCore } from '../shared/loadCore';
import { pickOne } from '../shared/quickInput';
import { escapeForLabel, escapeForNotification } from '../shared/sanitize';
import type { Snapshots } from '../shared/snapshots';
import { withCancel } from '../shared/withCancel';

/** Keeps the snapshot of a file that Export Snapshot wrote. What looks like a secret in it is masked again. */
export async function importSnapshot(clients: ClientRegistry, snapshots: Snapshots, argument: unknown): Promise<void> {
  const { freeName, LARGEST_SNAPSHOT, LONGEST_SNAPSHOT_NAME, readSnapshot, snapshotText } = await loadCore();
  const text = await readChosenJson('Import Snapshot', {
    mostBytes: 2 * LARGEST_SNAPSHOT,
    tooLarge: 'This file is too large to hold a snapshot. Choose one that Export Snapshot wrote.',
  });
  if (text === undefined) return;
  const read = await withCancel('Reading the snapshot…', (signal) => readSnapshot(text, signal));
  if (read === undefined) return;
  if ('problem' in read) {
    void vscode.window.showErrorMessage(escapeForNotification(read.problem, 400));
    return;
  }
  const { about, inventory } = read;
  const endpoint = await endpointFor(clients, about, argument);
  if (endpoint === undefined) return;
  const store = await snapshots.store();
  const taken = new Set(
    (await store.list()).flatMap((one) =>
      one.state === 'ready' && one.about.endpoint.id === endpoint.id ? [one.about.name] : [],
    ),
  );
  const name = freeName(about.name, (other) => taken.has(other), LONGEST_SNAPSHOT_NAME);
  const kept = await withCancel('Importing a snapshot…', async (signal) =>
    store.add(endpoint.id, await snapshotText({ name, endpoint }, inventory, signal)),
  );
  if (kept !== undefined) {
    void vscode.window.showInformationMessage(
      `The snapshot “${escapeForNotification(name)}” of “${escapeForNotification(endpoint.name, 80)}” was imported.`,
    );
  }
}

/**
 * Whose snapshot it is to be: of the endpoint that the command was called on, else of the one it was taken of; where that
 * is not here, a person says which.
 */
async function endpointFor(
  clients: ClientRegistry,
  { endpoint: origin }: SnapshotAbout,
  argument: unknown,
): Promise<SnapshotAbout['endpoint'] | undefined> {
  const proxies = (await (await clients.store()).list())
    .filter(({ hint }) => hint.kind === 'proxy')
    .map(({ hint: { id, name } }) => ({ id, name }));
  const wanted = endpointIdOf(argument) ?? origin.id;
  const own = proxies.find(({ id }) => id === wanted);
  if (own !== undefined) return own;
  const answer = await pickOne({
    title: `Snapshot of “${escapeForLabel(origin.name, 80)}”`,
    placeholder: 'Below which endpoint should it be shown?',
    choices: [
      ...proxies.map((value) => ({ label: `$(server-environment) ${escapeForLabel(value.name)}`, value })),
      {
        label: '$(circle-slash) None of These',
        description: 'Choose it in Compare With… then',
        value: origin,
      },
    ],
  });
  return answer === undefined || answer === 'back' ? undefined : answer.value;
}
