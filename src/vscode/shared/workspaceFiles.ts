import { access } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { workspaceFilePath } from '../../core/base/workspace/filePlace';
import type { WorkspaceSource } from '../../core/base/workspace/withWorkspace';
import {
  openWorkspaceEndpoints,
  type WorkspaceEndpoints,
  type WorkspaceFolderPlace,
} from '../../core/base/workspace/workspaceEndpoints';

/** The endpoints that the folders of this window list. */
export interface WorkspaceFiles extends WorkspaceSource, vscode.Disposable {
  listed(): Promise<WorkspaceEndpoints | undefined>;
  opened(): Promise<WorkspaceEndpoints>;
}

/** Follows the files of all folders. Reads nothing in a workspace that is not trusted. */
export function openWorkspaceFiles({
  globalState,
  globalStorageUri,
  secrets,
}: Pick<vscode.ExtensionContext, 'globalState' | 'globalStorageUri' | 'secrets'>): WorkspaceFiles {
  const changed = new vscode.EventEmitter<readonly string[]>();
  let opening: Promise<WorkspaceEndpoints> | undefined;
  let looking: Promise<boolean> | undefined;
  let watchers: readonly vscode.Disposable[] = [];

  const open = async (): Promise<WorkspaceEndpoints> => {
    const authorities = join(globalStorageUri.fsPath, 'authorities');
    const endpoints = openWorkspaceEndpoints({ folders: foldersNow, memento: globalState, secrets, authorities });
    endpoints.onDidChange((ids) => changed.fire(ids));
    return endpoints;
  };
  const opened = (): Promise<WorkspaceEndpoints> => {
    opening ??= open();
    return opening;
  };
  const listed = async (): Promise<WorkspaceEndpoints | undefined> => {
    if (opening !== undefined) return opening;
    looking ??= someFolderHasFile();
    return (await looking) ? opened() : undefined;
  };
  const look = async (): Promise<void> => {
    looking = undefined;
    await (await listed())?.reload();
  };
  const watch = (): void => {
    for (const watcher of watchers) watcher.dispose();
    watchers = (vscode.workspace.workspaceFolders ?? []).flatMap((folder) => {
      const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, workspaceFilePath));
      const news = () => void look();
      return [watcher, watcher.onDidCreate(news), watcher.onDidChange(news), watcher.onDidDelete(news)];
    });
  };
  const subscriptions = vscode.Disposable.from(
    vscode.workspace.onDidChangeWorkspaceFolders(() => {
      watch();
      void look();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void look()),
    changed,
  );
  watch();

  return {
    listed,
    opened,
    onDidChange: changed.event,
    dispose() {
      for (const watcher of watchers) watcher.dispose();
      subscriptions.dispose();
    },
  };
}

/** The folders on this computer, if the workspace is trusted. */
function foldersNow(): readonly WorkspaceFolderPlace[] {
  if (!vscode.workspace.isTrusted) return [];
  return (vscode.workspace.workspaceFolders ?? []).flatMap(({ uri }) =>
    uri.scheme === 'file' ? [{ id: uri.toString(), path: uri.fsPath }] : [],
  );
}

async function someFolderHasFile(): Promise<boolean> {
  const found = await Promise.all(
    foldersNow().map(({ path }) =>
      access(join(path, workspaceFilePath)).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(true);
}
