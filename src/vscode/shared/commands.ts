import * as vscode from 'vscode';
import { reportUnexpected } from './reportUnexpected';

/** What commands do, by their ids. Each gets what VS Code hands on: the node of a row, the address of a document, nothing. */
export type CommandHandlers = Readonly<Record<string, (argument: unknown) => unknown>>;

/** Registers the commands of a feature. What a handler did not expect ends in the log and in one message. */
export function registerCommands(log: vscode.LogOutputChannel, handlers: CommandHandlers): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.entries(handlers).map(([id, handler]) =>
      vscode.commands.registerCommand(id, reportUnexpected(log, id, handler)),
    ),
  );
}
