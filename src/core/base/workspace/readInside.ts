import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { isAbsolute, join, sep } from 'node:path';
import * as l10n from '@vscode/l10n';
import { codeOf } from '../errors/errorCode';

/**
 * Reads a file of a folder. Symbolic links are resolved first: what lies outside of the folder is never opened.
 *
 * @param folder an absolute path
 * @param path relative to the folder
 * @param mostBytes a larger file is not read
 * @returns its content, `missing` if there is none, or `problem`: a sentence
 */
export async function readInside(
  folder: string,
  path: string,
  mostBytes: number,
): Promise<{ readonly bytes: Buffer } | 'missing' | { readonly problem: string }> {
  const outside = { problem: l10n.t('“{0}” is not a file inside this folder.', path) };
  if (isAbsolute(path) || /^[\\/~]|^[a-z]:/i.test(path) || path.split(/[\\/]/).includes('..')) return outside;
  try {
    const root = await realpath(folder);
    const place = await realpath(join(folder, path));
    if (!place.startsWith(root.endsWith(sep) ? root : root + sep)) return outside;
    // Neither follows a link that was put there meanwhile, nor waits for the other end of a pipe.
    const file = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const found = await file.stat();
      if (!found.isFile()) return outside;
      if (found.size > mostBytes) return { problem: l10n.t('“{0}” is too large.', path) };
      const bytes = Buffer.alloc(mostBytes + 1);
      const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
      if (bytesRead > mostBytes) return { problem: l10n.t('“{0}” is too large.', path) };
      return { bytes: bytes.subarray(0, bytesRead) };
    } finally {
      await file.close();
    }
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? 'missing' : { problem: l10n.t('“{0}” cannot be read.', path) };
  }
}
