import * as vscode from 'vscode';
import type { Inventory } from '../../core/traefik/inventory';
import type { Connections } from '../connections';
import { loadCore } from '../core';

/**
 * Reads anew what an endpoint lists. The tree shows it too.
 *
 * @throws RequestFailure also `cancelled`
 */
export async function readProxy(
  connections: Pick<Connections, 'inventory'>,
  endpointId: string,
  signal: AbortSignal,
): Promise<Inventory> {
  const shared = await connections.inventory(endpointId);
  shared.refresh();
  return shared.read(signal);
}

/** Does something that takes a while, with a notification that says so and cancels it; undefined where it was cancelled. */
export async function withCancel<T>(title: string, work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  const { isRequestFailure } = await loadCore();
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (_, token) => {
      const controller = new AbortController();
      const subscription = token.onCancellationRequested(() => controller.abort());
      try {
        return await work(controller.signal);
      } catch (error) {
        if (controller.signal.aborted && isRequestFailure(error) && error.failure.kind === 'cancelled')
          return undefined;
        throw error;
      } finally {
        subscription.dispose();
      }
    },
  );
}
