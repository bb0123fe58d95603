import { withoutTrailing } from '../../base/text/trim';
import { composePathsBeside } from '../compose/composeFiles';
import { readManifests } from '../kubernetes/manifests';
import { type ConfigNode, entryIn } from '../source/configNode';
import { mayDeclare } from '../source/mayDeclare';
import { folderOf, type SourceFile } from '../source/placedText';
import { readTomlDocument } from '../source/tomlDocument';
import { readYamlDocuments } from '../source/yamlDocuments';
import { type ComposeMount, traefiksInCompose } from '../static/composeStatic';
import { traefiksInValues } from '../static/helmStatic';
import { traefiksInManifests } from '../static/kubernetesStatic';
import { type StaticVersion, staticVersions, staticVersionsOf } from '../static/optionTypes';
import { readStaticOf, type StaticReading } from '../static/readStatic';
import type { StaticWorld } from '../static/staticWorld';
import { isInside, type TraefikProcess } from '../static/traefikProcess';

/** The first document of a file; undefined if it is of another kind, or cannot be read. */
export function rootOf(file: SourceFile): ConfigNode | undefined {
  if (!/\.(?:ya?ml|toml)$/i.test(file.path)) return undefined;
  const document = /\.toml$/i.test(file.path) ? readTomlDocument(file) : readYamlDocuments(file)[0];
  return document?.guessed ?? document?.root;
}

/** A Traefik in a compose file, with the static files that it mounts. */
interface ComposedTraefik {
  readonly traefik: ReturnType<typeof traefiksInCompose>[number];
  /** Undefined if what a mount brings is not known. */
  readonly mounted: readonly MountedFile[] | undefined;
}

/** A file, and the same as the container sees it. */
export interface MountedFile {
  readonly own: SourceFile;
  readonly inside: SourceFile;
}

/**
 * Several readers ask for those of a file among the same files. What they make of their arguments is kept by these objects
 * (`readingOf`), which have to be the same.
 */
const inCompose = new WeakMap<
  ReadonlyMap<string, SourceFile>,
  Map<SourceFile, readonly ComposedTraefik[] | undefined>
>();

/**
 * The Traefiks in a compose file: none if another compose file may change them.
 *
 * @param byPath the files that are read together, which do not change
 * @returns undefined if it is no compose file
 */
export function composeTraefiksIn(
  file: SourceFile,
  byPath: ReadonlyMap<string, SourceFile>,
): readonly ComposedTraefik[] | undefined {
  const known = inCompose.get(byPath) ?? new Map<SourceFile, readonly ComposedTraefik[] | undefined>();
  inCompose.set(byPath, known);
  if (!known.has(file)) known.set(file, findInCompose(file, byPath));
  return known.get(file);
}

function findInCompose(
  file: SourceFile,
  byPath: ReadonlyMap<string, SourceFile>,
): readonly ComposedTraefik[] | undefined {
  const root = rootOf(file);
  if (root?.kind !== 'map' || entryIn(root, 'services') === undefined) return undefined;
  const isOverridden = composePathsBeside(file.path).some((path) => byPath.has(path));
  if (entryIn(root, 'include') !== undefined || isOverridden) return [];
  return traefiksInCompose(root, undefined).map((traefik) => {
    const named = traefik.configFile;
    const files = traefik.mounts.map((mount) => mountedFile(folderOf(file.path), mount, named, byPath));
    return { traefik, mounted: files.every((one) => one !== undefined) ? files : undefined };
  });
}

/** The Traefik in a compose file, if the file has one only, and if all that it mounts and that Compose makes of it is known. */
export function onlyTraefikIn(
  file: SourceFile,
  byPath: ReadonlyMap<string, SourceFile>,
): { readonly traefik: ComposedTraefik['traefik']; readonly files: readonly SourceFile[] } | undefined {
  if (!mayDeclare(file)) return undefined;
  const [one, ...more] = composeTraefiksIn(file, byPath) ?? [];
  if (one?.mounted === undefined || more.length > 0 || one.traefik.problems.length > 0) return undefined;
  return { traefik: one.traefik, files: one.mounted.map(({ inside }) => inside) };
}

/** What the process of one Traefik sees of its static configuration. */
export interface SeenTraefik {
  readonly world: StaticWorld;
  /** The versions that it may be. */
  readonly versions: readonly StaticVersion[];
  /** The name of its service in a compose file. */
  readonly service?: string | undefined;
  /** What is mounted into its container, by paths from the folder of its compose file; undefined if not known. */
  readonly mounted?: { readonly folder: string; readonly volumes: readonly ComposeMount[] } | undefined;
}

/**
 * The Traefik in a compose file, if the file has one only, and if all that decides over its static configuration is
 * known.
 *
 * @param byPath the files that are read together
 */
export function traefikInCompose(file: SourceFile, byPath: ReadonlyMap<string, SourceFile>): SeenTraefik | undefined {
  const only = onlyTraefikIn(file, byPath);
  if (only?.traefik.isWhole !== true) return undefined;
  const { tag, args, environment, service, volumes } = only.traefik;
  const world = { files: only.files, args, environment, workingDirectory: '/' };
  const mounted = volumes && { folder: folderOf(file.path), volumes };
  return { world, versions: staticVersionsOf(tag), service, mounted };
}

/** The only file of a Traefik of which nothing else is known, as its process sees it: at a place of its own. */
export function traefikOfFile({ path, text }: SourceFile): SeenTraefik {
  const own = `/traefik-static/${path.slice(folderOf(path).length)}`;
  const file = { path: own, text };
  const named = { value: `--configFile=${own}`, file, start: 0, end: 0 };
  return { world: { files: [file], args: [named], environment: [], workingDirectory: '/' }, versions: staticVersions };
}

/** One in a comment writes nothing. */
// All that ends a line for `^`: from each of these on, the rest would be read again.
const template = /^[^#\n\r\u2028\u2029]*\{\{/m;

/** Each may have values that are read like a file as long as this one. */
const mostDocuments = 20;

/** Several readers ask for those of a file, and for what they make of their arguments. */
const inClusters = new WeakMap<SourceFile, readonly TraefikProcess[]>();
const readings = new WeakMap<TraefikProcess, { readonly reading: StaticReading | undefined }>();

/** The Traefiks that a file brings into a cluster, by manifests or by values of Helm. */
export function clusterTraefiksIn(file: SourceFile): readonly TraefikProcess[] {
  const known = inClusters.get(file) ?? findInCluster(file);
  inClusters.set(file, known);
  return known;
}

/**
 * What a Traefik makes of its static configuration, in all versions that it may have.
 *
 * @param files those in its container
 */
export function readingOf(traefik: TraefikProcess, files: readonly SourceFile[]): StaticReading | undefined {
  const { tag, args, environment } = traefik;
  const world = { files, args, environment, workingDirectory: '/' };
  const known = readings.get(traefik) ?? { reading: readStaticOf(world, staticVersionsOf(tag)) };
  readings.set(traefik, known);
  return known.reading;
}

function findInCluster(file: SourceFile): readonly TraefikProcess[] {
  if (!/\.ya?ml$/i.test(file.path) || !mayDeclare(file)) return [];
  const own = traefiksInManifests(readManifests([file], undefined).manifests);
  // A template may write more of them.
  const documents = template.test(file.text) ? [] : readYamlDocuments(file).slice(0, mostDocuments);
  return [...own, ...documents.flatMap(({ root }) => traefiksInValues(root))];
}

const staticNames = ['traefik.toml', 'traefik.yaml', 'traefik.yml'];

/** The static file that a mount brings into the container; undefined if that is not certain. */
function mountedFile(
  folder: string,
  { source = '', target }: TraefikProcess['mounts'][number],
  named: string | undefined,
  byPath: ReadonlyMap<string, SourceFile>,
): MountedFile | undefined {
  // Only what lies in the folder of the compose file is compared with the files that were read.
  if (!/^\.\/(?!.*\.\.)/.test(source)) return undefined;
  const path = folder + withoutTrailing(source.slice(2), '/');
  const place = withoutTrailing(target, '/');
  const mounted = (own: string, inside: string): MountedFile | undefined => {
    const file = byPath.get(own);
    return file && { own: file, inside: { path: inside, text: file.text } };
  };
  const itself = mounted(path, place);
  if (itself !== undefined) return itself;
  if (named !== undefined && isInside(named, place)) return mounted(path + named.slice(place.length), named);
  if (place !== '/etc/traefik') return undefined;
  for (const name of staticNames) {
    const found = mounted(`${path}/${name}`, `${place}/${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
