import { composeName } from '../compose/composeFiles';
import { entryIn } from '../source/configNode';
import { groupedBy } from '../source/groupedBy';
import { mayDeclare, staticName } from '../source/mayDeclare';
import { folderOf, isKnown, type SourceFile } from '../source/placedText';
import { type StaticVersion, staticVersionsOf } from '../static/optionTypes';
import { readStatic, type StaticReading } from '../static/readStatic';
import { sectionAt, staticEntryPointsOf } from '../static/staticModel';
import { parentFolderOf } from '../static/staticWorld';
import { rootOf, type SeenTraefik, traefikInCompose, traefikOfFile } from './foundTraefiks';
import { orNone } from './orNone';
import { isStaticFile } from './staticGroups';

/** A static configuration that somebody says is that of a proxy. */
export interface ToldStatic {
  /** Where it is from: `proxy`, which was asked for it, or a file as messages name it. */
  readonly from: string;
  /** The options as in `traefik.yml`, or a compose file with a Traefik. */
  readonly file: SourceFile;
}

/** What a live proxy lists of its own configuration. */
export interface RunningTraefik {
  /** Such as `3.7.9`; undefined if it does not report it. */
  readonly version: string | undefined;
  /** In lower case: `docker`, `kubernetescrd`; undefined if not known. */
  readonly providers: readonly string[] | undefined;
  /** Undefined if not known. */
  readonly entryPoints: readonly { readonly name: string; readonly address: string }[] | undefined;
}

/** A static configuration with which a live proxy runs. */
export interface StaticOfProxy extends Pick<ToldStatic, 'from'> {
  readonly seen: SeenTraefik;
  /** The readings of all versions that it may be: at least one. */
  readonly readings: readonly { readonly version: StaticVersion; readonly reading: StaticReading }[];
}

/** Whether a file may be, by its name, a static one, or a compose file with a Traefik. */
export function hasStaticName(path: string): boolean {
  return staticName.test(path) || composeName.test(path);
}

/** The folders whose static files decide over a file, with a final slash: its own, and the one above. */
export function staticFoldersOf(path: string): readonly string[] {
  const folder = folderOf(path);
  return folder.length > 1 ? [folder, folderOf(parentFolderOf(path))] : [folder];
}

/**
 * Finds the static configuration of a live proxy that the files are for: what is told in its order, then the only
 * certain one beside a file or in the folder above. One that is not as the proxy lists it is not its.
 *
 * @param files all that may be static ones
 */
export function staticFinder(
  files: readonly SourceFile[],
  told: readonly ToldStatic[],
  running: RunningTraefik,
): (path: string) => StaticOfProxy | undefined {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const byFolder = groupedBy(
    files.filter(({ path }) => hasStaticName(path)),
    ({ path }) => folderOf(path),
  );
  const ofTold = told.map(({ from, file }) =>
    orNone(() => runningStatic(from, traefikIn(file, byPath), running, true)),
  );
  const firstTold = ofTold.find((one) => one !== undefined);
  /** The only one of a folder, once for all of its files. */
  const finderBy = (traefikOf: (file: SourceFile) => SeenTraefik | undefined) => {
    const found = new Map<string, StaticOfProxy | undefined>();
    return (folder: string): StaticOfProxy | undefined => {
      if (found.has(folder)) return found.get(folder);
      const all = (byFolder.get(folder) ?? []).flatMap((file) => {
        const one = orNone(() => runningStatic(file.path.slice(folder.length), traefikOf(file), running));
        return one === undefined ? [] : [one];
      });
      const only = all.length === 1 ? all[0] : undefined;
      found.set(folder, only);
      return only;
    };
  };
  // A container tells more than its static file alone: what is mounted where.
  const composedIn = finderBy((file) => {
    const seen = composeName.test(file.path) ? traefikInCompose(file, byPath) : undefined;
    const others = byFolder.get(folderOf(file.path)) ?? [];
    return seen !== undefined && others.some((other) => other !== file && addsTo(other, seen)) ? undefined : seen;
  });
  const plainIn = finderBy((file) => (isStaticFileOfTraefik(file) ? traefikOfFile(file) : undefined));
  return (path) => {
    if (firstTold !== undefined) return firstTold;
    const folders = staticFoldersOf(path);
    const composed = folders.map(composedIn).find((one) => one !== undefined);
    return composed ?? folders.map(plainIn).find((one) => one !== undefined);
  };
}

/** Whether a file is certainly Traefik's own static file. */
function isStaticFileOfTraefik(file: SourceFile): boolean {
  const root = mayDeclare(file) ? rootOf(file) : undefined;
  return root?.kind === 'map' && entryIn(root, 'services') === undefined && isStaticFile(file, root);
}

/** Real names of services are shorter. */
const longestService = 200;

/** Whether another compose file of the folder has the service, too: with `-f`, Docker Compose may read both. */
function addsTo({ path, text }: SourceFile, { service = '' }: SeenTraefik): boolean {
  if (service.length > longestService) return true;
  const name = service.replace(/[^\w-]/g, '\\$&');
  return composeName.test(path) && new RegExp(`[\\s{,]["']?${name}["']?[ \\t]*:(?=\\s)`).test(text);
}

function traefikIn(file: SourceFile, byPath: ReadonlyMap<string, SourceFile>): SeenTraefik | undefined {
  return traefikInCompose(file, byPath) ?? traefikOfFile(file);
}

/**
 * A static configuration if a live proxy may run with it.
 *
 * @param isTold whether somebody says that it is its; otherwise, the proxy has to list the same
 */
function runningStatic(
  from: string,
  seen: SeenTraefik | undefined,
  running: RunningTraefik,
  isTold = false,
): StaticOfProxy | undefined {
  if (seen === undefined) return undefined;
  const versions = staticVersionsOf(running.version).filter((version) => seen.versions.includes(version));
  const readings = versions.map((version) => ({ version, reading: readStatic(seen.world, version) }));
  const isRunning = readings.every(({ reading: { starts, config } }) =>
    isTold ? starts !== false && config !== undefined : starts === true,
  );
  const newest = readings.at(-1);
  if (newest === undefined || !isRunning) return undefined;
  const isSame = isListed(newest.reading.config, running);
  return isSame === true || (isTold && isSame === undefined) ? { from, seen, readings } : undefined;
}

/** Whether a proxy lists the providers and the entry points of a configuration; undefined if it does not list any. */
function isListed(config: StaticReading['config'], running: RunningTraefik): boolean | undefined {
  const { providers, entryPoints } = running;
  const points = new Map(staticEntryPointsOf(config).map(({ name, address }) => [name, address]));
  const isPoint = ({ name, address }: { readonly name: string; readonly address: string }): boolean => {
    const own = points.get(name);
    return own !== undefined && (own === address || !isKnown(own));
  };
  if (entryPoints !== undefined && (points.size !== entryPoints.length || !entryPoints.every(isPoint))) return false;
  if (providers === undefined) return undefined;
  const own = providersOf(config);
  const isSame = own.size === providers.length && providers.every((name) => own.has(name));
  return isSame && entryPoints === undefined ? undefined : isSame;
}

/** The providers of a configuration as the overview of the API names them, in lower case. */
function providersOf(config: StaticReading['config']): ReadonlySet<string> {
  const fields = [...(sectionAt(config, 'providers')?.fields ?? [])];
  const names = fields.flatMap(([name, field]) => {
    if (field.kind === 'map') return [...field.entries.keys()].map((own) => `${name}-${own}`);
    return field.kind === 'struct' ? [name] : [];
  });
  return new Set(names.map((name) => name.toLowerCase()));
}
