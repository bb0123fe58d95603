import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { replaceFile } from '../../core/base/files/replaceFile';
import { escapeForNotification } from './sanitize';

/**
 * Writes a file, new or in place of another. On this computer what stood there before is there until the new one is whole;
 * elsewhere it is written by whatever serves its scheme.
 *
 * @param mode of a new file on this computer
 */
export async function writeWhole(target: vscode.Uri, text: string, mode?: number): Promise<void> {
  if (target.scheme === 'file') await replaceFile(target.fsPath, text, mode);
  else await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
}

/** The same for a file that a person chose. Tells what keeps it from being written, and returns whether it was. */
async function saveText(target: vscode.Uri, text: string): Promise<boolean> {
  try {
    await writeWhole(target, text);
    return true;
  } catch (error) {
    const words = diskWords(error);
    if (words === undefined) throw error;
    const name = escapeForNotification(target.path.split('/').at(-1) ?? '', 100);
    void vscode.window.showErrorMessage(`${words} Nothing was written to ${name}.`);
    return false;
  }
}

const words: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', 'The disk is full. Make room on it, or choose another place.'],
  ['EDQUOT', 'There is no room left for you on this disk. Make room on it, or choose another place.'],
  ['EACCES', 'You may not write there. Choose another place.'],
  ['EPERM', 'You may not write there. Choose another place.'],
  ['EROFS', 'This disk cannot be written to. Choose another place.'],
  ['ENOENT', 'This folder is not there any more. Choose another place.'],
  ['ENOTSUP', 'This is not a file. Choose another place.'],
]);

/** What keeps a disk from being written to, in words; undefined where it is not the disk. */
export function diskWords(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === undefined) return undefined;
  return words.get(code) ?? `The file cannot be written (${code}). Choose another place.`;
}

/**
 * Lets a person choose a JSON file and reads it; undefined where they chose none, or one that was chosen by mistake, which
 * they are told.
 *
 * @param mostBytes a larger file cannot be what is wanted
 * @param tooLarge what is said of one
 */
export async function readChosenJson(
  title: string,
  { mostBytes, tooLarge }: { readonly mostBytes: number; readonly tooLarge: string },
): Promise<string | undefined> {
  const [source] =
    (await vscode.window.showOpenDialog({ title, openLabel: 'Import', filters: { JSON: ['json'] } })) ?? [];
  if (source === undefined) return undefined;
  if ((await vscode.workspace.fs.stat(source)).size > mostBytes) {
    void vscode.window.showErrorMessage(tooLarge);
    return undefined;
  }
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(source));
}

/**
 * Lets a person choose where a JSON file is to be written, and writes it.
 *
 * @param name that the dialog proposes, in the folder that is open, else in the person's own
 * @param makeText called once a place was chosen
 * @returns whether it was written; what keeps it from that is told
 */
export async function saveChosenJson(title: string, name: string, makeText: () => Promise<string>): Promise<boolean> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  const target = await vscode.window.showSaveDialog({
    title,
    saveLabel: 'Export',
    filters: { JSON: ['json'] },
    defaultUri: vscode.Uri.joinPath(folder, name),
  });
  return target !== undefined && (await saveText(target, await makeText()));
}
