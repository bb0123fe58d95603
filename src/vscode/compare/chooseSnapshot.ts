import * as vscode from 'vscode';
import type { StoredSnapshot } from '../../core/proxy/snapshots/snapshotStore';
import { loadCore } from '../shared/loadCore';
import { pickOne, type QuickChoice } from '../shared/quickInput';
import { escapeForLabel } from '../shared/sanitize';
import type { Snapshots } from '../shared/snapshots';

/** How a person is asked. */
interface Asked {
  readonly title: string;
  readonly placeholder: string;
}

/**
 * The snapshot that a command is about: that of the row it was called on, or the one that a person chooses. Anyone may call
 * a command with anything, and the snapshot may be gone meanwhile.
 *
 * @param isWanted leaves out what the command can do nothing with
 */
export async function chooseSnapshot<S extends StoredSnapshot>(
  snapshots: Snapshots,
  argument: unknown,
  { title, placeholder }: Asked,
  isWanted: (stored: StoredSnapshot) => stored is S,
): Promise<S | undefined> {
  const all = (await (await snapshots.store()).list()).filter(isWanted);
  const named = snapshotIdOf(argument);
  if (named !== undefined) {
    const found = all.find(({ id }) => id === named);
    if (found === undefined) void vscode.window.showInformationMessage('This snapshot is no longer there.');
    return found;
  }
  if (all.length === 0) {
    void vscode.window.showInformationMessage('There are no snapshots yet. Choose Take Snapshot… first.');
    return undefined;
  }
  const answer = await pickOne({ title, placeholder, choices: await choicesOf(all) });
  return answer === undefined || answer === 'back' ? undefined : answer.value;
}

/** The id of the snapshot that a row stands for. */
export function snapshotIdOf(argument: unknown): string | undefined {
  if (typeof argument !== 'object' || argument === null || !('snapshotId' in argument)) return undefined;
  return typeof argument.snapshotId === 'string' ? argument.snapshotId : undefined;
}

/** Snapshots as choices: the name and, in our own words, when it was read. */
export async function choicesOf<S extends StoredSnapshot>(all: readonly S[]): Promise<readonly QuickChoice<S>[]> {
  const { dateTimeText } = await loadCore();
  return all.map((value) => {
    if (value.state === 'ready') {
      const { name, endpoint, readAt } = value.about;
      return {
        label: `$(device-camera) ${escapeForLabel(name)} · ${escapeForLabel(endpoint.name, 80)}`,
        description: dateTimeText(readAt),
        value,
      };
    }
    return {
      label: `$(warning) ${escapeForLabel(value.name ?? value.id)}`,
      description: value.state === 'newer' ? 'of a newer Proxy Scout' : 'cannot be read',
      value,
    };
  });
}

/** Whether it can be read. */
export function isReady(stored: StoredSnapshot): stored is Extract<StoredSnapshot, { state: 'ready' }> {
  return stored.state === 'ready';
}
