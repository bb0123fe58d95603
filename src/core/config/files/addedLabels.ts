import type { IncludedBy } from '../compose/composeFiles';
import { folderOf, type SourceFile } from '../source/placedText';
import type { ConfigSource } from './isForTraefik';

/** Files that one provider reads together. */
interface FileGroup {
  readonly source: ConfigSource;
  readonly files: ReadonlySet<SourceFile>;
}

/** Further files that one file includes, or that include it, are not compared. */
const mostIncluded = 100;

function foldersOf({ files }: FileGroup): ReadonlySet<string> {
  return new Set([...files].map(({ path }) => folderOf(path)));
}

/** The labels that compose files add to each other: those of a folder, which users may combine (`-f`), and includes. */
export function additionsIn(groups: Iterable<FileGroup>, includes: IncludedBy) {
  /** Folders with the services to which compose files of theirs add labels, and how many groups of files do. */
  const byFolder = new Map<string, Map<string, number>>();
  /** The services with labels of all compose files, by their paths. */
  const services = new Map<string, ReadonlySet<string>>();
  for (const group of groups) {
    const { source, files } = group;
    if (source.provider === 'docker') for (const { path } of files) services.set(path, source.services ?? new Set());
    for (const folder of source.additions === undefined ? [] : foldersOf(group)) {
      const counts = byFolder.get(folder) ?? new Map<string, number>();
      byFolder.set(folder, counts);
      for (const name of source.additions ?? []) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  /** By the paths of files, those that they include, or that include them. */
  const included = new Map<string, string[]>();
  const join = (one: string, other: string): void => {
    const others = included.get(one) ?? [];
    included.set(one, others);
    if (services.has(other) && others.length < mostIncluded) others.push(other);
  };
  for (const [path, by] of includes) {
    for (const one of by) {
      join(path, one);
      join(one, path);
    }
  }
  return { byFolder, included, services };
}

/** The services of some files to which others add labels. Compose merges equal names (loader/include.go). */
export function servicesAddedTo(
  { source, files }: FileGroup,
  { byFolder, included, services: all }: ReturnType<typeof additionsIn>,
): ReadonlySet<string> {
  const { services = new Set<string>(), additions: own, provider } = source;
  const added = new Set<string>();
  for (const folder of services.size === 0 ? [] : foldersOf({ source, files })) {
    const counts = byFolder.get(folder);
    for (const name of services) {
      if ((counts?.get(name) ?? 0) > (own?.has(name) === true ? 1 : 0)) added.add(name);
    }
  }
  for (const { path } of provider === 'docker' ? files : []) {
    for (const other of included.get(path) ?? []) {
      for (const name of all.get(other) ?? []) if (services.has(name)) added.add(name);
    }
  }
  return added;
}
