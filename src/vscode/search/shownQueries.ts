import * as vscode from 'vscode';
import { queryScheme } from '../shared/ids';

/** The bodies in tabs, also in those that VS Code has not filled yet after a reload. */
export function shownQueries(): readonly vscode.Uri[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) =>
    tabs.flatMap(({ input }) =>
      input instanceof vscode.TabInputText && input.uri.scheme === queryScheme ? [input.uri] : [],
    ),
  );
}
