import type * as vscode from 'vscode';

/**
 * Keeps the rows of a list in our order. While the user types, VS Code would move up the rows whose label contains the
 * text and sort them by name; `alwaysShow` only prevents it from hiding the others.
 *
 * The published API has no option for this. `sortByLabel` is a proposed property (microsoft/vscode#73904) that exists
 * in every supported version, and is set by name if it is there. Without it, VS Code shows the same rows in its own
 * order.
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
