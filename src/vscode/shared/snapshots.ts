import { join } from 'node:path';
import * as vscode from 'vscode';
import { once } from '../../core/base/async/once';
import type { SnapshotStore, StoredSnapshot } from '../../core/proxy/snapshots/snapshotStore';
import type { EndpointNode, SnapshotNode, SnapshotsNode } from '../../core/proxy/tree/nodes';
import { logError } from './logError';

export type Snapshots = ReturnType<typeof openSnapshots>;

/**
 * The snapshots of endpoints, in the folder that all windows share, and their rows in the tree. Reads nothing before the
 * first call.
 */
export function openSnapshots(
  { globalStorageUri }: Pick<vscode.ExtensionContext, 'globalStorageUri'>,
  log: Pick<vscode.LogOutputChannel, 'error'>,
) {
  const changed = new vscode.EventEmitter<void>();
  /** The snapshots on the disk as the tree shows them. */
  let shown: string | undefined;

  const store = once(async (): Promise<SnapshotStore> => {
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
  });
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
    /** Opens the store on first use. Its changes fire `onDidChange`. */
    store,
    /** The row of an endpoint's snapshots; undefined if it has none. */
    async rowOf(endpoint: EndpointNode): Promise<SnapshotsNode | undefined> {
      const { snapshotsNode } = await import('../../core/proxy/tree/snapshotRows');
      return snapshotsNode(endpoint, await list());
    },
    async rowsBelow(node: SnapshotsNode): Promise<readonly SnapshotNode[]> {
      const { snapshotsBelow } = await import('../../core/proxy/tree/snapshotRows');
      return snapshotsBelow(node, await list());
    },
    /** Fires when snapshots or their names changed. */
    onDidChange: changed.event,
    dispose: (): void => subscriptions.dispose(),
  };
}
