import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { codeOf } from '../core/base/errors/failure';
import { envPathBeside, largestEnv } from '../core/config/compose/composeFiles';
import { configName, largestFile, mayDeclare } from '../core/config/source/mayDeclare';
import type { SourceFile } from '../core/config/source/placedText';

/** Folders of third-party files and of files that tools generate. */
export const excludedFolders: ReadonlySet<string> = new Set([
  'node_modules',
  'bower_components',
  'vendor',
  '.git',
  '.hg',
  '.svn',
  '.venv',
  '.terraform',
]);
export const mostFiles = 2_000;
/** In UTF-16 units, of all files that may declare objects. */
const mostTextBytes = 8_000_000;
/** Bytes of memory for a unit of a file that is read and checked, for the densest files. */
const bytesOfUnit = 450;

export interface FoundFiles {
  /** By their paths from the working folder, with `/`. Only files that may declare objects. */
  readonly files: readonly SourceFile[];
  /** The `.env` files beside those, which are not checked. Leaves out links, and files too large for Compose. */
  readonly environments: readonly SourceFile[];
  readonly tooLarge: readonly string[];
  /** Paths of the largest files, left out because all files together have more than `mostText` UTF-16 units. */
  readonly leftOut: readonly string[];
  readonly mostText: number;
  /** The number of checked paths. */
  readonly count: number;
  /** Whether there are more paths than the limit. */
  readonly isCut: boolean;
  /** The files that cannot be read, and the reasons: sentences. */
  readonly unreadable: readonly string[];
  /** The paths of those. */
  readonly unreadablePaths: readonly string[];
}

interface Search {
  readonly cwd: string;
  /** By absolute paths, those that the user named first. Links are followed only if the user named them. */
  readonly names: Map<string, { readonly isNamed: boolean }>;
  readonly unreadable: string[];
  readonly unreadablePaths: string[];
}

/**
 * Finds named files, and those in named folders except the folders of tools. Follows no links there, and never waits.
 *
 * @param isKept which files are kept, by their texts
 */
export function findFiles(
  paths: Iterable<string>,
  cwd: string,
  isKept: (file: SourceFile) => boolean = mayDeclare,
): FoundFiles {
  const search: Search = { cwd, names: new Map(), unreadable: [], unreadablePaths: [] };
  const folders: string[] = [];
  for (const path of paths) {
    const full = resolve(cwd, path);
    try {
      const found = statSync(full);
      if (found.isDirectory()) folders.push(full);
      else if (isRegular(found)) search.names.set(full, { isNamed: true });
    } catch (error) {
      reportUnreadable(search, full, error);
    }
  }
  for (const folder of folders) findBelow(folder, search);
  const taken = [...search.names].slice(0, mostFiles);
  const files: SourceFile[] = [];
  const tooLarge: string[] = [];
  const leftOut: string[] = [];
  const mostText = Math.min(mostTextBytes, Math.floor(getHeapStatistics().heap_size_limit / bytesOfUnit));
  let total = 0;
  const room = Buffer.allocUnsafe(largestFile + 1);
  for (const [full, { isNamed }] of taken) {
    const path = shownPath(full, cwd);
    try {
      const text = textOf(full, isNamed, room);
      if (text === undefined) tooLarge.push(path);
      else if (isKept({ path, text })) {
        files.push({ path, text });
        total += text.length;
      }
    } catch (error) {
      reportUnreadable(search, full, error);
    }
    // Leaves out the largest first, so that a large file never replaces a small one.
    while (total > mostText) {
      const largest = files.reduce((one, other) => (other.text.length >= one.text.length ? other : one));
      files.splice(files.indexOf(largest), 1);
      total -= largest.text.length;
      leftOut.push(largest.path);
    }
  }
  const isCut = search.names.size > mostFiles;
  return {
    files,
    environments: environmentsBeside(files, cwd, room),
    tooLarge,
    leftOut,
    mostText,
    count: taken.length,
    isCut,
    unreadable: search.unreadable,
    unreadablePaths: search.unreadablePaths,
  };
}

/** The beginning of the services in a compose file. */
const servicesPattern = /^["']?services["']?[ \t]*:|^[ \t]*\{/m;

/** The paths of the `.env` files that may have values of variables in compose files, whether they exist or not. */
export function environmentPathsOf(files: readonly SourceFile[]): readonly string[] {
  const paths = files.flatMap(({ path, text }) =>
    servicesPattern.test(text) && text.includes('$') ? [envPathBeside(path)] : [],
  );
  return [...new Set(paths)];
}

function environmentsBeside(files: readonly SourceFile[], cwd: string, room: Buffer): readonly SourceFile[] {
  return environmentPathsOf(files).flatMap((path) => {
    try {
      const text = textOf(resolve(cwd, path), false, room.subarray(0, largestEnv + 1));
      return text === undefined ? [] : [{ path, text }];
    } catch {
      // The file may be missing. Its variables are then unknown.
      return [];
    }
  });
}

/** @throws Error if it is a pipe, a device, or a socket, which may be endless */
function isRegular(found: Stats): true {
  if (!found.isFile()) throw new NotRegular();
  return true;
}

class NotRegular extends Error {}

/**
 * The text of a file.
 *
 * @param followsLink whether the path may be a link
 * @param room for one byte more than the largest file may have
 * @returns undefined if it is too large, or grows too large meanwhile
 * @throws Error if it cannot be read, or is not a regular file (any more)
 */
function textOf(full: string, followsLink: boolean, room: Buffer): string | undefined {
  // Checked after opening, because the target of the path may change. Opening a pipe does not wait for its other end.
  const file = openSync(full, constants.O_RDONLY | constants.O_NONBLOCK | (followsLink ? 0 : constants.O_NOFOLLOW));
  try {
    const found = fstatSync(file);
    // Bytes; a file has at most as many UTF-16 units.
    if (isRegular(found) && found.size >= room.length) return undefined;
    let length = 0;
    while (length < room.length) {
      const count = readSync(file, room, length, room.length - length, null);
      // Without a byte order mark, as VS Code and Traefik read it.
      if (count === 0) return new TextDecoder().decode(room.subarray(0, length));
      length += count;
    }
    return undefined;
  } finally {
    closeSync(file);
  }
}

function findBelow(folder: string, search: Search): void {
  const { names } = search;
  const open = [folder];
  for (let next = open.pop(); next !== undefined && names.size <= mostFiles; next = open.pop()) {
    for (const entry of entriesIn(next, search)) {
      const full = join(next, entry.name);
      if (entry.isDirectory()) {
        if (!excludedFolders.has(entry.name)) open.push(full);
      } else if (entry.isFile() && configName.test(entry.name) && !names.has(full)) {
        names.set(full, { isNamed: false });
      }
    }
  }
}

function entriesIn(folder: string, search: Search): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).toSorted((one, other) => (one.name < other.name ? -1 : 1));
  } catch (error) {
    reportUnreadable(search, folder, error);
    return [];
  }
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'it does not exist'],
  ['ENOTDIR', 'a part of its path is not a folder'],
  ['EACCES', 'permission is denied'],
  ['EPERM', 'permission is denied'],
  ['ELOOP', 'it is a link that leads nowhere'],
  ['ENAMETOOLONG', 'its name is too long'],
]);

function reportUnreadable({ cwd, unreadable, unreadablePaths }: Search, full: string, error: unknown): void {
  const code = codeOf(error);
  const why = error instanceof NotRegular ? 'it is neither a file nor a folder' : (reasons.get(code) ?? code);
  unreadablePaths.push(shownPath(full, cwd));
  unreadable.push(`Cannot read ${shownPath(full, cwd)}: ${why === '' ? 'unknown error' : why}.`);
}

/** The path of a file as it is printed: from the working folder, if it is in there. */
export function shownPath(full: string, cwd: string): string {
  const path = relative(cwd, full);
  return (path === '' ? '.' : path.startsWith('..') ? full : path).split(sep).join('/');
}
