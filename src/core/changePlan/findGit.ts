import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, parse, relative } from 'node:path';

/** Git, and the only folders in which it may look for programs. */
export interface FoundGit {
  /** An absolute path. */
  readonly file: string;
  readonly path: string;
}

/**
 * Finds Git in the folders of PATH. Never one that the repository, or whoever writes to its folder, can have put there: not
 * below the folder and the top of its repository, and not where it depends on the working folder. Windows would look there
 * first, so the system does not search: the result is an absolute path.
 *
 * @param path the value of PATH
 * @param folder the folder that is read
 */
export function findGit(path: string, folder: string): FoundGit | undefined {
  const roots = [folder, topOf(folder)].map(realPath);
  const isForeign = (place: string): boolean => roots.some((root) => isBelow(realPath(place), root));
  const folders = path
    .split(delimiter)
    .map((entry) => entry.replace(/^"(.*)"$/, '$1'))
    .filter((entry) => isAbsolute(entry) && !isOfNetwork(entry) && !isForeign(entry));
  // Neither a script nor a batch file: those need a shell.
  const name = process.platform === 'win32' ? 'git.exe' : 'git';
  const file = folders.map((one) => join(one, name)).find((one) => isProgram(one) && !isForeign(one));
  return file === undefined ? undefined : { file, path: folders.join(delimiter) };
}

/** The innermost folder above that looks like the top of a repository, or the folder itself. */
function topOf(folder: string): string {
  for (let one = folder; ; one = dirname(one)) {
    if (existsSync(join(one, '.git'))) return one;
    if (dirname(one) === one) return folder;
  }
}

/** Whether a path is another one or below it. Everything is below the root of the system, which is nobody's work folder. */
function isBelow(path: string, root: string): boolean {
  const way = relative(root, path);
  return parse(root).root !== root && !isAbsolute(way) && way.split(/[\\/]/)[0] !== '..';
}

/** `\\server\share`, or a path without a drive, which belongs to the current one. */
function isOfNetwork(path: string): boolean {
  return process.platform === 'win32' && !/^[a-z]:[\\/]/i.test(path);
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
