import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import type { DecodedStruct } from '../decode/decoded';
import type { ConfigProblem } from '../model/configProblem';
import { type ConfigNode, entryIn, listItemsIn, textIn, valueIn } from '../source/configNode';
import {
  folderOf,
  isKnown,
  type PlacedText,
  rangeOf,
  type SourceFile,
  type SourceRange,
  writtenAt,
} from '../source/placedText';
import { partsOfMount } from './composeStatic';
import { optionAt, writtenAtOption } from './staticModel';
import { absolutePath } from './staticWorld';
import { isInside } from './traefikProcess';

/** A path of the file provider that may be looked up: plain data, which goes from one thread to another. */
export interface NamedPath {
  readonly range: SourceRange;
  readonly option: 'directory' | 'filename';
  /** Of the option, if it is written as it is named. */
  readonly key: SourceRange | undefined;
  readonly written: string;
  /** Where it may be: paths as those of the files that were read. */
  readonly places: readonly string[];
  /** What a container has there by a mount; if undefined, it depends on where Traefik is started. */
  readonly mounted: string | undefined;
}

/** What stands at a path: undefined if it may not be looked up, or cannot. */
type FoundKind = 'directory' | 'file' | 'missing' | undefined;

/** The paths of the file provider that are not there, or of another kind. */
function problemsOfPaths(paths: readonly NamedPath[], kindOf: (place: string) => FoundKind): readonly ConfigProblem[] {
  return paths.flatMap(({ range, option, key, written, places, mounted }): readonly ConfigProblem[] => {
    const [own, ...above] = places.map(kindOf);
    const wanted = option === 'directory' ? 'directory' : 'file';
    // Folders above may be those above the workspace.
    const kinds = [own, ...above.filter((kind) => kind !== undefined)];
    if (kinds.some((kind) => kind === undefined || kind === wanted)) return [];
    const isThere = kinds.some((kind) => kind !== 'missing');
    const message = isThere
      ? option === 'directory'
        ? l10n.t('“{0}” is a file. Name its folder, or write “filename”.', quoted(written))
        : l10n.t('“{0}” is a folder. Name a file, or write “directory”.', quoted(written))
      : mounted !== undefined
        ? l10n.t('Nothing is at “{0}”, which the container has as “{1}”.', quoted(mounted), quoted(written))
        : l10n.t('“{0}” is neither in the folder of this file nor in one above it.', quoted(written));
    const other = option === 'directory' ? 'filename' : 'directory';
    const fix = isThere && key !== undefined ? { range: key, text: other } : undefined;
    return [{ code: 'static.path', severity: mounted === undefined ? 'information' : 'warning', message, range, fix }];
  });
}

/** The path that the file provider reads: of both options, Traefik takes the directory. */
function pathIn(
  config: DecodedStruct | undefined,
): (Pick<NamedPath, 'option' | 'key'> & { readonly text: PlacedText }) | undefined {
  for (const option of ['directory', 'filename'] as const) {
    const text = writtenAtOption(config, `providers.file.${option}`);
    if (text === undefined || text.value === '') continue;
    const at = optionAt(config, `providers.file.${option}`)?.key;
    const key = at !== undefined && writtenAt(at) === option ? rangeOf(at) : undefined;
    return isKnown(text.value) ? { option, key, text } : undefined;
  }
  return undefined;
}

/** A path that is relative, on all systems. */
const relative = /^(?![/\\~]|[a-z]+:)(?!.*[\\$])/i;

/** The path in a static file of which nothing else is known. */
export function pathsInFile(config: DecodedStruct | undefined, file: SourceFile): readonly NamedPath[] {
  const found = pathIn(config);
  if (found === undefined || !relative.test(found.text.value)) return [];
  const { option, key, text } = found;
  const places = foldersAbove(file.path).flatMap((folder) => placeIn(folder, text.value) ?? []);
  return [{ range: rangeOf(text), option, key, written: text.value, places, mounted: undefined }];
}

/** Real files lie less deep. */
const mostFolders = 20;

/** The folder of a file, and those above it: Traefik may be started in any of them. */
function foldersAbove(path: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = folderOf(path); folders.length < mostFolders; folder = folderOf(folder.slice(0, -1))) {
    folders.push(folder);
    if (folder === '' || folder === '/') break;
  }
  return folders;
}

/** A relative path from a folder, without `.` and `..`; undefined if it leads out of a folder that is relative itself. */
function placeIn(folder: string, path: string): string | undefined {
  const parts: string[] = [];
  for (const part of `${folder}${path}`.split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined;
    if (part !== '' && part !== '.' && part !== '..') parts.push(part);
  }
  return (folder.startsWith('/') ? '/' : '') + parts.join('/');
}

interface Mount {
  readonly target: string;
  /** Relative to the compose file; undefined for a volume, and for what lies elsewhere. */
  readonly source: string | undefined;
}

/** Undefined if one of them is not known. */
function mountsOf(service: ConfigNode): readonly Mount[] | undefined {
  if (entryIn(service, 'tmpfs') !== undefined) return undefined;
  const mounts = listItemsIn(valueIn(service, 'volumes')).map((item): Mount => {
    const { source, target } = partsOfMount(item);
    const isBind = item.kind === 'scalar' ? /^\.{1,2}(?:\/|$)/.test(source) : textIn(item, 'type') === 'bind';
    const isHere = isBind && isKnown(source) && relative.test(source);
    return { target: absolutePath(target, '/'), source: isHere ? source : undefined };
  });
  return mounts.some(({ target }) => !isKnown(target) || /[$~\\]/.test(target)) ? undefined : mounts;
}

const ownImage = /^(?:docker\.io\/)?(?:library\/)?traefik(?:[:@]|$)/;
/** What Traefik's own image has at its root: the folders of Alpine Linux. */
const folderOfImage =
  /^\/(?:$|(?:bin|dev|etc(?!\/traefik)|home|lib|media|mnt|opt|proc|root|run|s?bin|srv|sys|tmp|usr|var)(?:\/|$))/;

/** The path in the container of a compose service: to be looked up where a folder of the workspace is mounted. */
export function pathsInContainer(
  config: DecodedStruct | undefined,
  service: ConfigNode,
  folder: string,
): { readonly paths: readonly NamedPath[]; readonly problems: readonly ConfigProblem[] } {
  const [found, mounts] = [pathIn(config), mountsOf(service)];
  if (found === undefined || mounts === undefined) return { paths: [], problems: [] };
  const { option, key, text } = found;
  const path = absolutePath(text.value, '/');
  const mount = mounts
    .filter(({ target }) => isInside(path, target))
    .reduce<Mount | undefined>(
      (one, other) => (one && one.target.length > other.target.length ? one : other),
      undefined,
    );
  if (mount === undefined) {
    const isInImage = folderOfImage.test(path) || mounts.some(({ target }) => isInside(target, path));
    const isOwn = ownImage.test(textIn(service, 'image') ?? '') && entryIn(service, 'build') === undefined;
    if (isInImage || !isOwn) return { paths: [], problems: [] };
    const message = l10n.t('Nothing is mounted at “{0}”, so it is not there in the container.', quoted(path));
    return { paths: [], problems: [{ code: 'static.path', severity: 'warning', message, range: rangeOf(text) }] };
  }
  if (mount.source === undefined) return { paths: [], problems: [] };
  const mounted = mount.source + path.slice(mount.target.length);
  const place = placeIn(folder, mounted);
  if (place === undefined) return { paths: [], problems: [] };
  const named = { range: rangeOf(text), option, key, written: text.value, places: [place], mounted };
  return { paths: [named], problems: [] };
}

/** What a service mounts of the workspace: paths as those of the files that were read. */
export function mountedPlaces(service: ConfigNode, folder: string): readonly string[] {
  return (mountsOf(service) ?? []).flatMap(({ source }) =>
    source === undefined ? [] : (placeIn(folder, source) ?? []),
  );
}

/** A provider that is told not to watch its path. */
export function unwatchedProblems(config: DecodedStruct): readonly ConfigProblem[] {
  const watch = writtenAtOption(config, 'providers.file.watch');
  const found = pathIn(config);
  const at = optionAt(config, 'providers.file.watch')?.key;
  if (found === undefined || at === undefined || !/^(?:0|f|false)$/i.test(watch?.value ?? '')) return [];
  const message = l10n.t(
    'Traefik does not watch “{0}”, and reads changes only when it is started again.',
    quoted(found.text.value),
  );
  return [{ code: 'static.path', severity: 'information', message, range: rangeOf(at) }];
}

/** Real files name few paths. */
const mostLookedUp = 100;

/**
 * The problems of paths that files name for the file provider, when they were looked up.
 *
 * @param kindOf what stands at a path, which is one as those of the files; it answers nothing for a path that may not be
 *   looked up
 */
export async function lookUpPaths(
  groups: readonly { readonly paths?: readonly NamedPath[] | undefined }[],
  kindOf: (place: string) => Promise<FoundKind>,
): Promise<readonly ConfigProblem[]> {
  const paths = groups.flatMap((group) => group.paths ?? []).slice(0, mostLookedUp);
  const found = new Map<string, FoundKind>();
  for (const place of new Set(paths.flatMap(({ places }) => places))) found.set(place, await kindOf(place));
  return problemsOfPaths(paths, (place) => found.get(place));
}
