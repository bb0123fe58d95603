import * as vscode from 'vscode';
import type { ClientRegistry } from '../shared/clientRegistry';
import type { Snapshots } from '../shared/snapshots';
import { count } from './exportEndpoints';

/** Deletes everything Proxy Scout has stored, snapshots included, after asking: there is no uninstall hook that could. */
export async function deleteAllEndpoints(clients: ClientRegistry, snapshots: Snapshots): Promise<void> {
  const store = await clients.store();
  const stored = await store.list();
  const kept = await snapshots.store();
  // Those that cannot be listed keep nothing else from being deleted.
  const snapshotCount = (await kept.list().catch(() => [])).length;
  if (stored.length === 0 && snapshotCount === 0) {
    void vscode.window.showInformationMessage('There are no stored endpoints.');
    return;
  }
  const confirmed = await vscode.window.showWarningMessage(
    stored.length === 0
      ? `Delete ${snapshotsText(snapshotCount)}?`
      : `Delete ${stored.length === 1 ? 'the stored endpoint' : `all ${count(stored.length)}`}${
          snapshotCount === 0 ? '' : ` and ${snapshotsText(snapshotCount)}`
        }?`,
    { modal: true, detail: detailText(stored.length > 0, snapshotCount > 0) },
    'Delete All',
  );
  if (confirmed !== 'Delete All') return;
  await store.removeAll();
  await kept.removeAll();
}

function snapshotsText(snapshots: number): string {
  return snapshots === 1 ? 'the snapshot' : `all ${snapshots} snapshots`;
}

function detailText(hasEndpoints: boolean, hasSnapshots: boolean): string {
  const what = hasEndpoints
    ? hasSnapshots
      ? 'Addresses, credentials and snapshots'
      : 'Addresses and credentials'
    : 'Snapshots';
  return `${what} are deleted from this computer. The servers are not touched.`;
}
