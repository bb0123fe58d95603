import * as l10n from '@vscode/l10n';
import type { StoredSnapshot } from '../../core/proxy/snapshots/snapshotStore';
import { isConfirmed } from '../shared/confirm';
import { escapeForNotification } from '../shared/sanitize';
import type { Snapshots } from '../shared/snapshots';
import { chooseSnapshot } from './chooseSnapshot';

/** Deletes a snapshot after asking, even one that cannot be read. For such a one it shows the path. */
export async function deleteSnapshot(snapshots: Snapshots, argument: unknown): Promise<void> {
  const stored = await chooseSnapshot(
    snapshots,
    argument,
    { title: l10n.t('Delete Snapshot'), placeholder: l10n.t('Select a snapshot to delete') },
    isAny,
  );
  if (stored === undefined) return;
  const confirmed = await isConfirmed({
    question:
      stored.state === 'ready'
        ? l10n.t('Delete the snapshot “{0}”?', escapeForNotification(stored.about.name))
        : l10n.t('Delete the unreadable snapshot?'),
    detail: stored.state === 'ready' ? l10n.t('It will be deleted from this computer.') : whyUnread(stored),
    action: l10n.t('Delete'),
  });
  if (confirmed) await (await snapshots.store()).remove(stored.id);
}

function whyUnread({ state, path }: StoredSnapshot): string {
  const what =
    state === 'newer'
      ? l10n.t('It was written by a newer version of Proxy Scout. Update Proxy Scout to use it.')
      : l10n.t('Its file is damaged. If you have a copy, you can import it.');
  return `${what} ${l10n.t('The file is {0}.', path)}`;
}

function isAny(_: StoredSnapshot): _ is StoredSnapshot {
  return true;
}
