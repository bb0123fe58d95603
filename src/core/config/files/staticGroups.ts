import { withoutTrailing } from '../../base/text/trim';
import { composePathsBeside } from '../compose/composeFiles';
import type { ProviderFacts } from '../labels/labelUnit';
import type { ConfigProblem } from '../model/configProblem';
import { type ConfigMap, type ConfigNode, entryIn } from '../source/configNode';
import { mayDeclare } from '../source/mayDeclare';
import { folderOf, isKnown, type SourceFile } from '../source/placedText';
import { readTomlDocument } from '../source/tomlDocument';
import { readYamlDocuments } from '../source/yamlDocuments';
import { type ComposeMount, traefiksInCompose } from '../static/composeStatic';
import { readListenAddress } from '../static/listenAddress';
import {
  type StaticVersion,
  staticFieldsOf,
  staticRoot,
  staticVersions,
  staticVersionsOf,
} from '../static/optionTypes';
import { readStatic, readStaticFile, readStaticOf, type StaticReading } from '../static/readStatic';
import { isOptionOn, sectionAt, staticEntryPointsOf, writtenAtOption } from '../static/staticModel';
import type { StaticWorld } from '../static/staticWorld';

/**
 * The problems of the static configuration in a file: of Traefik's own file, or of the arguments and variables of a
 * Traefik in a compose file. None for a file of which that is not certain.
 *
 * @param isThere whether another file is read together with it
 */
export function staticProblemsIn(file: SourceFile, isThere: (path: string) => boolean): readonly ConfigProblem[] {
  if (!mayDeclare(file)) return [];
  const root = rootOf(file);
  if (root?.kind !== 'map') return [];
  if (entryIn(root, 'services') !== undefined) return composeProblems(file, root, isThere);
  return isStaticFile(file, root) ? readStaticFile(file, staticVersions) : [];
}

function rootOf(file: SourceFile): ConfigNode | undefined {
  if (!/\.(?:ya?ml|toml)$/i.test(file.path)) return undefined;
  const document = /\.toml$/i.test(file.path) ? readTomlDocument(file) : readYamlDocuments(file)[0];
  return document?.guessed ?? document?.root;
}

const ownName = /(?:^|\/)traefik\.(?:ya?ml|toml)$/i;
const roots: ReadonlySet<string> = new Set([
  ...staticVersions.flatMap((version) => [...staticFieldsOf(staticRoot, version).keys()]),
]);
const dynamicRoots: ReadonlySet<string> = new Set(['http', 'tcp', 'udp', 'tls']);
/** Sections that files of others have, too. */
const commonRoots: ReadonlySet<string> = new Set(['global', 'log', 'core', 'metrics', 'api', 'ping', 'tracing']);
/** The root keys of Traefik 1, of Kubernetes, and of values for Helm. */
const foreignRoots =
  /^(?:defaultEntryPoints|logLevel|debug|acme|docker|file|web|kubernetes|consul|apiVersion|kind|image|deployment|ports|additionalArguments)$/i;
/** A template that fills in the file first; Traefik's own ones are only in default rules. */
const otherTemplate = /\{%|\{\{(?![^\n]*\.(?:Name|ContainerName|Labels|ServiceName)\b)/;

/** Whether a file is certainly a static configuration of Traefik 2 or 3. */
function isStaticFile({ path, text }: SourceFile, { entries }: ConfigMap): boolean {
  const names = entries.map(({ key }) => key.text.toLowerCase());
  if (names.some((name) => foreignRoots.test(name)) || otherTemplate.test(text.replace(/\bnormalize\b/g, '')))
    return false;
  const known = names.filter((name) => roots.has(name));
  if (known.length === 0) return false;
  if (ownName.test(path)) return names.every((name) => roots.has(name) || dynamicRoots.has(name) || known.length > 1);
  return known.includes('entrypoints') && known.some((name) => name !== 'entrypoints' && !commonRoots.has(name));
}

/** A Traefik whose other compose files, mounts, and files of variables cannot change its configuration. */
function composeProblems(
  file: SourceFile,
  root: ConfigMap,
  isThere: (path: string) => boolean,
): readonly ConfigProblem[] {
  if (entryIn(root, 'include') !== undefined || composePathsBeside(file.path).some(isThere)) return [];
  return traefiksInCompose(root, undefined).flatMap(({ tag, args, environment, isWhole, mounts, problems }) => {
    if (!isWhole || mounts.length > 0) return problems;
    const world = { files: [], args, environment, workingDirectory: '/' };
    return [...problems, ...(readStaticOf(world, staticVersionsOf(tag))?.problems ?? [])];
  });
}

/** What the one Traefik in a compose file, which reads the containers of that file, tells of itself. */
export interface TraefikFacts {
  readonly entryPoints: readonly (readonly [name: string, protocol: 'tcp' | 'udp'])[];
  /** Of its provider for Docker. */
  readonly facts: ProviderFacts;
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
  if (!mayDeclare(file)) return undefined;
  const root = rootOf(file);
  const [one, ...more] = traefiksInCompose(root, undefined);
  if (one === undefined || more.length > 0 || !one.isWhole || one.problems.length > 0) return undefined;
  if (entryIn(root, 'include') !== undefined || composePathsBeside(file.path).some((path) => byPath.has(path))) {
    return undefined;
  }
  const files: SourceFile[] = [];
  for (const { source, target } of one.mounts) {
    const mounted = mountedFile(folderOf(file.path), source, target, byPath);
    if (mounted === undefined) return undefined;
    files.push(mounted);
  }
  const mounted = one.volumes && { folder: folderOf(file.path), volumes: one.volumes };
  const world = { files, args: one.args, environment: one.environment, workingDirectory: '/' };
  return { world, versions: staticVersionsOf(one.tag), service: one.service, mounted };
}

/** The only file of a Traefik of which nothing else is known, as its process sees it: at a place of its own. */
export function traefikOfFile({ path, text }: SourceFile): SeenTraefik {
  const own = `/traefik-static/${path.slice(folderOf(path).length)}`;
  const file = { path: own, text };
  const named = { value: `--configFile=${own}`, file, start: 0, end: 0 };
  return { world: { files: [file], args: [named], environment: [], workingDirectory: '/' }, versions: staticVersions };
}

/** Whether a file is certainly Traefik's own static file. */
export function isStaticFileOfTraefik(file: SourceFile): boolean {
  const root = mayDeclare(file) ? rootOf(file) : undefined;
  return root?.kind === 'map' && entryIn(root, 'services') === undefined && isStaticFile(file, root);
}

/** The facts of the one Traefik in a compose file, if it reads containers. */
export function traefikFactsIn(file: SourceFile, byPath: ReadonlyMap<string, SourceFile>): TraefikFacts | undefined {
  const seen = traefikInCompose(file, byPath);
  if (seen === undefined) return undefined;
  const readings = seen.versions.map((version) => readStatic(seen.world, version));
  const newest = readings.at(-1);
  const isSure = readings.every(
    ({ starts, config }) => starts === true && sectionAt(config, 'providers.docker') !== undefined,
  );
  if (newest === undefined || !isSure) return undefined;
  const entryPoints = staticEntryPointsOf(newest.config).map(({ name, address }) => {
    const read = readListenAddress(address);
    return [name, 'port' in read ? read.protocol : 'tcp'] as const;
  });
  return { entryPoints, facts: dockerFactsOf(newest.config) };
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

const staticNames = ['traefik.toml', 'traefik.yaml', 'traefik.yml'];

/** The static file that a mount brings into the container; undefined if that is not certain. */
function mountedFile(
  folder: string,
  source: string,
  target: string,
  byPath: ReadonlyMap<string, SourceFile>,
): SourceFile | undefined {
  // Only what lies in the folder of the compose file is compared with the files that were read.
  if (!/^\.\/(?!.*\.\.)/.test(source)) return undefined;
  const path = folder + withoutTrailing(source.slice(2), '/');
  const place = withoutTrailing(target, '/');
  const own = byPath.get(path);
  if (own !== undefined) return { path: place, text: own.text };
  if (place !== '/etc/traefik') return undefined;
  for (const name of staticNames) {
    const found = byPath.get(`${path}/${name}`);
    if (found !== undefined) return { path: `${place}/${name}`, text: found.text };
  }
  return undefined;
}
