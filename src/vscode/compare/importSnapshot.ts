import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { longestSnapshotName, readSnapshot, type SnapshotAbout } from '../../core/proxy/snapshots/snapshot';
import { snapshotText } from '../../core/proxy/snapshots/writeSnapshot';
import { freeName } from '../../core/search/saved/searchExchange';
import { endpointIdOf } from '../shared/chooseEndpoint';
import type { ClientRegistry } from '../shared/clientRegistry';
import { pickValue } from '../shared/quickInput';
import { escapeForLabel, escapeForNotification } from '../shared/sanitize';
import type { Snapshots } from '../shared/snapshots';
import { withCancel } from '../shared/withCancel';
import { takenSnapshotNames } from './snapshotActions';

/**
 * Saves the snapshot in the text of an exported file. Texts in it that look like secrets are masked again.
 *
 * @param argument the row of the endpoint to which it is added, if there is one
 */
export async function importSnapshot(
  clients: ClientRegistry,
  snapshots: Snapshots,
  text: string,
  argument: unknown,
): Promise<void> {
  const read = await withCancel(l10n.t('Reading the snapshot…'), (signal) => readSnapshot(text, signal));
  if (read === undefined) return;
  if ('problem' in read) {
    void vscode.window.showErrorMessage(escapeForNotification(read.problem, 400));
    return;
  }
  const { about, inventory } = read;
  const endpoint = await endpointFor(clients, about, argument);
  if (endpoint === undefined) return;
  const store = await snapshots.store();
  const taken = await takenSnapshotNames(snapshots, endpoint.id);
  const name = freeName(about.name, (other) => taken.has(other), longestSnapshotName);
  const kept = await withCancel(l10n.t('Importing the snapshot…'), async (signal) =>
    store.add(endpoint.id, await snapshotText({ name, endpoint }, inventory, signal)),
  );
  if (kept !== undefined) {
    void vscode.window.showInformationMessage(
      l10n.t(
        'Snapshot “{0}” of “{1}” imported.',
        escapeForNotification(name),
        escapeForNotification(endpoint.name, 80),
      ),
    );
  }
}

/**
 * The endpoint to which the snapshot is added: the command's row, otherwise the endpoint that it was taken of; if that
 * does not exist here, the user selects one.
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
  return pickValue({
    title: l10n.t('Snapshot of “{0}”', escapeForLabel(origin.name, 80)),
    placeholder: l10n.t('Select the endpoint to show the snapshot under'),
    choices: [
      ...proxies.map((value) => ({ label: `$(server-environment) ${escapeForLabel(value.name)}`, value })),
      {
        label: `$(circle-slash) ${l10n.t('None of these')}`,
        description: l10n.t('Available only in Compare With…'),
        value: origin,
      },
    ],
  });
}
