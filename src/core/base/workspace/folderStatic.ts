import * as l10n from '@vscode/l10n';
import { quotedPath } from '../text/quoted';
import { workspaceFilePath } from './filePlace';
import { readInside } from './readInside';
import { mostBytesOfWorkspaceFile, readWorkspaceFile, type WorkspaceFile } from './workspaceFile';

/** The static configuration of the proxy of a folder, as the folder's file tells it. */
export interface FolderStatic {
  /** The file that has it, from the folder, with `/`. */
  readonly from: string;
  /** The path of a file in the folder with the text; `traefik.yml` for options in the folder's file itself. */
  readonly file: { readonly path: string; readonly text: string };
}

/** In bytes: larger ones are not read, as other files of configuration. */
const mostBytesOfStatic = 1_000_000;

/** Reads the static configuration that the file of a folder tells, at the moment of the call; undefined if none. */
export async function readFolderStatic(folder: string): Promise<FolderStatic | undefined> {
  const read = await readInside(folder, workspaceFilePath, mostBytesOfWorkspaceFile);
  if (read === 'missing' || 'problem' in read) return undefined;
  const found = await folderStaticOf(folder, readWorkspaceFile(read.bytes.toString('utf8')));
  return found === undefined || 'problem' in found ? undefined : found;
}

/** The same for a file that was read, or why it cannot be used. */
export async function folderStaticOf(
  folder: string,
  { told }: Pick<WorkspaceFile, 'told'>,
): Promise<FolderStatic | { readonly problem: string } | undefined> {
  if (told === undefined) return undefined;
  if ('options' in told) return { from: workspaceFilePath, file: { path: 'traefik.yml', text: told.options } };
  const { path } = told;
  const read = await readInside(folder, path, mostBytesOfStatic);
  if (read === 'missing') return { problem: l10n.t('“{0}” does not exist.', quotedPath(path)) };
  if ('problem' in read) return read;
  const own = path.replaceAll('\\', '/').replace(/^(?:\.?\/+)+/, '');
  return { from: own, file: { path: own, text: read.bytes.toString('utf8') } };
}
