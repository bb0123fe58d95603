import { basename, dirname, join } from 'node:path';
import { invalidFailure, type RequestFailure } from '../core/base/errors/failure';
import type { CommittedFile, GitRepository } from '../core/changePlan/gitFiles';
import { largestEnv } from '../core/config/compose/composeFiles';
import { configName, largestFile, mayDeclare } from '../core/config/source/mayDeclare';
import type { SourceFile } from '../core/config/source/placedText';
import { environmentPathsOf, excludedFolders, type FoundFiles, mostFiles, shownPath } from './findFiles';
import { type PlanPaths, type PlanRoot, pathFrom } from './planPaths';

/** The files of a commit, by the paths that they would have in the work tree. */
export interface CommittedSide {
  readonly files: readonly SourceFile[];
  readonly environments: readonly SourceFile[];
  readonly tooLarge: readonly string[];
  /** Links and submodules. */
  readonly leftOut: readonly string[];
}

/**
 * Reads the configuration that a commit has at the named paths, and beside named files.
 *
 * @param found the same of the work tree: both have to fit into the limits
 * @throws RequestFailure `invalid` if they do not, or if Git fails
 */
export async function committedFiles(
  { repository, roots }: PlanPaths,
  commit: string,
  cwd: string,
  found: FoundFiles,
): Promise<CommittedSide> {
  if (found.isCut) throw tooMany();
  if (found.leftOut.length > 0) throw tooMuch();
  const shownAt = shownNames(roots, repository, cwd);
  const places = roots.flatMap(({ real, kind }) => {
    const path = pathFrom(repository.top, real);
    const beside = { path: pathFrom(repository.top, dirname(real)), isDeep: false };
    return kind === 'folder' ? [{ path, isDeep: true }] : [{ path, isDeep: true }, beside];
  });
  const listed = await repository.filesAt(commit, places);
  const byShown = new Map<string, CommittedFile>();
  for (const file of listed.files) {
    const path = shownAt(file.path);
    if (path !== undefined) byShown.set(path, file);
  }
  const config = [...byShown].filter(([path]) => configName.test(path));
  const small = config.filter(([, { size }]) => size <= largestFile);
  if (config.length > mostFiles) throw tooMany();
  const shownOf = new Map(small.map(([path, file]) => [file, path] as const));
  const files: SourceFile[] = [];
  // Both sides are in memory at once.
  let room = found.mostText - found.files.reduce((sum, { text }) => sum + text.length, 0);
  await repository.eachText([...shownOf.keys()], (file, text) => {
    const source = { path: shownOf.get(file) ?? file.path, text };
    if (!mayDeclare(source)) return;
    room -= text.length;
    if (room < 0) throw tooMuch();
    files.push(source);
  });
  return {
    files,
    environments: await environmentsOf(files, byShown, repository, found),
    tooLarge: config.filter(([, { size }]) => size > largestFile).map(([path]) => path),
    leftOut: listed.leftOut.flatMap((path) => shownAt(path) ?? []),
  };
}

/** The `.env` files of committed compose files: as committed, else as they are, because most are never committed. */
async function environmentsOf(
  files: readonly SourceFile[],
  byShown: ReadonlyMap<string, CommittedFile>,
  repository: GitRepository,
  found: FoundFiles,
): Promise<readonly SourceFile[]> {
  const paths = environmentPathsOf(files);
  const known = new Map(
    paths.flatMap((path) => {
      const file = byShown.get(path);
      return file === undefined ? [] : [[file, path] as const];
    }),
  );
  const read: SourceFile[] = [];
  await repository.eachText(
    [...known.keys()].filter(({ size }) => size <= largestEnv),
    (file, text) => {
      read.push({ path: known.get(file) ?? file.path, text });
    },
  );
  return [...read, ...found.environments.filter(({ path }) => paths.includes(path) && !byShown.has(path))];
}

/** How a committed path is printed: as the same file of the work tree would be. Undefined for those that nobody named. */
function shownNames(
  roots: readonly PlanRoot[],
  { top }: GitRepository,
  cwd: string,
): (path: string) => string | undefined {
  const [deep, flat] = [new Map<string, string>(), new Map<string, string>()];
  for (const { real, full, kind } of roots) {
    deep.set(pathFrom(top, real), full);
    if (kind !== 'folder') flat.set(pathFrom(top, dirname(real)), dirname(full));
  }
  const above = (path: string): string => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '');
  return (path) => {
    const beside = flat.get(above(path));
    if (beside !== undefined) return shownPath(join(beside, basename(path)), cwd);
    for (let one = path; ; one = above(one)) {
      const full = deep.get(one);
      if (full !== undefined) {
        const below = path.slice(one === '' ? 0 : one.length + 1);
        const isExcluded = below
          .split('/')
          .slice(0, -1)
          .some((name) => excludedFolders.has(name));
        return isExcluded ? undefined : shownPath(join(full, below), cwd);
      }
      if (one === '') return undefined;
    }
  };
}

function tooMany(): RequestFailure {
  return invalidFailure(
    `There are more than ${mostFiles.toLocaleString('en')} files, so that not all can be compared.`,
    'Name fewer paths.',
  );
}

function tooMuch(): RequestFailure {
  return invalidFailure(
    'The files are too large together to be compared.',
    'Name fewer paths, or give Node.js more memory.',
  );
}
