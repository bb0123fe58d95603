import * as vscode from 'vscode';

/**
 * Reports when the last editor of a document of this scheme has closed. Not when the document closes: VS Code keeps it for a
 * while after its editor is gone. A document that no tab has shown yet is still being opened.
 *
 * @param forget called once with a URI that was shown and is no longer
 */
export function onceEditorsClosed(scheme: string, forget: (uri: vscode.Uri) => void): vscode.Disposable {
  const seen = new Map<string, vscode.Uri>();
  return vscode.window.tabGroups.onDidChangeTabs(() => {
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    const open = tabs.flatMap(urisOf).filter((uri) => uri.scheme === scheme);
    const shown = new Map(open.map((uri) => [uri.toString(), uri]));
    for (const [key, uri] of shown) seen.set(key, uri);
    for (const [key, uri] of seen) {
      if (shown.has(key)) continue;
      seen.delete(key);
      forget(uri);
    }
  });
}

/** The documents in a tab. */
function urisOf({ input }: vscode.Tab): vscode.Uri[] {
  if (input instanceof vscode.TabInputText) return [input.uri];
  return input instanceof vscode.TabInputTextDiff ? [input.original, input.modified] : [];
}
