import * as l10n from '@vscode/l10n';
import type { Snapshots } from '../shared/snapshots';
import { chooseSnapshot, isReady } from './chooseSnapshot';
import { askSnapshotName } from './snapshotName';

export async function renameSnapshot(snapshots: Snapshots, argument: unknown): Promise<void> {
  const title = l10n.t('Rename Snapshot');
  const stored = await chooseSnapshot(
    snapshots,
    argument,
    { title, placeholder: l10n.t('Select a snapshot to rename') },
    isReady,
  );
  if (stored === undefined) return;
  const { name, endpoint } = stored.about;
  const wanted = await askSnapshotName(snapshots, title, name, endpoint.id, stored.id);
  if (wanted !== undefined && wanted !== name) await (await snapshots.store()).rename(stored.id, wanted);
}
