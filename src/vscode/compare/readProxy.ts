import * as vscode from 'vscode';
import type { Inventory } from '../../core/proxy/model/inventory';
import type { Connections } from '../shared/connections';
import { loadCore } from '../shared/core';

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

/** Milliseconds after which a person is told that something takes a while: what is over sooner needs no telling. */
const TOLD_AFTER_MS = 500;

/** Does something that may take a while, and then says so in a notification that cancels it; undefined where it was cancelled. */
export async function withCancel<T>(title: string, work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  const { isRequestFailure } = await loadCore();
  const controller = new AbortController();
  const working = work(controller.signal);
  const ended = working.then(
    () => undefined,
    () => undefined,
  );
  const timer = setTimeout(() => {
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    void vscode.window.withProgress(options, async (_, token) => {
      const subscription = token.onCancellationRequested(() => controller.abort());
      await ended;
      subscription.dispose();
    });
  }, TOLD_AFTER_MS);
  try {
    return await working;
  } catch (error) {
    if (controller.signal.aborted && isRequestFailure(error) && error.failure.kind === 'cancelled') return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
