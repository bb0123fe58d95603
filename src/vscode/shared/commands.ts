import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isRequestFailure } from '../../core/base/errors/failure';
import { walkthroughCommands } from './ids';
import { logError } from './logError';
import { escapeForNotification } from './sanitize';

/** Handlers of commands by id. VS Code passes the node of a row, the URI of a document, or nothing. */
export type CommandHandlers = Readonly<Record<string, (argument: unknown) => unknown>>;

/**
 * Registers the commands of some features. Unexpected errors are logged and shown in a message.
 *
 * @param ids the commands of each feature
 * @param handlers called when a command of the feature is run first, and again if that failed
 */
export function registerCommands<Feature extends string>(
  log: vscode.LogOutputChannel,
  ids: Readonly<Record<Feature, Readonly<Record<string, string>>>>,
  handlers: Readonly<Record<Feature, () => Promise<CommandHandlers>>>,
): vscode.Disposable {
  const register = (feature: Feature): vscode.Disposable[] => {
    let made: Promise<CommandHandlers> | undefined;
    const handlerOf = async (id: string): Promise<CommandHandlers[string] | undefined> => {
      made ??= handlers[feature]();
      try {
        return (await made)[id];
      } catch (error) {
        made = undefined;
        throw error;
      }
    };
    return Object.values(ids[feature]).map((id) =>
      vscode.commands.registerCommand(
        id,
        reportUnexpected(log, id, async (argument) => {
          if (walkthroughCommands.has(id)) void vscode.commands.executeCommand('setContext', `${id}.ran`, true);
          await (await handlerOf(id))?.(argument);
        }),
      ),
    );
  };
  return vscode.Disposable.from(...(Object.keys(ids) as Feature[]).flatMap(register));
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
