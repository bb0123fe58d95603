import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { saveChosenJson } from '../shared/files';
import type { Snapshots } from '../shared/snapshots';
import { chooseSnapshot, isReady } from './chooseSnapshot';

/** Writes a snapshot to a file that the user selects. Its secrets were masked when it was taken. */
export async function exportSnapshot(snapshots: Snapshots, argument: unknown): Promise<void> {
  const title = l10n.t('Export Snapshot');
  const stored = await chooseSnapshot(
    snapshots,
    argument,
    { title, placeholder: l10n.t('Select a snapshot to export') },
    isReady,
  );
  if (stored === undefined) return;
  const { id, about } = stored;
  const store = await snapshots.store();
  if (!(await saveChosenJson(title, `${fileNameOf(about.name)}.json`, () => store.text(id)))) return;
  void vscode.window.showInformationMessage(
    l10n.t('Snapshot exported. Passwords, keys, and tokens are masked; names, rules, and addresses are not.'),
  );
}

/** A name as a file name: letters and digits, with other characters replaced by hyphens. */
function fileNameOf(name: string): string {
  return name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'snapshot';
}
