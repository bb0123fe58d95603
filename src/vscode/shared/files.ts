import { homedir } from 'node:os';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { replaceFile } from '../../core/base/files/replaceFile';
import { escapeForNotification } from './sanitize';

/**
 * Writes a file, or replaces it. On this computer, the previous file stays until the new one is complete; elsewhere,
 * the provider of its scheme writes it.
 *
 * @param mode the mode of a new file on this computer
 */
export async function writeWhole(target: vscode.Uri, text: string, mode?: number): Promise<void> {
  if (target.scheme === 'file') await replaceFile(target.fsPath, text, mode);
  else await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
}

/** Writes a file that the user chose. Shows the reason if it cannot be written, and returns whether it was. */
async function saveText(target: vscode.Uri, text: string): Promise<boolean> {
  try {
    await writeWhole(target, text);
    return true;
  } catch (error) {
    const reason = diskWords(error);
    if (reason === undefined) throw error;
    const name = escapeForNotification(target.path.split('/').at(-1) ?? '', 100);
    void vscode.window.showErrorMessage(`${reason} ${l10n.t('Nothing was written to {0}.', name)}`);
    return false;
  }
}

const forbidden = () => l10n.t('You do not have permission to write there. Choose another location.');
const words: ReadonlyMap<string, () => string> = new Map([
  ['ENOSPC', () => l10n.t('The disk is full. Free up some space, or choose another location.')],
  ['EDQUOT', () => l10n.t('Your disk quota is used up. Free up some space, or choose another location.')],
  ['EACCES', forbidden],
  ['EPERM', forbidden],
  ['EROFS', () => l10n.t('This disk is read-only. Choose another location.')],
  ['ENOENT', () => l10n.t('This folder no longer exists. Choose another location.')],
  ['ENOTSUP', () => l10n.t('This is not a regular file. Choose another location.')],
]);

/** The reason why a file cannot be written, in words for the user; undefined for other errors. */
export function diskWords(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === undefined) return undefined;
  return words.get(code)?.() ?? l10n.t('The file cannot be written ({0}). Choose another location.', code);
}

/**
 * Lets the user choose a JSON file and reads it; undefined if the user chose none, or one that is too large, which a
 * message shows.
 *
 * @param mostBytes a larger file was chosen by mistake
 * @param tooLarge the message for one
 */
export async function readChosenJson(
  title: string,
  { mostBytes, tooLarge }: { readonly mostBytes: number; readonly tooLarge: string },
): Promise<string | undefined> {
  const [source] =
    (await vscode.window.showOpenDialog({ title, openLabel: l10n.t('Import'), filters: { JSON: ['json'] } })) ?? [];
  if (source === undefined) return undefined;
  if ((await vscode.workspace.fs.stat(source)).size > mostBytes) {
    void vscode.window.showErrorMessage(tooLarge);
    return undefined;
  }
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(source));
}

/**
 * Lets the user choose a location for a JSON file, and writes it.
 *
 * @param name the name that the dialog proposes, in the open folder, or else in the home folder
 * @param makeText called once a location was chosen
 * @returns whether it was written; a message shows the reason if it was not
 */
export async function saveChosenJson(title: string, name: string, makeText: () => Promise<string>): Promise<boolean> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  const target = await vscode.window.showSaveDialog({
    title,
    saveLabel: l10n.t('Export'),
    filters: { JSON: ['json'] },
    defaultUri: vscode.Uri.joinPath(folder, name),
  });
  return target !== undefined && (await saveText(target, await makeText()));
}
