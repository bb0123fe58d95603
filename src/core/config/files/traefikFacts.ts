import { once } from '../../base/async/once';
import type { ProviderFacts } from '../labels/labelUnit';
import { groupedBy } from '../source/groupedBy';
import { folderOf, isKnown, type SourceFile } from '../source/placedText';
import { mountedPlaces, pathsInContainer, pathsInFile } from '../static/fileProviderPaths';
import { readListenAddress } from '../static/listenAddress';
import type { StaticReading } from '../static/readStatic';
import { isOptionOn, sectionAt, staticEntryPointsOf, writtenAtOption } from '../static/staticModel';
import { resolverNamesOf } from '../static/staticReferences';
import { isInside, type TraefikProcess } from '../static/traefikProcess';
import { clusterTraefiksIn, composeTraefiksIn, onlyTraefikIn, readingOf } from './foundTraefiks';
import { readingOfStaticFile } from './staticGroups';

/** What routers may name of the Traefik that reads them. */
export interface DeclaredNames {
  readonly entryPoints: readonly (readonly [name: string, protocol: 'tcp' | 'udp'])[];
  readonly resolvers: readonly string[];
  /** Whether other files tell this, which may be for another Traefik. */
  readonly isBeside?: boolean | undefined;
}

/**
 * The facts of the Traefik in a compose file, if the file has one only, which reads containers, and if all that decides
 * over its static configuration is known.
 *
 * @param byPath the files that are read together
 */
export function traefikFactsIn(
  file: SourceFile,
  byPath: ReadonlyMap<string, SourceFile>,
): { readonly names: DeclaredNames; readonly facts: ProviderFacts } | undefined {
  const only = onlyTraefikIn(file, byPath);
  const config = only && certainConfigOf(only.traefik, only.files);
  if (sectionAt(config, 'providers.docker') === undefined) return undefined;
  return { names: namesIn(config), facts: dockerFactsOf(config) };
}

/**
 * The names for files of the file provider: those of the Traefik that certainly reads them, from a folder that a compose
 * file mounts; else those of one whose static file may mean their folder.
 */
export function fileProviderNames(
  files: readonly SourceFile[],
  byPath: ReadonlyMap<string, SourceFile>,
): (path: string) => DeclaredNames | undefined {
  const foldersIn = once(() =>
    files.filter(({ text }) => /entryPoints|traefik/i.test(text)).flatMap((file) => readersIn(file, byPath)),
  );
  return (path) => {
    const own = foldersIn()
      .filter(({ place }) => isInside(path, place))
      .map(({ names }) => names);
    const known = own.filter((names) => names !== undefined);
    if (known.length === 0 || known.length < own.length) return undefined;
    return {
      entryPoints: known.flatMap(({ entryPoints }) => entryPoints),
      resolvers: known.flatMap(({ resolvers }) => resolvers),
      isBeside: known.some(({ isBeside }) => isBeside),
    };
  };
}

interface ProviderFolder {
  readonly place: string;
  /** Undefined if they are not known. */
  readonly names: DeclaredNames | undefined;
}

function readersIn(file: SourceFile, byPath: ReadonlyMap<string, SourceFile>): readonly ProviderFolder[] {
  const composed = composeTraefiksIn(file, byPath);
  if (composed === undefined) {
    const read = readingOfStaticFile(file);
    const [place] = pathsInFile(read?.config, file)[0]?.places ?? [];
    return place === undefined ? [] : [{ place, names: { ...namesIn(read?.config), isBeside: true } }];
  }
  return composed.flatMap(({ traefik, mounted }): readonly ProviderFolder[] => {
    const config =
      mounted &&
      certainConfigOf(
        traefik,
        mounted.map(({ inside }) => inside),
      );
    if (config === undefined) {
      return mountedPlaces(traefik.node, folderOf(file.path)).map((place) => ({ place, names: undefined }));
    }
    const { paths } = pathsInContainer(config, traefik.node, folderOf(file.path));
    return paths.flatMap(({ places }) => places.map((place) => ({ place, names: namesIn(config) })));
  });
}

/** What the Traefiks of a cluster tell of themselves. */
interface ClusterFacts {
  /** Those that any of them has. */
  readonly names: DeclaredNames | undefined;
  /** Undefined if they differ, or if none reads objects of Traefik's own. */
  readonly allowCrossNamespace: boolean | undefined;
}

/**
 * The facts for each file of Kubernetes: those of the Traefiks in it, else those of its folder. Whether references to
 * other namespaces are allowed is taken from any of all files, as that only takes a note away.
 */
export function clusterFacts(files: readonly SourceFile[]): (file: SourceFile) => ClusterFacts | undefined {
  const oursIn = once(() => files.filter(({ path, text }) => /\.ya?ml$/i.test(path) && mayHaveTraefik.test(text)));
  const byFolder = once(() => groupedBy(oursIn(), ({ path }) => folderOf(path)));
  const known = new Map<string, ClusterFacts | undefined>();
  const ofFolder = (folder: string): ClusterFacts | undefined => {
    const facts = known.has(folder) ? known.get(folder) : clusterFactsIn(byFolder().get(folder) ?? []);
    known.set(folder, facts);
    return facts;
  };
  const isAllowedAnywhere = once(() =>
    oursIn().some(
      (file) => /allowCrossNamespace/i.test(file.text) && clusterFactsIn([file])?.allowCrossNamespace === true,
    ),
  );
  return (file) => {
    const own = clusterFactsIn([file]);
    if (own !== undefined) return own;
    const names = ofFolder(folderOf(file.path))?.names;
    const allowCrossNamespace = isAllowedAnywhere() ? true : undefined;
    return { names: names && { ...names, isBeside: true }, allowCrossNamespace };
  };
}

const mayHaveTraefik = /traefik|additionalArguments|kubernetes(?:CRD|Ingress)/i;

/** Undefined if there are none, or if one of them is not known. */
function clusterFactsIn(files: readonly SourceFile[]): ClusterFacts | undefined {
  const configs = files.flatMap((file) => clusterTraefiksIn(file).map((one) => certainConfigOf(one, [])));
  if (configs.length === 0 || configs.includes(undefined)) return undefined;
  const names = configs.map(namesIn);
  const crd = configs.flatMap((config) => sectionAt(config, 'providers.kubernetesCRD') ?? []);
  const allowed = new Set(crd.map((section) => isOptionOn(section, 'allowCrossNamespace')));
  return {
    names: {
      entryPoints: names.flatMap(({ entryPoints }) => entryPoints),
      resolvers: names.flatMap(({ resolvers }) => resolvers),
    },
    allowCrossNamespace: allowed.size === 1 ? [...allowed][0] : undefined,
  };
}

/** The configuration of a Traefik; undefined if it does not certainly start with it, whichever of its versions runs. */
function certainConfigOf(traefik: TraefikProcess, files: readonly SourceFile[]): StaticReading['config'] {
  if (!traefik.isWhole || traefik.mounts.length > files.length) return undefined;
  const reading = readingOf(traefik, files);
  return reading?.starts === true ? reading.config : undefined;
}

function namesIn(config: StaticReading['config']): DeclaredNames {
  const entryPoints = staticEntryPointsOf(config).map(({ name, address }) => {
    const read = readListenAddress(address);
    return [name, 'port' in read ? read.protocol : 'tcp'] as const;
  });
  return { entryPoints, resolvers: resolverNamesOf(config) };
}

/** The facts of the provider for Docker; undefined where one is not known. */
export function dockerFactsOf(config: StaticReading['config']): ProviderFacts {
  const textOf = (name: string): string | undefined => {
    const written = writtenAtOption(config, `providers.docker.${name}`)?.value ?? '';
    return isKnown(written) ? written : undefined;
  };
  return {
    exposedByDefault: isOptionOn(config, 'providers.docker.exposedByDefault', true),
    constraints: textOf('constraints'),
    defaultRule: textOf('defaultRule') || undefined,
    allowEmptyServices: isOptionOn(config, 'providers.docker.allowEmptyServices'),
  };
}
