import * as vscode from 'vscode';
import type { StoredSnapshot } from '../../core/proxy/snapshots/snapshotStore';
import { escapeForNotification } from '../shared/sanitize';
import type { Snapshots } from '../shared/snapshots';
import { chooseSnapshot } from './chooseSnapshot';

/** Deletes a snapshot, after asking: also one that cannot be read, whose file is told. */
export async function deleteSnapshot(snapshots: Snapshots, argument: unknown): Promise<void> {
  const stored = await chooseSnapshot(
    snapshots,
    argument,
    { title: 'Delete Snapshot', placeholder: 'Which snapshot should be deleted?' },
    isAny,
  );
  if (stored === undefined) return;
  const confirmed = await vscode.window.showWarningMessage(
    stored.state === 'ready'
      ? `Delete the snapshot “${escapeForNotification(stored.about.name)}”?`
      : 'Delete a snapshot that cannot be read?',
    {
      modal: true,
      detail: stored.state === 'ready' ? 'It is deleted from this computer.' : whyUnread(stored),
    },
    'Delete',
  );
  if (confirmed === 'Delete') await (await snapshots.store()).remove(stored.id);
}

function whyUnread({ state, path }: StoredSnapshot): string {
  const what =
    state === 'newer'
      ? 'A newer Proxy Scout wrote it: update Proxy Scout to use it.'
      : 'Its file is damaged: a copy of it can be imported again.';
  return `${what} The file is ${path}.`;
}

function isAny(_: StoredSnapshot): _ is StoredSnapshot {
  return true;
}
