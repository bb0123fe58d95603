import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { CONFIG_NAME, LARGEST_FILE, mayDeclare } from '../core/config/source/mayDeclare';
import type { SourceFile } from '../core/config/source/placedText';

/** Folders of others' files and of what tools make. */
const EXCLUDED = new Set(['node_modules', 'bower_components', 'vendor', '.git', '.hg', '.svn', '.venv', '.terraform']);
const MOST_FILES = 2_000;

/** The files to check. */
export interface FoundFiles {
  /** By their paths from the working folder, with `/`. Only those that may declare something. */
  readonly files: readonly SourceFile[];
  /** Of those that are too large. */
  readonly tooLarge: readonly string[];
  /** How many files were looked at. */
  readonly count: number;
  /** Whether there are more than are looked at. */
  readonly isCut: boolean;
  /** Paths that cannot be read, as shown. */
  readonly unreadable: readonly string[];
}

/** Finds files: those that are named, and those in folders that are named, without the folders of tools. Links are not followed there. */
export function findFiles(paths: readonly string[], cwd: string): FoundFiles {
  const unreadable: string[] = [];
  const names = new Set<string>();
  for (const path of paths) {
    const full = resolve(cwd, path);
    try {
      if (statSync(full).isDirectory()) walk(full, names, unreadable, cwd);
      else names.add(full);
    } catch {
      unreadable.push(shownPath(full, cwd));
    }
    if (names.size > MOST_FILES) break;
  }
  const taken = [...names].slice(0, MOST_FILES);
  const files: SourceFile[] = [];
  const tooLarge: string[] = [];
  for (const full of taken) {
    const path = shownPath(full, cwd);
    try {
      // Bytes; a file has at most as many UTF-16 units.
      const { size } = statSync(full);
      const text = size > LARGEST_FILE ? '' : readFileSync(full, 'utf8');
      if (size > LARGEST_FILE) tooLarge.push(path);
      else if (mayDeclare({ path, text })) files.push({ path, text });
    } catch {
      unreadable.push(path);
    }
  }
  return { files, tooLarge, count: taken.length, isCut: names.size > MOST_FILES, unreadable };
}

function walk(folder: string, names: Set<string>, unreadable: string[], cwd: string): void {
  const open = [folder];
  for (let next = open.pop(); next !== undefined && names.size <= MOST_FILES; next = open.pop()) {
    for (const entry of entriesIn(next, unreadable, cwd)) {
      const full = join(next, entry.name);
      if (entry.isDirectory()) {
        if (!EXCLUDED.has(entry.name)) open.push(full);
      } else if (entry.isFile() && CONFIG_NAME.test(entry.name)) {
        names.add(full);
      }
    }
  }
}

function entriesIn(folder: string, unreadable: string[], cwd: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).toSorted((one, other) => (one.name < other.name ? -1 : 1));
  } catch {
    unreadable.push(shownPath(folder, cwd));
    return [];
  }
}

function shownPath(full: string, cwd: string): string {
  const path = relative(cwd, full);
  return (path === '' ? '.' : path.startsWith('..') ? full : path).replaceAll('\\', '/');
}
