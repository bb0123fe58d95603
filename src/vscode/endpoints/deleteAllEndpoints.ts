import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { numberText } from '../../l10n/numbers';
import { plural } from '../../l10n/plural';
import type { ClientRegistry } from '../shared/clientRegistry';
import type { Snapshots } from '../shared/snapshots';

/** Deletes everything Proxy Scout has stored, including snapshots, after asking: VS Code has no uninstall hook for it. */
export async function deleteAllEndpoints(clients: ClientRegistry, snapshots: Snapshots): Promise<void> {
  const store = await clients.store();
  const stored = await store.list();
  const kept = await snapshots.store();
  // If they cannot be listed, everything else is deleted nevertheless.
  const snapshotCount = (await kept.list().catch(() => [])).length;
  if (stored.length === 0 && snapshotCount === 0) {
    void vscode.window.showInformationMessage(l10n.t('No endpoints or snapshots are stored.'));
    return;
  }
  const deleteAll = l10n.t('Delete All');
  const confirmed = await vscode.window.showWarningMessage(
    questionText(stored.length, snapshotCount),
    { modal: true, detail: detailText(stored.length > 0, snapshotCount > 0) },
    deleteAll,
  );
  if (confirmed !== deleteAll) return;
  await store.removeAll();
  await kept.removeAll();
}

function questionText(endpoints: number, snapshots: number): string {
  if (endpoints === 0) return plural(snapshots, { one: 'Delete {0} snapshot?', other: 'Delete all {0} snapshots?' });
  if (snapshots === 0) return plural(endpoints, { one: 'Delete {0} endpoint?', other: 'Delete all {0} endpoints?' });
  return l10n.t('Delete all endpoints ({0}) and snapshots ({1})?', numberText(endpoints), numberText(snapshots));
}

function detailText(hasEndpoints: boolean, hasSnapshots: boolean): string {
  if (!hasEndpoints) return l10n.t('Snapshots are deleted from this computer. The servers are not affected.');
  return hasSnapshots
    ? l10n.t('URLs, credentials, and snapshots are deleted from this computer. The servers are not affected.')
    : l10n.t('URLs and credentials are deleted from this computer. The servers are not affected.');
}
