import { realpath } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import * as vscode from 'vscode';
import { isRequestFailure } from '../../core/base/errors/failure';
import { type CommittedFile, type GitRepository, openGitRepository } from '../../core/changePlan/gitFiles';
import { configName, largestFile } from '../../core/config/source/mayDeclare';

/** The most files of a commit that are read. */
const mostFiles = 2_000;

/** A folder of the workspace in its repository. */
interface CommittedFolder {
  readonly repository: GitRepository;
  /** The last commit. */
  readonly commit: string;
  /** The folder's path in the repository, with a slash at its end; empty for the top. */
  readonly prefix: string;
}

/**
 * The texts of the files of a workspace folder that may declare objects, as they were last committed, by the paths of their
 * URIs. Undefined where that is not known: Git is run in trusted workspaces only, and a folder may have no repository.
 *
 * @throws RequestFailure if canceled
 */
export async function committedTexts(
  folder: vscode.Uri,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string> | undefined> {
  return orUndefined(signal, async () => {
    const found = await committedFolder(folder, signal);
    if (found === undefined) return undefined;
    const { repository, commit, prefix } = found;
    const { files } = await repository.filesAt(commit, [{ path: prefix.replace(/\/$/, ''), isDeep: true }], signal);
    const own = files.filter(
      ({ path, size }) => path.startsWith(prefix) && configName.test(path) && size <= largestFile,
    );
    const texts = new Map<string, string>();
    const add = ({ path }: CommittedFile, text: string): void => {
      texts.set(`${folder.path.replace(/\/$/, '')}/${path.slice(prefix.length)}`, text);
    };
    await repository.eachText(own.slice(0, mostFiles), add, signal);
    return texts;
  });
}

/** Whether a saved file differs from its last commit. False where that is not known. */
export async function isUncommitted(
  { uri, text }: { readonly uri: vscode.Uri; readonly text: string },
  signal: AbortSignal,
): Promise<boolean> {
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
  if (folder === undefined) return false;
  const found = await orUndefined(signal, async () => {
    const committed = await committedFolder(folder, signal);
    if (committed === undefined) return undefined;
    const { repository, commit, prefix } = committed;
    const path = `${prefix}${uri.path.slice(folder.path.replace(/\/$/, '').length + 1)}`;
    const { files } = await repository.filesAt(commit, [{ path, isDeep: true }], signal);
    const own = files.filter((file) => file.path === path && file.size <= largestFile);
    let old: string | undefined;
    await repository.eachText(own, (_, committedText) => (old = committedText), signal);
    return old === undefined || withoutReturns(old) !== withoutReturns(text);
  });
  return found ?? false;
}

async function committedFolder(folder: vscode.Uri, signal: AbortSignal): Promise<CommittedFolder | undefined> {
  if (!vscode.workspace.isTrusted || folder.scheme !== 'file') return undefined;
  const path = await realpath(folder.fsPath);
  const repository = await openGitRepository(path, process.env, signal);
  const commit = await repository.commitOf('HEAD', signal);
  const inside = relative(repository.top, path).split(sep).join('/');
  return { repository, commit, prefix: inside === '' ? '' : `${inside}/` };
}

/** Without Git, without a repository, and before the first commit, nothing is known of commits. */
async function orUndefined<T>(signal: AbortSignal, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (signal.aborted) throw error;
    const isMissing = isRequestFailure(error) || (error instanceof Error && 'code' in error);
    if (isMissing) return undefined;
    throw error;
  }
}

/** Git may check files out with other line endings. */
function withoutReturns(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
