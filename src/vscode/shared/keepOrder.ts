import type * as vscode from 'vscode';

/**
 * Keeps the rows of a list in our order. While a person types, VS Code would move up the rows whose label contains the text
 * and sort them by name; `alwaysShow` only keeps the others from being hidden.
 *
 * The published API has nothing for this. `sortByLabel` is a proposed property (microsoft/vscode#73904) that exists in every
 * version we run in, and is set by name if it is there. Without it, the same rows are shown in VS Code's order.
 */
export function keepOrder(list: vscode.QuickPick<vscode.QuickPickItem>): void {
  list.matchOnDescription = false;
  list.matchOnDetail = false;
  try {
    if ('sortByLabel' in list) list.sortByLabel = false;
  } catch {
    // This version rejects proposed API: VS Code's order stays.
  }
}
