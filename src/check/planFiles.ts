import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type ConfigGroup, readConfigFiles } from '../core/config/files/readConfigFiles';
import { configName } from '../core/config/source/mayDeclare';
import type { SourceFile } from '../core/config/source/placedText';
import { type CommittedSide, committedFiles } from './committedFiles';
import { type FoundFiles, findFiles, shownPath } from './findFiles';
import { openPlanPaths, type PlanPaths, type PlanRoot, statsOf } from './planPaths';

/** The files of a plan, as they are committed and as they are in the work tree. */
export interface PlanFiles {
  readonly before: PlanSide;
  readonly after: PlanSide;
  /** The ID of the commit. */
  readonly commit: string;
  /** What was left out on purpose, and on both sides: sentences. */
  readonly notes: readonly string[];
  /** What could not be read, and is left out on both sides: sentences. */
  readonly unreadable: readonly string[];
}

interface PlanSide {
  readonly files: readonly SourceFile[];
  readonly groups: readonly ConfigGroup[];
  /** Texts that look like no configuration, of files that looked like one on the other side. */
  readonly others: readonly SourceFile[];
}

/**
 * Reads the files at the named paths, with those that a proxy reads together with them, in the work tree and at a
 * revision. What is not read on one side is left out on the other one, so that nothing seems to be added or removed.
 *
 * @throws RequestFailure `invalid` if they cannot be compared
 */
export async function readPlanFiles(
  paths: readonly string[],
  revision: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<PlanFiles> {
  const named = await openPlanPaths(paths, cwd, env);
  const commit = await named.repository.commitOf(revision);
  const found = findFiles(targetsOf(named.roots), cwd);
  const committed = await committedFiles(named, commit, cwd, found);
  const omitted = omittedPaths(named, found, committed, cwd);
  const isKept = ({ path }: SourceFile): boolean => !omitted.isOmitted(path);
  const [before, after] = [committed.files.filter(isKept), found.files.filter(isKept)];
  const others = unrecognized(before, after, cwd);
  const sides = [
    { files: before, groups: readConfigFiles([...before, ...committed.environments]), others: [] },
    { files: after, groups: readConfigFiles([...after, ...found.environments]), others },
  ] as const;
  const keys = namedKeys(named.roots, sides, cwd);
  const [one, other] = sides.map((side) => ({ ...side, groups: side.groups.filter(({ key }) => keys.has(key)) }));
  const there = new Set(committed.files.flatMap(({ path }) => withFolders(resolve(cwd, path))));
  const missing = named.roots
    .filter(({ kind, full }) => kind === 'missing' && !there.has(full))
    .map(({ full }) => `Cannot read ${shownPath(full, cwd)}: it does not exist, and did not at the base.`);
  // Safe: there are two sides.
  return {
    ...{ before: one as PlanSide, after: other as PlanSide, commit },
    notes: omitted.notes,
    unreadable: [...found.unreadable, ...missing],
  };
}

/** The texts of committed files that look like no configuration any more: Traefik still reads them in their folder. */
function unrecognized(before: readonly SourceFile[], after: readonly SourceFile[], cwd: string): readonly SourceFile[] {
  const recognized = new Set(after.map(({ path }) => path));
  const lost = before.map(({ path }) => resolve(cwd, path)).filter((full) => !recognized.has(shownPath(full, cwd)));
  return findFiles(
    lost.filter((full) => statsOf(full) !== undefined),
    cwd,
    () => true,
  ).files;
}

/** What is read in the work tree: the named paths that exist, and the configuration beside named files. */
function targetsOf(roots: readonly PlanRoot[]): ReadonlySet<string> {
  const targets = new Set(roots.filter(({ kind }) => kind !== 'missing').map(({ full }) => full));
  const folders = new Set(roots.filter(({ kind }) => kind !== 'folder').map(({ full }) => dirname(full)));
  for (const folder of folders) for (const name of configIn(folder)) targets.add(join(folder, name));
  return targets;
}

function configIn(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.flatMap((entry) => (entry.isFile() && configName.test(entry.name) ? [entry.name] : [])).sort();
  } catch {
    // A folder that is gone has none; one that cannot be read is reported with the file.
    return [];
  }
}

/** The groups that have a named file: the others are only beside one. */
function namedKeys(roots: readonly PlanRoot[], sides: readonly PlanSide[], cwd: string): ReadonlySet<string> {
  const named = new Set(roots.map(({ full }) => full));
  const isNamed = ({ path }: SourceFile): boolean => withFolders(resolve(cwd, path)).some((one) => named.has(one));
  const groups = sides.flatMap((side) => side.groups);
  return new Set(groups.filter(({ files }) => files.some(isNamed)).map(({ key }) => key));
}

/** A path and all folders above it. */
function withFolders(path: string): readonly string[] {
  const above = dirname(path);
  return above === path ? [path] : [path, ...withFolders(above)];
}

/** What counts on neither side, and why. */
function omittedPaths(
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
