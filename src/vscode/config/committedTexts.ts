import * as vscode from 'vscode';
import { type CommittedFolder, openCommittedFolder } from '../../core/changePlan/committedFolder';
import { configName } from '../../core/config/source/mayDeclare';

export type CommittedTexts = ReturnType<typeof openCommittedTexts>;

/** What the folders of the workspace have in their last commits. Git is run in trusted workspaces only. */
export function openCommittedTexts() {
  const folders = new Map<string, CommittedFolder>();
  const at = ({ fsPath, scheme }: vscode.Uri): CommittedFolder | undefined => {
    if (!vscode.workspace.isTrusted || scheme !== 'file') return undefined;
    const known = folders.get(fsPath) ?? openCommittedFolder(fsPath, process.env);
    folders.set(fsPath, known);
    return known;
  };
  return {
    /** Notes that there may be other commits: they are made in terminals, too. */
    lookAgain(): void {
      for (const folder of folders.values()) folder.lookAgain();
    },
    /** Whether a document differs from its last commit. False where that is not known. */
    async isUncommitted(document: vscode.TextDocument): Promise<boolean> {
      const folder = vscode.workspace.getWorkspaceFolder(document.uri)?.uri;
      if (folder === undefined) return false;
      const own = document.uri.path.slice(rootOf(folder).length);
      const open = vscode.workspace.textDocuments.filter(({ uri }) => configName.test(uri.path));
      const more = open.flatMap(({ uri }) => pathIn(folder, uri) ?? []);
      return (await at(folder)?.isUncommitted(own, document.getText(), more)) ?? false;
    },
    /**
     * The texts of the files of a workspace folder that may declare objects, as they were last committed, by the paths of
     * their URIs. Undefined where that is not known, as of a folder without a repository.
     *
     * @throws RequestFailure if canceled
     */
    async in(folder: vscode.Uri, signal: AbortSignal): Promise<ReadonlyMap<string, string> | undefined> {
      const texts = await at(folder)?.texts(signal);
      return texts && new Map([...texts].map(([path, text]) => [`${rootOf(folder)}${path}`, text] as const));
    },
  };
}

/** The path of a file from the folder of the workspace that it is in. */
function pathIn(folder: vscode.Uri, uri: vscode.Uri): string | undefined {
  const root = rootOf(folder);
  return uri.scheme === folder.scheme && uri.path.startsWith(root) ? uri.path.slice(root.length) : undefined;
}

function rootOf({ path }: vscode.Uri): string {
  return path.endsWith('/') ? path : `${path}/`;
}
