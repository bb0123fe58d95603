import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { momentBeside } from '../../core/proxy/describe/dateTexts';
import type { StoredSnapshot } from '../../core/proxy/snapshots/snapshotStore';
import { pickValue, type QuickChoice } from '../shared/quickInput';
import { escapeForLabel } from '../shared/sanitize';
import type { Snapshots } from '../shared/snapshots';

/**
 * The snapshot for a command: that of its row, or the one that the user selects. VS Code may call commands with any
 * argument, and the snapshot may have been deleted.
 *
 * @param isWanted leaves out snapshots that the command cannot use
 */
export async function chooseSnapshot<S extends StoredSnapshot>(
  snapshots: Snapshots,
  argument: unknown,
  { title, placeholder }: { readonly title: string; readonly placeholder: string },
  isWanted: (stored: StoredSnapshot) => stored is S,
): Promise<S | undefined> {
  const all = (await (await snapshots.store()).list()).filter(isWanted);
  const named = snapshotIdOf(argument);
  if (named !== undefined) {
    const found = all.find(({ id }) => id === named);
    if (found === undefined) void vscode.window.showInformationMessage(l10n.t('This snapshot no longer exists.'));
    return found;
  }
  if (all.length === 0) {
    void vscode.window.showInformationMessage(l10n.t('No snapshots yet. Run Take Snapshot… first.'));
    return undefined;
  }
  return pickValue({ title, placeholder, choices: choicesOf(all) });
}

export function snapshotIdOf(argument: unknown): string | undefined {
  if (typeof argument !== 'object' || argument === null || !('snapshotId' in argument)) return undefined;
  return typeof argument.snapshotId === 'string' ? argument.snapshotId : undefined;
}

/** Snapshots as choices: their names and the times of their reads. */
export function choicesOf<S extends StoredSnapshot>(all: readonly S[]): readonly QuickChoice<S>[] {
  return all.map((value) => {
    if (value.state === 'ready') {
      const { name, endpoint, readAt } = value.about;
      return {
        label: `$(device-camera) ${escapeForLabel(name)} · ${escapeForLabel(endpoint.name, 80)}`,
        description: momentBeside(name, readAt) ?? '',
        value,
      };
    }
    return {
      label: `$(warning) ${escapeForLabel(value.name ?? value.id)}`,
      description:
        value.state === 'newer' ? l10n.t('Written by a newer version of Proxy Scout') : l10n.t('Cannot be read'),
      value,
    };
  });
}

export function isReady(stored: StoredSnapshot): stored is Extract<StoredSnapshot, { state: 'ready' }> {
  return stored.state === 'ready';
}
