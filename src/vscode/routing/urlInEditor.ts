import * as vscode from 'vscode';
import { loadCore } from '../shared/core';

/** The URL that is selected in the active editor, or else the one that the cursor is in; undefined where there is none. */
export async function urlInEditor(): Promise<string | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return undefined;
  const { urlAt, urlInSelection } = await loadCore();
  const { document, selection } = editor;
  if (selection.isEmpty) return urlAt(document.lineAt(selection.active.line).text, selection.active.character);
  return urlInSelection(document.getText(selection)) || undefined;
}
