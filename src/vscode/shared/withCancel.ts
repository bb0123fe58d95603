import { setTimeout as wait } from 'node:timers/promises';
import * as vscode from 'vscode';
import { isRequestFailure } from '../../core/base/errors/failure';

/** Shorter work shows no progress: VS Code keeps a notification for a while. */
const quietMs = 500;

/**
 * Shows the progress of work that may take long and lets the user cancel it; undefined if canceled.
 *
 * @param title may contain foreign text only through `escapeForNotification`
 * @param work reports its progress with texts of ours
 */
export async function withCancel<T>(
  title: string,
  work: (signal: AbortSignal, report: (text: string) => void) => Promise<T>,
): Promise<T | undefined> {
  const abort = new AbortController();
  let shown = '';
  let showProgress: ((text: string) => void) | undefined;
  const working = work(abort.signal, (text) => {
    shown = text;
    showProgress?.(text);
  });
  const ended = working.then(
    () => true,
    () => true,
  );
  const isQuick = await Promise.race([ended, wait(quietMs, false)]);
  try {
    if (isQuick) return await working;
    const location = vscode.ProgressLocation.Notification;
    return await vscode.window.withProgress({ location, title, cancellable: true }, async (progress, token) => {
      showProgress = (message) => progress.report({ message });
      if (shown !== '') showProgress(shown);
      const subscription = token.onCancellationRequested(() => abort.abort());
      try {
        return await working;
      } finally {
        subscription.dispose();
      }
    });
  } catch (error) {
    if (abort.signal.aborted && isRequestFailure(error)) return undefined;
    throw error;
  }
}

/**
 * Does work for VS Code until its token is canceled.
 *
 * @throws CancellationError if it is canceled, whatever `work` throws then
 */
export async function untilCanceled<T>(
  token: vscode.CancellationToken,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  if (token.isCancellationRequested) abort.abort();
  const subscription = token.onCancellationRequested(() => abort.abort());
  try {
    return await work(abort.signal);
  } catch (error) {
    throw abort.signal.aborted ? new vscode.CancellationError() : error;
  } finally {
    subscription.dispose();
  }
}
