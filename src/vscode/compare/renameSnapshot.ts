import type { Snapshots } from '../shared/snapshots';
import { chooseSnapshot, isReady } from './chooseSnapshot';
import { askSnapshotName } from './snapshotName';

/** Gives a snapshot another name. */
export async function renameSnapshot(snapshots: Snapshots, argument: unknown): Promise<void> {
  const stored = await chooseSnapshot(
    snapshots,
    argument,
    { title: 'Rename Snapshot', placeholder: 'Which snapshot should be renamed?' },
    isReady,
  );
  if (stored === undefined) return;
  const { name, endpoint } = stored.about;
  const wanted = await askSnapshotName(snapshots, 'Rename Snapshot', name, endpoint.id, stored.id);
  if (wanted !== undefined && wanted !== name) await (await snapshots.store()).rename(stored.id, wanted);
}
