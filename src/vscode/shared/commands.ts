import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isRequestFailure } from '../../core/base/errors/failure';
import { logError } from './logError';
import { escapeForNotification } from './sanitize';

/** Handlers of commands by id. VS Code passes the node of a row, the URI of a document, or nothing. */
export type CommandHandlers = Readonly<Record<string, (argument: unknown) => unknown>>;

/**
 * Registers commands. Unexpected errors are logged and shown in a message.
 *
 * @param makeHandlers called when a command is run first, and again if that failed
 */
export function registerCommands<Id extends string>(
  log: vscode.LogOutputChannel,
  ids: readonly Id[],
  makeHandlers: () => Promise<Readonly<Record<Id, CommandHandlers[string]>>>,
): vscode.Disposable {
  let made: ReturnType<typeof makeHandlers> | undefined;
  const handlers = async () => {
    made ??= makeHandlers();
    try {
      return await made;
    } catch (error) {
      made = undefined;
      throw error;
    }
  };
  return vscode.Disposable.from(
    ...ids.map((id) =>
      vscode.commands.registerCommand(
        id,
        reportUnexpected(log, id, async (argument) => (await handlers())[id](argument)),
      ),
    ),
  );
}

/** Wraps a command's handler: shows the message of a failed request, and reports any other error as a bug. */
function reportUnexpected(
  log: vscode.LogOutputChannel,
  id: string,
  handler: (argument: unknown) => unknown,
): (argument: unknown) => Promise<void> {
  return async (argument) => {
    try {
      await handler(argument);
    } catch (error) {
      const text = isRequestFailure(error)
        ? `${error.failure.sentence} ${error.failure.nextStep}`
        : error instanceof vscode.FileSystemError
          ? l10n.t('The file could not be read or written ({0}). Choose another location.', error.code)
          : l10n.t('Something went wrong in Proxy Scout. See the log for details.');
      logError(log, id, error);
      const showLog = l10n.t('Show Log');
      const chosen = await vscode.window.showErrorMessage(escapeForNotification(text, 400), showLog);
      if (chosen === showLog) log.show();
    }
  };
}
