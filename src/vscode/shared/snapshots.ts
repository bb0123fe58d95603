import { join } from 'node:path';
import * as vscode from 'vscode';
import type { SnapshotStore, StoredSnapshot } from '../../core/proxy/snapshots/snapshotStore';
import type { EndpointNode, SnapshotNode, SnapshotsNode } from '../../core/proxy/tree/nodes';
import { logError } from './logError';

/** The snapshots of endpoints, and their rows in the tree. */
export interface Snapshots extends vscode.Disposable {
  /** Opens the store on first use. Its changes fire `onDidChange`. */
  store(): Promise<SnapshotStore>;
  /** The row of an endpoint's snapshots; undefined if it has none. */
  rowOf(endpoint: EndpointNode): Promise<SnapshotsNode | undefined>;
  rowsBelow(node: SnapshotsNode): Promise<readonly SnapshotNode[]>;
  /** Fires when snapshots or their names changed. */
  readonly onDidChange: vscode.Event<void>;
}

/** Opens the snapshots in the folder that all windows share. Reads nothing before the first call. */
export function openSnapshots(
  { globalStorageUri }: Pick<vscode.ExtensionContext, 'globalStorageUri'>,
  log: Pick<vscode.LogOutputChannel, 'error'>,
): Snapshots {
  const changed = new vscode.EventEmitter<void>();
  let opening: Promise<SnapshotStore> | undefined;
  /** The snapshots on the disk as the tree shows them. */
  let shown: string | undefined;

  const open = async (): Promise<SnapshotStore> => {
    const { openSnapshotStore } = await import('../../core/proxy/snapshots/snapshotStore');
    const store = openSnapshotStore(join(globalStorageUri.fsPath, 'snapshots'));
    const notified = async <T>(result: Promise<T>): Promise<T> => {
      try {
        return await result;
      } finally {
        changed.fire();
      }
    };
    return {
      ...store,
      add: (endpointId, text) => notified(store.add(endpointId, text)),
      rename: (id, name) => notified(store.rename(id, name)),
      remove: (id) => notified(store.remove(id)),
      removeAll: () => notified(store.removeAll()),
    };
  };
  const store = (): Promise<SnapshotStore> => {
    opening ??= open();
    return opening;
  };
  /** If the disk cannot be read, the tree shows no snapshots: its other rows do not depend on them. */
  const list = async (): Promise<readonly StoredSnapshot[]> => {
    try {
      const all = await (await store()).list();
      shown = JSON.stringify(all);
      return all;
    } catch (error) {
      logError(log, 'failed to list the snapshots', error);
      return [];
    }
  };
  const readAgain = async (): Promise<void> => {
    const before = shown;
    await list();
    if (shown !== before) changed.fire();
  };

  const subscriptions = vscode.Disposable.from(
    // Other windows do not report their writes.
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused && shown !== undefined) void readAgain();
    }),
    changed,
  );

  return {
    store,
    async rowOf(endpoint) {
      const { snapshotsNode } = await import('../../core/proxy/tree/snapshotRows');
      return snapshotsNode(endpoint, await list());
    },
    async rowsBelow(node) {
      const { snapshotsBelow } = await import('../../core/proxy/tree/snapshotRows');
      return snapshotsBelow(node, await list());
    },
    onDidChange: changed.event,
    dispose: () => subscriptions.dispose(),
  };
}
