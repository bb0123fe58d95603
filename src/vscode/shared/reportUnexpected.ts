import * as vscode from 'vscode';
import { loadCore } from './core';
import { errorInLog } from './errorInLog';
import { inNotification } from './inert';

/** Wraps a command's handler: a failed request is told in its own words, anything else as the bug it is. */
export function reportUnexpected(
  log: vscode.LogOutputChannel,
  id: string,
  handler: (argument: unknown) => unknown,
): (argument: unknown) => Promise<void> {
  return async (argument) => {
    try {
      await handler(argument);
    } catch (error) {
      const { isRequestFailure } = await loadCore();
      const text = isRequestFailure(error)
        ? `${error.failure.sentence} ${error.failure.nextStep}`
        : error instanceof vscode.FileSystemError
          ? `The file could not be read or written (${error.code}). Choose another place.`
          : 'Something went wrong in Proxy Scout. The log has the details.';
      log.error(id, errorInLog(error));
      const chosen = await vscode.window.showErrorMessage(inNotification(text, 400), 'Show Log');
      if (chosen === 'Show Log') log.show();
    }
  };
}
