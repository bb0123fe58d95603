import { loadCore } from '../shared/loadCore';
import { askText } from '../shared/quickInput';
import type { Snapshots } from '../shared/snapshots';

/**
 * Asks what a snapshot is to be called. Two of one endpoint do not have the same name.
 *
 * @param own the id of the snapshot that is to be renamed, whose own name is none that is taken
 */
export async function askSnapshotName(
  snapshots: Snapshots,
  title: string,
  value: string,
  endpointId: string,
  own?: string,
): Promise<string | undefined> {
  const { LONGEST_SNAPSHOT_NAME } = await loadCore();
  const taken = new Set(
    (await (await snapshots.store()).list()).flatMap((one) =>
      one.state === 'ready' && one.id !== own && one.about.endpoint.id === endpointId ? [one.about.name] : [],
    ),
  );
  const answer = await askText({
    title,
    prompt: 'Name of the snapshot',
    value,
    check(text) {
      const name = text.trim();
      if (name === '') return { problem: 'Enter a name.' };
      if (name.length > LONGEST_SNAPSHOT_NAME) {
        return { problem: `A name has at most ${LONGEST_SNAPSHOT_NAME} characters.` };
      }
      return taken.has(name) ? { problem: 'Another snapshot of this endpoint has this name.' } : undefined;
    },
  });
  return answer === undefined || answer === 'back' ? undefined : answer.value.trim();
}
