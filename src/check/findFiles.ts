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
import { codeOf } from '../core/base/errors/errorCode';
import { envPathBeside, largestEnv } from '../core/config/compose/composeFiles';
import { configName, largestFile, mayDeclare } from '../core/config/source/mayDeclare';
import type { SourceFile } from '../core/config/source/placedText';

/** Folders of others' files and of what tools make. */
const excluded = new Set(['node_modules', 'bower_components', 'vendor', '.git', '.hg', '.svn', '.venv', '.terraform']);
const mostFiles = 2_000;
/** In UTF-16 units, of all files that may declare something. */
const mostTextBytes = 8_000_000;
/** How many bytes of memory a unit takes once it is read and checked, in the densest of files; in usual ones, about 70. */
const bytesOfUnit = 450;

/** The files to check. */
export interface FoundFiles {
  /** By their paths from the working folder, with `/`. Only those that may declare something. */
  readonly files: readonly SourceFile[];
  /** The `.env` files beside those, of which none is checked. Links, and larger ones than Compose's would be, are left out. */
  readonly environments: readonly SourceFile[];
  /** Of those that are too large. */
  readonly tooLarge: readonly string[];
  /** Of the largest ones that are left out, as all together have more than `mostText` UTF-16 units. */
  readonly leftOut: readonly string[];
  readonly mostText: number;
  /** How many files were looked at. */
  readonly count: number;
  /** Whether there are more than are looked at. */
  readonly isCut: boolean;
  /** What cannot be read, and why: sentences. */
  readonly unreadable: readonly string[];
}

/** What is known so far. */
interface Search {
  readonly cwd: string;
  /** Whether links lead to a file: only to those that are named. By absolute paths, those that are named first. */
  readonly names: Map<string, { readonly isNamed: boolean }>;
  readonly unreadable: string[];
}

/**
 * Finds files: those that are named, and those in folders that are named, without the folders of tools. Links are not followed
 * there. Only regular files are read, and never waited for.
 */
export function findFiles(paths: Iterable<string>, cwd: string): FoundFiles {
  const search: Search = { cwd, names: new Map(), unreadable: [] };
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
      else if (mayDeclare({ path, text })) {
        files.push({ path, text });
        total += text.length;
      }
    } catch (error) {
      reportUnreadable(search, full, error);
    }
    // The largest first, so that a large file never hides a small one.
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
  };
}

/** What begins the services of a compose file. */
const servicesPattern = /^["']?services["']?[ \t]*:|^\s*\{/m;

function environmentsBeside(files: readonly SourceFile[], cwd: string, room: Buffer): readonly SourceFile[] {
  const paths = new Set(
    files.flatMap(({ path, text }) => (servicesPattern.test(text) && text.includes('$') ? [envPathBeside(path)] : [])),
  );
  return [...paths].flatMap((path) => {
    try {
      const text = textOf(resolve(cwd, path), false, room.subarray(0, largestEnv + 1));
      return text === undefined ? [] : [{ path, text }];
    } catch {
      // It need not be there. What it has is not known then.
      return [];
    }
  });
}

/** @throws Error if it is a pipe, a device, or a socket, which may have no end */
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
 * @throws Error if it cannot be read, or is no regular file (any more)
 */
function textOf(full: string, followsLink: boolean, room: Buffer): string | undefined {
  // Looked at once it is open: whatever the path leads to may change. To open a pipe does not wait for its other end.
  const file = openSync(full, constants.O_RDONLY | constants.O_NONBLOCK | (followsLink ? 0 : constants.O_NOFOLLOW));
  try {
    const found = fstatSync(file);
    // Bytes; a file has at most as many UTF-16 units.
    if (isRegular(found) && found.size >= room.length) return undefined;
    let length = 0;
    while (length < room.length) {
      const count = readSync(file, room, length, room.length - length, null);
      if (count === 0) return room.toString('utf8', 0, length);
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
        if (!excluded.has(entry.name)) open.push(full);
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

function reportUnreadable({ cwd, unreadable }: Search, full: string, error: unknown): void {
  const code = codeOf(error);
  const why = error instanceof NotRegular ? 'it is neither a file nor a folder' : (reasons.get(code) ?? code);
  unreadable.push(`Cannot read ${shownPath(full, cwd)}: ${why === '' ? 'unknown error' : why}.`);
}

function shownPath(full: string, cwd: string): string {
  const path = relative(cwd, full);
  return (path === '' ? '.' : path.startsWith('..') ? full : path).split(sep).join('/');
}
