import * as vscode from 'vscode';
import { largestFile } from '../../core/config/source/mayDeclare';

/** The text of a file in its editor, otherwise on the disk; undefined if it is too large, missing, or not readable. */
export async function textNow(uri: vscode.Uri): Promise<string | undefined> {
  const text = openDocument(uri)?.getText();
  return text === undefined ? savedText(uri) : text.length > largestFile ? undefined : text;
}

/** The text of a file on the disk; undefined if it is too large, missing, or not readable. */
export async function savedText(uri: vscode.Uri): Promise<string | undefined> {
  try {
    if ((await vscode.workspace.fs.stat(uri)).size > largestFile) return undefined;
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return undefined;
  }
}

/**
 * Reads a file like `textNow`, but not a link.
 *
 * @param largest in UTF-16 units, or in bytes on the disk
 */
export async function textOfRegular(uri: vscode.Uri, largest: number): Promise<string | undefined> {
  try {
    const { type, size } = await vscode.workspace.fs.stat(uri);
    if (type !== vscode.FileType.File || size > largest) return undefined;
    const text = await textNow(uri);
    return text !== undefined && text.length <= largest ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a file exists, or an editor of one. */
export async function isFileThere(uri: vscode.Uri): Promise<boolean> {
  if (openDocument(uri) !== undefined) return true;
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.File) !== 0;
  } catch {
    return false;
  }
}

function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const key = uri.toString();
  return vscode.workspace.textDocuments.find((one) => one.uri.toString() === key);
}
