import * as vscode from 'vscode';
import { loadCore } from '../core';

/**
 * Shows that something is under way, which a person can cancel; undefined where they did.
 *
 * @param title without hostile text: see `inNotification`
 * @param report tells how far it has come, in words of ours
 */
export async function withCancel<T>(
  title: string,
  work: (signal: AbortSignal, report: (text: string) => void) => Promise<T>,
): Promise<T | undefined> {
  const { isRequestFailure } = await loadCore();
  const location = vscode.ProgressLocation.Notification;
  return vscode.window.withProgress({ location, title, cancellable: true }, async (progress, token) => {
    const abort = new AbortController();
    const subscription = token.onCancellationRequested(() => abort.abort());
    try {
      return await work(abort.signal, (message) => progress.report({ message }));
    } catch (error) {
      if (abort.signal.aborted && isRequestFailure(error)) return undefined;
      throw error;
    } finally {
      subscription.dispose();
    }
  });
}
