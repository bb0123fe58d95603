import * as vscode from 'vscode';
import { canceledFailure } from '../../core/base/errors/failure';
import { type FollowedFiles, FollowedNames } from '../../core/config/files/followedNames';
import type { IndexedConfig, IndexedName, IndexedPlace } from '../../core/config/files/indexedConfig';
import { configName } from '../../core/config/source/mayDeclare';
import { untilCanceled } from '../shared/withCancel';
import { textNow } from './fileText';

export type ConfigIndex = ReturnType<typeof openConfigIndex>;

const fileGlob = '**/*.{yml,yaml,toml,hcl,nomad}';
const excluded = '**/{node_modules,.git,vendor,dist,build,out,target}/**';
const mostFiles = 2_000;

/**
 * The names in all files of the workspace with declarations, kept until their files change. Reads nothing before the
 * first call.
 */
export function openConfigIndex() {
  const uris = new Map<string, vscode.Uri>();
  const files: FollowedFiles = {
    async list(most, signal) {
      const found = await findFiles(most, signal);
      for (const uri of found) uris.set(uri.path, uri);
      return found.map(({ path }) => path);
    },
    async textOf(path) {
      const uri = uris.get(path);
      return uri === undefined ? undefined : textNow(uri);
    },
  };
  let following: FollowedNames | undefined;
  let watcher: vscode.Disposable | undefined;
  const follow = (): FollowedNames => {
    const names = new FollowedNames(files, mostFiles);
    watcher = watch(names);
    return names;
  };
  const read = (signal: AbortSignal): Promise<IndexedConfig> => {
    following ??= follow();
    return following.read(signal);
  };
  return {
    /**
     * Reads only files that changed since the last call.
     *
     * @throws RequestFailure if the signal aborts
     */
    read,
    /** Does the same for VS Code, which cancels by tokens. */
    namesUntil: async (token: vscode.CancellationToken): Promise<readonly IndexedName[]> =>
      (await untilCanceled(token, read)).names,
    /**
     * The files of the workspace that may declare objects.
     *
     * @throws RequestFailure if the signal aborts
     */
    urisUntil: (signal: AbortSignal): Promise<readonly vscode.Uri[]> => findFiles(mostFiles, signal),
    locationOf({ path, start, end }: IndexedPlace): vscode.Location {
      const uri = uris.get(path) ?? vscode.Uri.file(path);
      return new vscode.Location(uri, new vscode.Range(start.line, start.column, end.line, end.column));
    },
    dispose: (): void => watcher?.dispose(),
  };
}

function watch(names: FollowedNames): vscode.Disposable {
  const saved = vscode.workspace.createFileSystemWatcher(fileGlob);
  const noteOthers = (): void => names.noteOthers();
  return vscode.Disposable.from(
    saved,
    saved.onDidChange(({ path }) => names.noteChanged(path)),
    saved.onDidCreate(({ path }) => {
      names.noteChanged(path);
      noteOthers();
    }),
    saved.onDidDelete(({ path }) => {
      names.noteRemoved(path);
      noteOthers();
    }),
    // VS Code reports no change of the files in a folder that is renamed or deleted.
    vscode.workspace.onDidRenameFiles(noteOthers),
    vscode.workspace.onDidDeleteFiles(noteOthers),
    vscode.workspace.onDidChangeWorkspaceFolders(noteOthers),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 && configName.test(document.uri.path)) names.noteChanged(document.uri.path);
    }),
    // Unsaved text of a closed document is gone.
    vscode.workspace.onDidCloseTextDocument(({ uri }) => names.noteChanged(uri.path)),
  );
}

async function findFiles(most: number, signal: AbortSignal): Promise<readonly vscode.Uri[]> {
  const source = new vscode.CancellationTokenSource();
  const cancel = (): void => source.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    if (signal.aborted) throw canceledFailure();
    const found = await vscode.workspace.findFiles(fileGlob, excluded, most, source.token);
    // The names so far are not complete.
    if (signal.aborted) throw canceledFailure();
    return found;
  } finally {
    signal.removeEventListener('abort', cancel);
    source.dispose();
  }
}
