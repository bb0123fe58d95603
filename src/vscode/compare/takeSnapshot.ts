import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { proposedSnapshotNames } from '../../core/proxy/snapshots/proposedSnapshotNames';
import { longestSnapshotName } from '../../core/proxy/snapshots/snapshot';
import { snapshotText } from '../../core/proxy/snapshots/writeSnapshot';
import { freeName } from '../../core/search/saved/searchExchange';
import { chooseReadyEndpoint } from '../shared/chooseEndpoint';
import type { ClientRegistry } from '../shared/clientRegistry';
import { escapeForNotification } from '../shared/sanitize';
import type { Snapshots } from '../shared/snapshots';
import { withCancel } from '../shared/withCancel';
import { gitRepositories } from './gitRepositories';
import { readProxyAgain } from './sides';
import { askSnapshotName, takenSnapshotNames } from './snapshotName';

/** Reads an endpoint again and saves its inventory under a name, with secrets masked. */
export async function takeSnapshot(clients: ClientRegistry, snapshots: Snapshots, argument: unknown): Promise<void> {
  const stored = await chooseReadyEndpoint(clients, argument, {
    placeholder: l10n.t('Select a proxy'),
    kind: 'proxy',
  });
  if (stored === undefined) return;
  const { id, name: endpointName } = stored.endpoint;
  const taken = await takenSnapshotNames(snapshots, id);
  const proposed = proposedSnapshotNames(gitRepositories(), Date.now(), longestSnapshotName);
  const free =
    proposed.find((one) => !taken.has(one)) ??
    freeName(proposed.at(-1) ?? '', (one) => taken.has(one), longestSnapshotName);
  const name = await askSnapshotName(snapshots, l10n.t('Take Snapshot'), free, id);
  if (name === undefined) return;
  const title = l10n.t('Taking a snapshot of “{0}”…', escapeForNotification(endpointName, 80));
  const kept = await withCancel(title, async (signal) => {
    const inventory = await readProxyAgain(clients, id, signal);
    const text = await snapshotText({ name, endpoint: { id, name: endpointName } }, inventory, signal);
    return (await snapshots.store()).add(id, text);
  });
  if (kept === undefined) return;
  void vscode.window.showInformationMessage(
    l10n.t('Snapshot “{0}” saved (secrets masked).', escapeForNotification(name)),
  );
}
