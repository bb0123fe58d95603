import * as vscode from 'vscode';
import { largestFile } from '../../core/config/source/mayDeclare';

/**
 * The text of a file as it is in an editor, otherwise as it is saved; undefined if it is too large, is not there, or may not be
 * read: then nothing is known of it.
 */
export async function textNow(uri: vscode.Uri): Promise<string | undefined> {
  const text = openDocument(uri)?.getText();
  return text === undefined ? savedText(uri) : text.length > largestFile ? undefined : text;
}

async function savedText(uri: vscode.Uri): Promise<string | undefined> {
  try {
    if ((await vscode.workspace.fs.stat(uri)).size > largestFile) return undefined;
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return undefined;
  }
}

/**
 * The same of a file that is no link.
 *
 * @param largest in UTF-16 units, or in bytes where it is saved
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

/** Whether there is a file, or an editor of one. */
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
