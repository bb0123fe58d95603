import * as vscode from 'vscode';

/**
 * Reports when the last editor of a document of this scheme has closed. Not when the document closes: VS Code keeps it
 * for a while after its editor is gone. A document that no tab has shown yet is still being opened.
 *
 * @param forget called once with a URI that was shown and is no longer
 */
export function onceEditorsClosed(scheme: string, forget: (uri: vscode.Uri) => void): vscode.Disposable {
  const open = (): Map<string, vscode.Uri> => {
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    const uris = tabs.flatMap(urisOf).filter((uri) => uri.scheme === scheme);
    return new Map(uris.map((uri) => [uri.toString(), uri]));
  };
  // Editors that a reloaded window restores exist from the start.
  const seen = open();
  return vscode.window.tabGroups.onDidChangeTabs(() => {
    const shown = open();
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
  if (input instanceof vscode.TabInputTextDiff) return [input.original, input.modified];
  // A multi-diff editor: its class is not part of the API yet, and one side of a pair may be missing.
  if (typeof input !== 'object' || input === null || !('textDiffs' in input)) return [];
  const pairs: readonly unknown[] = Array.isArray(input.textDiffs) ? input.textDiffs : [];
  return pairs
    .flatMap((pair) =>
      typeof pair === 'object' && pair !== null && 'original' in pair && 'modified' in pair
        ? [pair.original, pair.modified]
        : [],
    )
    .filter((uri) => uri instanceof vscode.Uri);
}
