import type { SoughtObject } from '../absence/absenceQuestion';
import type { AbsenceCode } from '../absence/absenceReason';
import { providedAbsence } from '../absence/whyAbsent';
import { type Declaration, objectKey } from '../model/declaration';
import { splitQualifiedName } from '../names/objectNames';
import { folderOf, isKnown, type SourceFile, unknownPart } from '../source/placedText';
import { writtenAtOption } from '../static/staticModel';
import { absolutePath } from '../static/staticWorld';
import { isInside } from '../static/traefikProcess';
import { orNone } from './orNone';
import { readConfigFiles } from './readConfigFiles';
import { type RunningTraefik, type StaticOfProxy, staticFinder, type ToldStatic } from './staticSources';
import { dockerFactsOf } from './traefikFacts';

/** An object that a file declares and a proxy lacks. */
interface MissingObject extends SoughtObject {
  /** The path of the file. */
  readonly path: string;
}

/** Why a proxy has not loaded an object: the one reason that facts decide, and where they are from, or what is not known. */
export type NotLoadedReason =
  | { readonly code: AbsenceCode; readonly from: ToldStatic['from'] }
  | { readonly unknown: NotKnown };

/** The static configuration; whether a file or a container is on the server as it is here; all of other providers. */
export type NotKnown = 'static' | 'file' | 'container' | 'provider';

/**
 * Why a live proxy lacks objects that files declare. What decides is its static configuration, with which an object
 * is not loaded wherever the file or the container is; what the server has of those, nobody knows here.
 *
 * @param files all that were read, and static files beside them
 * @returns the reasons, in the order of the objects
 */
export function whyNotLoaded(
  files: readonly SourceFile[],
  told: readonly ToldStatic[],
  running: RunningTraefik,
  missing: readonly MissingObject[],
): readonly NotLoadedReason[] {
  const staticFor = staticFinder(files, told, running);
  const byPath = new Map(files.map((file) => [file.path, file]));
  const ofFiles = new Map<string, NotLoadedReason>();
  const ofProviders = {
    file: new Map<StaticOfProxy, AbsenceCode | undefined>(),
    docker: new Map<StaticOfProxy, AbsenceCode | undefined>(),
  };
  let ofContainers: ReadonlyMap<string, AbsenceCode> | undefined;
  return missing.map((one): NotLoadedReason => {
    const { provider } = splitQualifiedName(one.name);
    if (provider !== 'file' && provider !== 'docker') return { unknown: 'provider' };
    const found = staticFor(one.path);
    const file = byPath.get(one.path);
    if (found === undefined || file === undefined) return { unknown: 'static' };
    const known = ofProviders[provider];
    const ofProvider = known.has(found) ? known.get(found) : orNone(() => reasonOfProvider(found, provider));
    known.set(found, ofProvider);
    if (provider === 'docker') {
      ofContainers ??= reasonsOfContainers(files, staticFor);
      const code = ofProvider ?? ofContainers.get(keyOf(one));
      return code === undefined ? { unknown: 'container' } : { code, from: found.from };
    }
    const reason = ofFiles.get(one.path) ??
      orNone(() => reasonOfFile(one, file, found, ofProvider)) ?? { unknown: 'file' };
    ofFiles.set(one.path, reason);
    return reason;
  });
}

/** What holds for all objects of a provider. */
const codesOfProviders: ReadonlySet<AbsenceCode> = new Set([
  'flagsIgnored',
  'environmentIgnored',
  'otherStaticFile',
  'fileProviderMissing',
  'fileProviderWithoutPath',
  'staticFileInDirectory',
  'dockerProviderMissing',
  'dockerProviderError',
]);

function reasonOfProvider(found: StaticOfProxy, provider: 'file' | 'docker'): AbsenceCode | undefined {
  const code = inAll(found, { protocol: 'http', kind: 'router', name: `${unknownPart}@${provider}` });
  // The place of a static file alone is not known.
  if (code === 'staticFileInDirectory' && found.seen.mounted === undefined) return undefined;
  return code !== undefined && codesOfProviders.has(code) ? code : undefined;
}

/**
 * The reason of one object if all versions that the proxy may be have the same.
 *
 * @param files all of the process, if not those of the static configuration
 */
function inAll(
  { readings, seen: { world } }: StaticOfProxy,
  sought: SoughtObject,
  files?: readonly SourceFile[],
): AbsenceCode | undefined {
  const codes = new Set(
    readings.map(({ version, reading }) => {
      const question = { sought, world: files === undefined ? world : { ...world, files } };
      const file = files === undefined ? reading.file : undefined;
      // The proxy runs with it: parts that are not known do not stop it.
      return providedAbsence({ question, version, reading: { ...reading, starts: true, file } });
    }),
  );
  return codes.size === 1 ? [...codes][0] : undefined;
}

/** Why Traefik does not use containers, by their objects: their labels are read again with what is known. */
function reasonsOfContainers(
  files: readonly SourceFile[],
  staticFor: (path: string) => StaticOfProxy | undefined,
): ReadonlyMap<string, AbsenceCode> {
  const groups = readConfigFiles(files, (path) => {
    const newest = staticFor(path)?.readings.at(-1);
    return newest && dockerFactsOf(newest.reading.config);
  });
  const reasons = new Map<string, AbsenceCode>();
  for (const one of groups.flatMap(({ declarations }) => declarations)) {
    const code = one.absent === undefined ? undefined : codesOfContainers[one.absent];
    if (code !== undefined) reasons.set(keyOf({ ...one, path: one.at.file.path }), code);
  }
  return reasons;
}

/** The others are problems of the file itself. */
const codesOfContainers: Partial<Record<NonNullable<Declaration['absent']>, AbsenceCode>> = {
  notExposed: 'dockerNotExposed',
  constrained: 'dockerConstraints',
};

function keyOf(one: Pick<Declaration, 'protocol' | 'kind' | 'name'> & { readonly path: string }): string {
  return `${one.path} ${objectKey(one, one.name)}`;
}

/**
 * Why Traefik does not load a file: where it is in the container, else as if it were where Traefik reads.
 *
 * @param ofProvider the reason of all files
 */
function reasonOfFile(
  sought: SoughtObject,
  file: SourceFile,
  found: StaticOfProxy,
  ofProvider: AbsenceCode | undefined,
): NotLoadedReason {
  const isStatic = found.readings.some(({ reading }) => reading.file?.text === file.text);
  if (isStatic && inAll(found, sought) === 'dynamicInStatic') return { code: 'dynamicInStatic', from: found.from };
  if (ofProvider !== undefined) return { code: ofProvider, from: found.from };
  const config = found.readings.at(-1)?.reading.config;
  const [directory, filename] = ['directory', 'filename'].map((name) => {
    const written = writtenAtOption(config, `providers.file.${name}`)?.value ?? '';
    return written === '' ? undefined : absolutePath(written, '/');
  });
  if (!isKnown(`${directory}${filename}`)) return { unknown: 'file' };
  const read = directory ?? filename;
  const name = `/${file.path.slice(folderOf(file.path).length)}`;
  const assumed = directory === undefined ? (filename ?? name) : `${directory}${name}`;
  const inContainer = read === undefined ? undefined : placesIn(found, read);
  const places = inContainer?.(file.path) ?? [assumed];
  const placed = places.length > 0 ? places : [`/traefik-outside${name}`];
  const own = placed.map((path) => ({ path, text: file.text }));
  const code = inAll(found, sought, own);
  return code === undefined ? { unknown: 'file' } : { code, from: found.from };
}

/**
 * Where files of the folder are in the container of a compose file: of one that is not mounted, no places. Undefined if
 * something else than the folder may bring files to where Traefik reads.
 *
 * @param read the directory or the file that Traefik reads
 */
function placesIn(
  { seen: { mounted } }: StaticOfProxy,
  read: string,
): ((path: string) => readonly string[]) | undefined {
  if (mounted === undefined) return undefined;
  const volumes = mounted.volumes.map(({ source, target }) => ({
    from: /^\.(?:\/(?!.*\.\.)|$)/.test(source) ? absolutePath(source, `/${mounted.folder}`) : undefined,
    to: absolutePath(target, '/'),
  }));
  const isThere = ({ to }: { readonly to: string }): boolean => isInside(read, to) || isInside(to, read);
  if (volumes.some((one) => one.from === undefined && isThere(one))) return undefined;
  return (path) => {
    const own = absolutePath(path, '/');
    return volumes.flatMap(({ from, to }) =>
      from !== undefined && isInside(own, from) ? [absolutePath(`${to}/${own.slice(from.length)}`, '/')] : [],
    );
  };
}
