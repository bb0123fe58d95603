import type * as vscode from 'vscode';

/**
 * Logs an unexpected error without quoted data (see `errorInLog`). The module that masks secrets is loaded only then,
 * because errors are rare.
 *
 * @param what the problem, in our own words
 */
export function logError(log: Pick<vscode.LogOutputChannel, 'error'>, what: string, error: unknown): void {
  const write = ({ errorInLog }: typeof import('./errorInLog')): void => log.error(what, errorInLog(error));
  void import('./errorInLog').then(write, () => log.error(what));
}
