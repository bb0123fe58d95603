import * as vscode from 'vscode';
import { errorInLog } from './errorInLog';
import { loadCore } from './loadCore';
import { escapeForNotification } from './sanitize';

/** What commands do, by their ids. Each gets what VS Code hands on: the node of a row, the address of a document, nothing. */
export type CommandHandlers = Readonly<Record<string, (argument: unknown) => unknown>>;

/**
 * Registers commands by their ids. What a handler did not expect ends in the log and in one message.
 *
 * @param handlers what they do, asked for whenever one is run
 */
export function registerCommands<Id extends string>(
  log: vscode.LogOutputChannel,
  ids: readonly Id[],
  handlers: () => PromiseLike<Readonly<Record<Id, CommandHandlers[string]>>>,
): vscode.Disposable {
  return vscode.Disposable.from(
    ...ids.map((id) =>
      vscode.commands.registerCommand(
        id,
        reportUnexpected(log, id, async (argument) => (await handlers())[id](argument)),
      ),
    ),
  );
}

/** Wraps a command's handler: a failed request is told in its own words, anything else as the bug it is. */
function reportUnexpected(
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
      const chosen = await vscode.window.showErrorMessage(escapeForNotification(text, 400), 'Show Log');
      if (chosen === 'Show Log') log.show();
    }
  };
}
