import * as vscode from 'vscode';
import { saveChosenJson } from '../shared/files';
import type { Snapshots } from '../shared/snapshots';
import { chooseSnapshot, isReady } from './chooseSnapshot';

/** Writes a snapshot into a file that a person chooses. Its secrets were masked when it was taken. */
export async function exportSnapshot(snapshots: Snapshots, argument: unknown): Promise<void> {
  const stored = await chooseSnapshot(
    snapshots,
    argument,
    { title: 'Export Snapshot', placeholder: 'Which snapshot should be exported?' },
    isReady,
  );
  if (stored === undefined) return;
  const { id, about } = stored;
  const store = await snapshots.store();
  if (!(await saveChosenJson('Export Snapshot', `${fileNameOf(about.name)}.json`, () => store.text(id)))) return;
  void vscode.window.showInformationMessage(
    'The snapshot was exported. Passwords, keys and tokens in it are masked; names, rules and addresses are not.',
  );
}

/** A name as that of a file: letters, digits and what parts them. */
function fileNameOf(name: string): string {
  return name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'snapshot';
}
