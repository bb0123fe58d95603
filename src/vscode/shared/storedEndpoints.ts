import { access } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { type EndpointFields, type EndpointStore, openEndpointStore } from '../../core/base/endpoints/endpointStore';
import { workspaceFilePath } from '../../core/base/workspace/filePlace';
import {
  openWorkspaceEndpoints,
  type WorkspaceEndpoints,
  type WorkspaceFolderPlace,
} from '../../core/base/workspace/workspaceEndpoints';

/** Opens the endpoints that the user stored, with the samples of a build that has some. */
export async function openStoredEndpoints({
  secrets,
  globalState,
}: Pick<vscode.ExtensionContext, 'secrets' | 'globalState'>): Promise<EndpointStore> {
  const store = openEndpointStore(secrets, globalState);
  await addSamples(store);
  return store;
}

export type WorkspaceFiles = ReturnType<typeof openWorkspaceFiles>;

/** The endpoints that the folders of this window list. Reads nothing in a workspace that is not trusted. */
export function openWorkspaceFiles({
  globalState,
  globalStorageUri,
  secrets,
}: Pick<vscode.ExtensionContext, 'globalState' | 'globalStorageUri' | 'secrets'>) {
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
    dispose(): void {
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

/**
 * The sample endpoints that `npm start` builds in (esbuild.js --samples), null in every other build. So nothing can add
 * an endpoint to a shipped extension, no environment variable and no workspace.
 */
declare const proxyScoutSamples: readonly Omit<EndpointFields, 'headers'>[] | null;

/** Adds the sample endpoints. Their ports change at every start, so they replace those of the same name. */
async function addSamples(store: EndpointStore): Promise<void> {
  if (proxyScoutSamples === null) return;
  // A test also finds builds with samples by this text.
  if (!Array.isArray(proxyScoutSamples)) throw new Error('The sample endpoints are not a list.');
  const present = await store.list();
  for (const sample of proxyScoutSamples) {
    const same = present.find(({ hint }) => hint.kind === sample.kind && hint.name === sample.name);
    if (same === undefined) await store.add({ ...sample, headers: {} });
    else await store.replace(same.hint, { ...sample, headers: {} });
  }
}
