import { constants } from 'node:fs';
import { lstat, open, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import * as l10n from '@vscode/l10n';
import { codeOf } from '../errors/failure';

/**
 * Whether a path that should be relative may lead out of its folder: an absolute one of any system, one of a home
 * folder or a drive, or one with `..`, even if it comes back.
 */
function leadsOut(path: string): boolean {
  return isAbsolute(path) || /^[\\/~]|^[a-z]:/i.test(path) || path.split(/[\\/]/).includes('..');
}

/**
 * The place of a folder inside of another one, by its name there: a link stays as it is named. It need not exist.
 *
 * @param folder an absolute path
 * @param path relative to the folder; empty or `.` for the folder itself
 * @returns undefined if it leads out of the folder, also by a symbolic link
 */
export async function folderInside(folder: string, path: string): Promise<string | undefined> {
  if (leadsOut(path)) return undefined;
  const place = resolve(folder, path);
  try {
    const root = await realpath(folder);
    const real = await realpath(await deepestThere(folder, place));
    return real === root || real.startsWith(withSeparator(root)) ? place : undefined;
  } catch {
    return undefined;
  }
}

/** The deepest existing folder on the way to a place. It may be a link to a target that does not exist. */
async function deepestThere(folder: string, place: string): Promise<string> {
  let at = folder;
  for (const name of relative(folder, place).split(sep)) {
    const next = join(at, name);
    try {
      await lstat(next);
    } catch (error) {
      if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return at;
      throw error;
    }
    at = next;
  }
  return at;
}

/**
 * What stands at a place inside of a folder. Nothing is asked of the file system for a place outside of it.
 *
 * @param folder an absolute path
 * @param place an absolute path
 * @returns undefined if the place, or what a link there leads to, is not in the folder, or cannot be looked at
 */
export async function kindInside(folder: string, place: string): Promise<'directory' | 'file' | 'missing' | undefined> {
  const inside = await folderInside(folder, relative(folder, place));
  if (inside === undefined) return undefined;
  try {
    const found = await stat(inside);
    return found.isDirectory() ? 'directory' : found.isFile() ? 'file' : undefined;
  } catch (error) {
    return codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR' ? 'missing' : undefined;
  }
}

/** The path that the paths of all files in a folder begin with. */
export function withSeparator(folder: string): string {
  return folder.endsWith(sep) ? folder : folder + sep;
}

/**
 * Reads a file of a folder. Symbolic links are resolved first: a file outside of the folder is never opened.
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
  if (leadsOut(path)) return outside;
  try {
    const root = await realpath(folder);
    const place = await realpath(join(folder, path));
    if (!place.startsWith(withSeparator(root))) return outside;
    // Does not follow a link that was created meanwhile, and does not wait for the other end of a pipe.
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
