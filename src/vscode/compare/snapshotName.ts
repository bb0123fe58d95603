import * as l10n from '@vscode/l10n';
import { longestSnapshotName } from '../../core/proxy/snapshots/snapshot';
import { numberText } from '../../l10n/numbers';
import { askText } from '../shared/quickInput';
import type { Snapshots } from '../shared/snapshots';

/**
 * Asks for the name of a snapshot, which is unique within its endpoint.
 *
 * @param own the id of the snapshot to rename, which may keep its name
 */
export async function askSnapshotName(
  snapshots: Snapshots,
  title: string,
  value: string,
  endpointId: string,
  own?: string,
): Promise<string | undefined> {
  const taken = await takenSnapshotNames(snapshots, endpointId, own);
  const answer = await askText({
    title,
    prompt: l10n.t('Snapshot name'),
    value,
    check(text) {
      const name = text.trim();
      if (name === '') return { problem: l10n.t('Enter a name.') };
      if (name.length > longestSnapshotName) {
        return { problem: l10n.t('The name can have at most {0} characters.', numberText(longestSnapshotName)) };
      }
      return taken.has(name)
        ? { problem: l10n.t('Another snapshot of this endpoint already has this name.') }
        : undefined;
    },
  });
  return answer === undefined || answer === 'back' ? undefined : answer.value.trim();
}

/**
 * The names of an endpoint's snapshots.
 *
 * @param own the id of a snapshot that does not count
 */
export async function takenSnapshotNames(
  snapshots: Snapshots,
  endpointId: string,
  own?: string,
): Promise<ReadonlySet<string>> {
  const all = await (await snapshots.store()).list();
  return new Set(
    all.flatMap((one) =>
      one.state === 'ready' && one.id !== own && one.about.endpoint.id === endpointId ? [one.about.name] : [],
    ),
  );
}
