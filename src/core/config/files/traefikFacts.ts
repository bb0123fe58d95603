import type { ProviderFacts } from '../labels/labelUnit';
import { mayDeclare } from '../source/mayDeclare';
import type { SourceFile } from '../source/placedText';
import { readListenAddress } from '../static/listenAddress';
import { staticVersionsOf } from '../static/optionTypes';
import { readStatic, type StaticReading } from '../static/readStatic';
import { isOptionOn, sectionAt, staticEntryPointsOf, writtenAtOption } from '../static/staticModel';
import { resolverNamesOf } from '../static/staticReferences';
import type { TraefikProcess } from '../static/traefikProcess';
import { clusterTraefiksIn, composeTraefiksIn } from './foundTraefiks';

/** What the Traefik that certainly reads a file tells of itself. */
export interface TraefikFacts {
  readonly entryPoints: readonly (readonly [name: string, protocol: 'tcp' | 'udp'])[];
  readonly resolvers: readonly string[];
  /** Of its provider for Docker. */
  readonly facts: ProviderFacts;
}

/**
 * The facts of the Traefik in a compose file, if the file has one only, which reads containers, and if all that decides
 * over its static configuration is known.
 *
 * @param byPath the files that are read together
 */
export function traefikFactsIn(file: SourceFile, byPath: ReadonlyMap<string, SourceFile>): TraefikFacts | undefined {
  if (!mayDeclare(file)) return undefined;
  const [one, ...more] = composeTraefiksIn(file, byPath) ?? [];
  if (one?.mounted === undefined || more.length > 0 || one.traefik.problems.length > 0) return undefined;
  const config = certainConfigOf(
    one.traefik,
    one.mounted.map(({ inside }) => inside),
  );
  if (sectionAt(config, 'providers.docker') === undefined) return undefined;
  return { ...namesIn(config), facts: dockerFactsOf(config) };
}

/** The facts of all Traefiks in the files of a folder that is for a cluster: names are those that any of them has. */
export interface ClusterFacts extends Pick<TraefikFacts, 'entryPoints' | 'resolvers'> {
  /** Undefined if they differ, or if none reads objects of Traefik's own. */
  readonly allowCrossNamespace: boolean | undefined;
}

/** Undefined if there are none, or if one of them is not known. */
export function clusterFactsIn(files: readonly SourceFile[]): ClusterFacts | undefined {
  const configs = files.flatMap((file) => clusterTraefiksIn(file).map((one) => certainConfigOf(one, [])));
  if (configs.length === 0 || configs.includes(undefined)) return undefined;
  const names = configs.map(namesIn);
  const crd = configs.flatMap((config) => sectionAt(config, 'providers.kubernetesCRD') ?? []);
  const allowed = new Set(crd.map((section) => isOptionOn(section, 'allowCrossNamespace')));
  return {
    entryPoints: names.flatMap(({ entryPoints }) => entryPoints),
    resolvers: names.flatMap(({ resolvers }) => resolvers),
    allowCrossNamespace: allowed.size === 1 ? [...allowed][0] : undefined,
  };
}

/** The configuration of a Traefik; undefined if it does not certainly start with it, whichever of its versions runs. */
function certainConfigOf(traefik: TraefikProcess, files: readonly SourceFile[]): StaticReading['config'] {
  if (!traefik.isWhole || traefik.mounts.length > files.length) return undefined;
  const world = { files, args: traefik.args, environment: traefik.environment, workingDirectory: '/' };
  const readings = staticVersionsOf(traefik.tag).map((version) => readStatic(world, version));
  return readings.every(({ starts }) => starts === true) ? readings.at(-1)?.config : undefined;
}

function namesIn(config: StaticReading['config']): Pick<TraefikFacts, 'entryPoints' | 'resolvers'> {
  const entryPoints = staticEntryPointsOf(config).map(({ name, address }) => {
    const read = readListenAddress(address);
    return [name, 'port' in read ? read.protocol : 'tcp'] as const;
  });
  return { entryPoints, resolvers: resolverNamesOf(config) };
}

function dockerFactsOf(config: StaticReading['config']): ProviderFacts {
  const textOf = (name: string): string | undefined => writtenAtOption(config, `providers.docker.${name}`)?.value;
  return {
    exposedByDefault: isOptionOn(config, 'providers.docker.exposedByDefault', true),
    constraints: textOf('constraints') ?? '',
    defaultRule: textOf('defaultRule'),
    allowEmptyServices: isOptionOn(config, 'providers.docker.allowEmptyServices'),
  };
}
