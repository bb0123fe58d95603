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

/**
 * Reads the static configuration that the file of a folder tells, at the moment of the call.
 *
 * @returns undefined if the folder tells none; `problem`: why it cannot be used, a sentence
 */
export async function readFolderStatic(
  folder: string,
): Promise<FolderStatic | { readonly problem: string } | undefined> {
  const read = await readInside(folder, workspaceFilePath, mostBytesOfWorkspaceFile);
  if (read === 'missing') return undefined;
  if ('problem' in read) return read;
  const file = readWorkspaceFile(read.bytes.toString('utf8'));
  return file.problem === undefined ? folderStaticOf(folder, file) : { problem: file.problem };
}

/** The same for a file that was read. */
export async function folderStaticOf(
  folder: string,
  { told }: Pick<WorkspaceFile, 'told'>,
): ReturnType<typeof readFolderStatic> {
  if (told === undefined || 'problem' in told) return told;
  if ('options' in told) return { from: workspaceFilePath, file: { path: 'traefik.yml', text: told.options } };
  const { path } = told;
  const read = await readInside(folder, path, mostBytesOfStatic);
  if (read === 'missing') return { problem: l10n.t('“{0}” does not exist.', quotedPath(path)) };
  if ('problem' in read) return read;
  const own = path.replaceAll('\\', '/').replace(/^(?:\.?\/+)+/, '');
  return { from: own, file: { path: own, text: new TextDecoder().decode(read.bytes) } };
}
