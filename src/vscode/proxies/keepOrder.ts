import type * as vscode from 'vscode';

/**
 * Keeps the rows of a list in the order in which we give them. While something is typed, VS Code would move up those whose
 * label holds it and sort them by name; `alwaysShow` only keeps the others from being hidden.
 *
 * The published API has no word for that: `sortByLabel` is a proposed one (microsoft/vscode#73904), there in every version
 * that we run in, and set by name where it is. Without it the same rows are shown in VS Code's order.
 */
export function keepOrder(list: vscode.QuickPick<vscode.QuickPickItem>): void {
  list.matchOnDescription = false;
  list.matchOnDetail = false;
  try {
    if ('sortByLabel' in list) list.sortByLabel = false;
  } catch {
    // A version that guards its proposals: VS Code's order it is.
  }
}
