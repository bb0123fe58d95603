import type * as vscode from 'vscode';

/**
 * Logs an unexpected error without what it may quote (see `errorInLog`). What finds secrets in its text is loaded only then:
 * mostly, there is nothing to log.
 *
 * @param what went wrong, in words of ours
 */
export function logError(log: Pick<vscode.LogOutputChannel, 'error'>, what: string, error: unknown): void {
  const write = ({ errorInLog }: typeof import('./errorInLog')): void => log.error(what, errorInLog(error));
  void import('./errorInLog').then(write, () => log.error(what));
}
