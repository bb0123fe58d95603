import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { entryToSave, withSavedEntries } from '../../core/base/workspace/entryToSave';
import { workspaceFilePath } from '../../core/base/workspace/filePlace';
import { readInside } from '../../core/base/workspace/readInside';
import { mostBytesOfWorkspaceFile } from '../../core/base/workspace/workspaceFile';
import { plural } from '../../l10n/plural';
import type { ClientRegistry } from '../shared/clientRegistry';
import { writeWhole } from '../shared/files';
import { escapeForLabel, escapeForNotification } from '../shared/sanitize';

/** Writes endpoints that the user selects into the file of a workspace folder, for others who open it. */
export async function saveToWorkspace(clients: ClientRegistry): Promise<void> {
  const folder = await chooseFolder();
  if (folder === undefined) return;
  const stored = (await (await clients.store()).list()).flatMap((one) =>
    one.state === 'ready' && one.workspace === undefined ? [one.endpoint] : [],
  );
  if (stored.length === 0) {
    void vscode.window.showInformationMessage(l10n.t('No endpoints to save. Add one first.'));
    return;
  }
  const picked = await vscode.window.showQuickPick(
    stored.map((endpoint) => ({ label: escapeForLabel(endpoint.name), endpoint })),
    {
      title: l10n.t('Save Endpoints to Workspace'),
      placeHolder: l10n.t('Select the endpoints to save, without their credentials'),
      canPickMany: true,
      ignoreFocusOut: true,
    },
  );
  if (picked === undefined || picked.length === 0) return;
  const saved = await Promise.all(
    picked.map(async ({ endpoint }) => ({ name: endpoint.name, ...(await entryToSave(endpoint, folder)) })),
  );
  const entries = saved.flatMap(({ entry }) => entry ?? []);
  const present = await readInside(folder, workspaceFilePath, mostBytesOfWorkspaceFile);
  const isUnreadable = present !== 'missing' && 'problem' in present;
  const text = isUnreadable
    ? undefined
    : withSavedEntries(present === 'missing' ? undefined : present.bytes.toString('utf8'), entries);
  if (text === undefined) {
    void vscode.window.showErrorMessage(
      l10n.t('{0} cannot be read as JSON with a list of “endpoints”, so nothing was written to it.', workspaceFilePath),
    );
    return;
  }
  const file = vscode.Uri.file(join(folder, workspaceFilePath));
  await mkdir(dirname(file.fsPath), { recursive: true });
  await writeWhole(file, text);
  const message = plural(
    entries.length,
    {
      one: '{0} endpoint saved to {1}.',
      other: '{0} endpoints saved to {1}.',
    },
    workspaceFilePath,
  );
  const missing = saved.flatMap(({ name, leftOut }) =>
    leftOut.length === 0 ? [] : [`“${escapeForNotification(name, 60)}”: ${leftOut.join(', ')}.`],
  );
  const open = l10n.t('Open File');
  const chosen = await vscode.window.showInformationMessage(
    missing.length === 0 ? message : `${message} ${l10n.t('Not in it:')} ${missing.join(' ')}`,
    open,
  );
  if (chosen === open) await vscode.window.showTextDocument(file);
}

/** The path of the folder to write into, on this computer. */
async function chooseFolder(): Promise<string | undefined> {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  if (folders.length === 0) {
    void vscode.window.showInformationMessage(l10n.t('Open a folder first: endpoints are saved into it.'));
    return undefined;
  }
  const [only, ...others] = folders;
  if (others.length === 0) return only?.uri.fsPath;
  const picked = await vscode.window.showWorkspaceFolderPick({ placeHolder: l10n.t('Select the folder to save into') });
  return picked?.uri.scheme === 'file' ? picked.uri.fsPath : undefined;
}
