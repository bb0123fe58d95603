import * as vscode from 'vscode';
import { LARGEST_FILE } from '../../core/config/source/mayDeclare';

/** The text of a file; undefined if it is too large, is not there, or may not be read: then nothing is known of it. */
export async function fileText(uri: vscode.Uri): Promise<string | undefined> {
  try {
    if ((await vscode.workspace.fs.stat(uri)).size > LARGEST_FILE) return undefined;
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return undefined;
  }
}
