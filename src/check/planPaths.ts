import { existsSync, lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { invalidFailure } from '../core/base/errors/failure';
import { type GitRepository, openGitRepository } from '../core/changePlan/gitFiles';

/** A path that the user named, as far as the work tree knows it: it may be committed only. */
export interface PlanRoot {
  /** An absolute path, links not resolved. */
  readonly full: string;
  /** The same with links resolved. */
  readonly real: string;
  readonly kind: 'folder' | 'file' | 'missing';
}

/** Named paths in one repository. */
export interface PlanPaths {
  readonly repository: GitRepository;
  readonly roots: readonly PlanRoot[];
  /** Named links to files: absolute paths. */
  readonly links: readonly string[];
}

/**
 * Finds the repository that all named paths are in.
 *
 * @throws RequestFailure `invalid` if there is none, or more than one
 */
export async function openPlanPaths(paths: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<PlanPaths> {
  const roots: PlanRoot[] = [];
  const links: string[] = [];
  for (const path of new Set(paths)) {
    const full = resolve(cwd, path);
    const stats = statsOf(full);
    const isFolder = stats?.isSymbolicLink() === true ? isLinkToFolder(full) : stats?.isDirectory() === true;
    if (stats?.isSymbolicLink() === true && !isFolder) links.push(full);
    else
      roots.push({ full, real: realPath(full), kind: isFolder ? 'folder' : stats === undefined ? 'missing' : 'file' });
  }
  const [first] = roots;
  const start = first === undefined ? realPath(cwd) : first.kind === 'folder' ? first.real : dirname(first.real);
  const repository = await openGitRepository(folderOf(start), env);
  for (const { real } of roots) {
    if (!isBelow(real, repository.top) || isInOther(real, repository.top)) {
      throw invalidFailure('The paths are not in one repository.', 'Plan those of each repository by themselves.');
    }
  }
  return { repository, roots, links };
}

/** The path from a folder, with `/`; empty for the folder itself. */
export function pathFrom(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}

/** Whether a path is a folder or below it. */
function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return !isAbsolute(way) && way.split(sep)[0] !== '..';
}

/** Whether a folder between a path and one above it is the top of another repository, such as a submodule. */
function isInOther(path: string, above: string): boolean {
  for (let one = path; one !== above && isBelow(one, above); one = dirname(one)) {
    if (existsSync(join(one, '.git'))) return true;
  }
  return false;
}

/** Undefined only if nothing is there: what cannot be looked at counts as a file, which is then reported. */
export function statsOf(path: string): Pick<Stats, 'isDirectory' | 'isSymbolicLink'> | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    const isNotThere = (error as NodeJS.ErrnoException).code === 'ENOTDIR';
    return isNotThere ? undefined : { isDirectory: () => false, isSymbolicLink: () => false };
  }
}

function isLinkToFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** With links resolved as far as the path exists. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(realPath(dirname(path)), basename(path));
  }
}

/** The innermost folder of a path that exists. */
function folderOf(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : folderOf(dirname(path));
}
