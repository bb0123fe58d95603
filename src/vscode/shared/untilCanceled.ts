import * as vscode from 'vscode';

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
