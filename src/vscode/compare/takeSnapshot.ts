import * as vscode from 'vscode';
import { chooseReadyEndpoint } from '../shared/chooseEndpoint';
import type { ClientRegistry } from '../shared/clientRegistry';
import { loadCore } from '../shared/loadCore';
import { escapeForNotification } from '../shared/sanitize';
import type { Snapshots } from '../shared/snapshots';
import { withCancel } from '../shared/withCancel';
import { readProxy } from './sides';
import { askSnapshotName } from './snapshotName';

/** Reads an endpoint anew and keeps what it lists, secrets masked, under a name. */
export async function takeSnapshot(clients: ClientRegistry, snapshots: Snapshots, argument: unknown): Promise<void> {
  const stored = await chooseReadyEndpoint(clients, argument, {
    placeholder: 'Of which proxy should a snapshot be taken?',
    kind: 'proxy',
  });
  if (stored === undefined) return;
  const { id, name: endpointName } = stored.endpoint;
  const { dateTimeText, snapshotText, LONGEST_SNAPSHOT_NAME } = await loadCore();
  const moment = dateTimeText(Date.now());
  const proposed = `${endpointName.slice(0, LONGEST_SNAPSHOT_NAME - moment.length - 1)} ${moment}`;
  const name = await askSnapshotName(snapshots, 'Take Snapshot', proposed, id);
  if (name === undefined) return;
  const title = `Taking a snapshot of “${escapeForNotification(endpointName, 80)}”…`;
  const kept = await withCancel(title, async (signal) => {
    const inventory = await readProxy(clients, id, signal);
    const text = await snapshotText({ name, endpoint: { id, name: endpointName } }, inventory, signal);
    return (await snapshots.store()).add(id, text);
  });
  if (kept === undefined) return;
  void vscode.window.showInformationMessage(
    `The snapshot “${escapeForNotification(name)}” is kept on this computer, with secrets masked.`,
  );
}
