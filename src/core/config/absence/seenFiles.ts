import type { SourceFile } from '../source/placedText';
import { absolutePath, parentFolderOf } from '../static/staticWorld';
import type { AbsenceQuestion, LaterChange } from './absenceQuestion';

/** The files of a Traefik at one moment. */
export interface SeenFiles {
  readonly files: ReadonlyMap<string, SourceFile>;
  readonly links: ReadonlyMap<string, string>;
  readonly directories: ReadonlySet<string>;
}

export function filesAtStart({ world, links = new Map() }: AbsenceQuestion): SeenFiles {
  return {
    files: new Map(world.files.map((file) => [file.path, file])),
    links,
    directories: new Set(world.directories ?? []),
  };
}

/** The files after all changes. */
export function filesAtEnd(start: SeenFiles, later: readonly LaterChange[]): SeenFiles {
  const [files, links, directories] = [new Map(start.files), new Map(start.links), new Set(start.directories)];
  for (const change of later) {
    const { path } = change;
    switch (change.kind) {
      case 'write':
        files.set(path, { path, text: change.text });
        break;
      case 'remove':
        files.delete(path);
        links.delete(path);
        break;
      case 'mkdir':
        directories.add(path);
        break;
      case 'symlink':
        links.set(path, change.to);
        break;
      case 'rename': {
        const [file, link] = [files.get(path), links.get(path)];
        files.delete(path);
        links.delete(path);
        if (file !== undefined) files.set(change.to, { ...file, path: change.to });
        if (link !== undefined) links.set(change.to, link);
      }
    }
  }
  return { files, links, directories };
}

/** Real chains of links are shorter; the kernel follows 40. */
const mostLinks = 40;

/** The path behind all links of a path. */
export function realPath(path: string, { links }: SeenFiles): string {
  // Without links, a path may have any number of parts.
  if (links.size === 0) return absolutePath(path, '/');
  let rest = absolutePath(path, '/').split('/').slice(1);
  let real = '';
  for (let followed = 0; rest.length > 0; ) {
    const [name = '', ...others] = rest;
    const at = `${real}/${name}`;
    const to = links.get(at);
    if (to === undefined || ++followed > mostLinks) {
      real = at;
      rest = others;
    } else {
      const target = absolutePath(to, real === '' ? '/' : real);
      rest = [...target.split('/').slice(1), ...others];
      real = '';
    }
  }
  return real;
}

export function fileAt(path: string, seen: SeenFiles): SourceFile | undefined {
  return seen.files.get(realPath(path, seen));
}

export function isDirectory(path: string, seen: SeenFiles): boolean {
  const real = realPath(path, seen);
  const isAbove = (one: string): boolean => one.startsWith(real === '/' ? real : `${real}/`);
  if (seen.directories.has(real)) return true;
  return [...seen.directories, ...seen.files.keys(), ...seen.links.keys()].some(isAbove);
}

/** The files of a directory and of its own subdirectories, but not of those behind links; each by its path in it. */
export function filesBelow(directory: string, seen: SeenFiles): readonly SourceFile[] {
  const real = realPath(directory, seen);
  const prefix = real === '/' ? real : `${real}/`;
  const own = [...seen.files.values()].filter(({ path }) => path.startsWith(prefix));
  const linked = [...seen.links.keys()].flatMap((path): readonly SourceFile[] => {
    const file = path.startsWith(prefix) ? fileAt(path, seen) : undefined;
    return file === undefined || seen.links.has(parentFolderOf(path)) ? [] : [{ path, text: file.text }];
  });
  return [...own, ...linked];
}

/** Whether a directory has a link, at any level, through which a path is reached. */
export function isBehindLink(directory: string, path: string, seen: SeenFiles): boolean {
  const prefix = `${realPath(directory, seen)}/`;
  return [...seen.links.keys()].some((link) => {
    const real = realPath(link, seen);
    return link.startsWith(prefix) && (path === real || path.startsWith(`${real}/`));
  });
}
