import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { configName } from '../core/config/source/mayDeclare';
import type { CommittedSide } from './committedFiles';
import { type FoundFiles, shownPath } from './findFiles';
import { type PlanPaths, statsOf } from './planPaths';

/** What counts on neither side, and why. */
export function omittedPaths(
  { roots, links }: PlanPaths,
  found: FoundFiles,
  committed: CommittedSide,
  cwd: string,
): { readonly isOmitted: (path: string) => boolean; readonly notes: readonly string[] } {
  const tops = new Set(roots.map(({ kind, full }) => (kind === 'folder' ? full : dirname(full))));
  const linked = new Set([...committed.leftOut, ...links.map((full) => shownPath(full, cwd))]);
  const present = new Set(found.files.map(({ path }) => path));
  // A link in the work tree is not read there: the committed file is not gone.
  for (const { path } of committed.files) {
    if (!present.has(path) && isLinked(resolve(cwd, path), tops)) linked.add(path);
  }
  for (const { path } of found.files) if (isNested(resolve(cwd, path), tops)) linked.add(path);
  const tooLarge = new Set([...found.tooLarge, ...committed.tooLarge]);
  const omitted = new Set([...linked, ...tooLarge, ...found.unreadablePaths]);
  return {
    isOmitted(path) {
      for (let one = path; !omitted.has(one); one = dirname(one)) if (dirname(one) === one) return false;
      return true;
    },
    notes: [
      ...[...linked]
        .filter((path) => configName.test(path))
        .map((path) => `${path} is a link, or in another repository, and was not read.`),
      ...[...tooLarge].map((path) => `${path} is larger than 1 MB and was not read.`),
    ],
  };
}

/** Whether a path, or a folder between it and a named one, is a link. */
function isLinked(full: string, tops: ReadonlySet<string>): boolean {
  return belowNamed(full, tops).some((one) => statsOf(one)?.isSymbolicLink() === true);
}

/** Whether a folder between a file and a named one is the top of another repository. */
function isNested(full: string, tops: ReadonlySet<string>): boolean {
  return belowNamed(dirname(full), tops).some((one) => existsSync(join(one, '.git')));
}

/** A path and the folders above it, up to a named one. */
function belowNamed(path: string, tops: ReadonlySet<string>): readonly string[] {
  const above = dirname(path);
  return tops.has(path) || above === path ? [] : [path, ...belowNamed(above, tops)];
}
