import * as l10n from '@vscode/l10n';
import type { DecodedStruct } from '../decode/decoded';
import type { ConfigProblem } from '../model/configProblem';
import { type ConfigMap, type ConfigNode, listItemsIn, textIn, valueIn } from '../source/configNode';
import { mayDeclare, staticName } from '../source/mayDeclare';
import { folderOf, rangeOf, type SourceFile, type SourceRange } from '../source/placedText';
import { type NamedPath, pathsInContainer, pathsInFile } from '../static/fileProviderPaths';
import { readListenAddress } from '../static/listenAddress';
import { staticFieldsOf, staticRoot, staticVersions } from '../static/optionTypes';
import { type ProblemsOfVersion, readStaticFile } from '../static/readStatic';
import { isOptionOn, optionAt, staticEntryPointsOf } from '../static/staticModel';
import type { TraefikProcess } from '../static/traefikProcess';
import { clusterTraefiksIn, composeTraefiksIn, type MountedFile, readingOf, rootOf } from './foundTraefiks';
import { dynamicRoots } from './isForTraefik';

/** What a file says of static configuration: what is wrong with it, and the paths that remain to be looked up. */
interface StaticFacts {
  readonly problems: readonly ConfigProblem[];
  /** Where its version is not known: the other problems of each that it may be. */
  readonly ofVersions: readonly ProblemsOfVersion[];
  readonly paths: readonly NamedPath[];
}

const nothing: StaticFacts = { problems: [], ofVersions: [], paths: [] };

/**
 * Reads the static configuration in a file: Traefik's own file, or the arguments and variables of a Traefik in a compose
 * file, in a workload of Kubernetes, or in values of Helm. Nothing of a file of which that is not certain.
 *
 * @param byPath the files that are read together with it
 */
export function staticFactsIn(file: SourceFile, byPath: ReadonlyMap<string, SourceFile>): StaticFacts {
  if (!mayDeclare(file)) return nothing;
  const composed = composeTraefiksIn(file, byPath);
  if (composed !== undefined) {
    return joined(composed.map(({ traefik, mounted }) => factsOf(file, traefik, mounted, traefik.node)));
  }
  const inCluster = clusterTraefiksIn(file);
  if (inCluster.length > 0) {
    return joined(inCluster.map((one) => factsOf(file, one, one.mounts.length === 0 ? [] : undefined)));
  }
  const read = readingOfStaticFile(file);
  if (read === undefined) return nothing;
  const { problems, ofVersions = [], config } = read;
  return { problems, ofVersions, paths: pathsInFile(config, file) };
}

type FileReading = ReturnType<typeof readStaticFile>;

/** Its problems and its names are asked for one after the other, and every version reads it. */
const fileReadings = new WeakMap<SourceFile, { readonly reading: FileReading | undefined }>();

/** What Traefik makes of a file in all versions; undefined if it is not certainly a static configuration. */
export function readingOfStaticFile(file: SourceFile): FileReading | undefined {
  const known = fileReadings.get(file) ?? { reading: readIfStatic(file) };
  fileReadings.set(file, known);
  return known.reading;
}

function readIfStatic(file: SourceFile): FileReading | undefined {
  const root = rootOf(file);
  return root?.kind === 'map' && isStaticFile(file, root) ? readStaticFile(file, staticVersions) : undefined;
}

function joined(all: readonly StaticFacts[]): StaticFacts {
  return {
    problems: all.flatMap(({ problems }) => problems),
    ofVersions: all.flatMap(({ ofVersions }) => ofVersions),
    paths: all.flatMap(({ paths }) => paths),
  };
}

/** Of a static file that a service mounts, only what depends on the service: that file tells the rest itself. */
function factsOf(
  file: SourceFile,
  traefik: TraefikProcess,
  mounted: readonly MountedFile[] | undefined,
  service?: ConfigNode,
): StaticFacts {
  const { isWhole, problems } = traefik;
  if (!isWhole || mounted === undefined) return { ...nothing, problems };
  const read = readingOf(
    traefik,
    mounted.map(({ inside }) => inside),
  );
  const isOwn = ({ range }: ConfigProblem): boolean => range.path === file.path;
  const own = [...problems, ...(read?.problems ?? [])].filter(isOwn);
  const ofVersions = (read?.ofVersions ?? []).map((one) => ({ ...one, problems: one.problems.filter(isOwn) }));
  if (service === undefined) return { problems: own, ofVersions, paths: [] };
  const { paths, problems: ofPaths } = pathsInContainer(read?.config, service, folderOf(file.path));
  const ownPaths = new Map(mounted.map(({ own: { path }, inside }) => [inside.path, path]));
  const placed = (range: SourceRange): SourceRange => ({ ...range, path: ownPaths.get(range.path) ?? range.path });
  const ofService = [...exposedApiProblems(read?.config, service), ...ofPaths];
  return {
    problems: [...own, ...ofService.map((one) => ({ ...one, range: placed(one.range) }))],
    ofVersions,
    paths: paths.map((one) => ({ ...one, range: placed(one.range), key: one.key && placed(one.key) })),
  };
}

const roots: ReadonlySet<string> = new Set([
  ...staticVersions.flatMap((version) => [...staticFieldsOf(staticRoot, version).keys()]),
]);
/** Sections that files of others have, too. */
const commonRoots: ReadonlySet<string> = new Set(['global', 'log', 'core', 'metrics', 'api', 'ping', 'tracing']);
/** The root keys of Traefik 1, of Kubernetes, and of values for Helm. */
const foreignRoots =
  /^(?:defaultEntryPoints|logLevel|debug|acme|docker|file|web|kubernetes|consul|apiVersion|kind|image|deployment|ports|additionalArguments)$/i;
/** A template that fills in the file first; Traefik's own ones are only in default rules. */
const otherTemplate = /\{%|\{\{(?![^\n]*\.(?:Name|ContainerName|Labels|ServiceName)\b)/;

/** Whether a file is certainly a static configuration of Traefik 2 or 3. */
export function isStaticFile({ path, text }: SourceFile, root: ConfigMap): boolean {
  const { entries } = root;
  const names = entries.map(({ key }) => key.text.toLowerCase());
  if (names.some((name) => foreignRoots.test(name)) || otherTemplate.test(text.replace(/\bnormalize\b/g, '')))
    return false;
  const known = names.filter((name) => roots.has(name));
  if (known.length === 0) return false;
  if (listens(root)) return true;
  if (staticName.test(path))
    return names.every((name) => roots.has(name) || dynamicRoots.has(name) || known.length > 1);
  return known.includes('entrypoints') && known.some((name) => name !== 'entrypoints' && !commonRoots.has(name));
}

const listenAddress = /^[^/\s]*:\d{1,5}(?:\/(?:tcp|udp))?$/i;

/** Whether each of its entry points has an address such as `:443`: no other software has these two names. */
function listens(root: ConfigMap): boolean {
  const { value } = root.entries.find(({ key }) => key.text.toLowerCase() === 'entrypoints') ?? {};
  if (value?.kind !== 'map' || value.entries.length === 0) return false;
  return value.entries.every(({ value: entryPoint }) => listenAddress.test(textIn(entryPoint, 'address') ?? ''));
}

/**
 * Traefik's API without authentication, on a port of a compose service that is published on all addresses of the
 * machine. None where that is not certain, such as for a port with a variable.
 */
function exposedApiProblems(config: DecodedStruct | undefined, service: ConfigNode): readonly ConfigProblem[] {
  const insecure = optionAt(config, 'api.insecure')?.key;
  const entryPoint = staticEntryPointsOf(config).find(({ name }) => name === 'traefik');
  if (insecure === undefined || entryPoint === undefined || !isOptionOn(config, 'api.insecure')) return [];
  const address = readListenAddress(entryPoint.address);
  if (address.kind !== 'listens' || address.protocol !== 'tcp' || address.host !== '') return [];
  const { port } = address;
  const mode = textIn(service, 'network_mode');
  const isOpen =
    mode === undefined
      ? listItemsIn(valueIn(service, 'ports')).some((item) => publishesToAll(item, port))
      : mode === 'host';
  if (!isOpen) return [];
  const message = l10n.t(
    'With “api.insecure”, Traefik’s API and dashboard need no authentication, and the port {0} is published on all addresses of this machine. Publish it only on “{1}”, or turn the option off, and declare a router with authentication for “{2}”.',
    String(port),
    '127.0.0.1',
    'api@internal',
  );
  return [{ code: 'static.exposed', severity: 'warning', message, range: rangeOf(insecure) }];
}

/** Whether an item of `ports` certainly publishes a TCP port of the container on all addresses. */
function publishesToAll(item: ConfigNode, port: number): boolean {
  if (item.kind === 'list') return false;
  const { address, inside, protocol } =
    item.kind === 'map'
      ? { address: textIn(item, 'host_ip'), inside: textIn(item, 'target'), protocol: textIn(item, 'protocol') }
      : partsOfShort(item.text);
  const [, from, to = from] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(inside ?? '') ?? [];
  return (
    everywhere.has(address ?? '') &&
    (protocol ?? 'tcp').toLowerCase() === 'tcp' &&
    Number(from) <= port &&
    port <= Number(to)
  );
}

/** `[[address:]host:]container[/protocol]`: a text with a variable has none, as that may be an address, too. */
function partsOfShort(text: string): Readonly<Record<'address' | 'inside' | 'protocol', string | undefined>> {
  const [ports = '', protocol] = text.split('/', 2);
  const container = ports.lastIndexOf(':');
  const host = container <= 0 ? -1 : ports.lastIndexOf(':', container - 1);
  const address = host < 0 ? undefined : ports.slice(0, host);
  return { address, inside: text.includes('$') ? undefined : ports.slice(container + 1), protocol };
}

const everywhere: ReadonlySet<string> = new Set(['', '0.0.0.0', '::', '[::]']);
