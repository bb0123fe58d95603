import { runSteps, type Steps } from '../../base/async/steps';
import type { CheckContext } from '../check/checkContext';
import { checkObjects } from '../check/checkObjects';
import { readComposeProject } from '../compose/readComposeProject';
import { readFileProvider } from '../file/readFileProvider';
import { readGatewayApi } from '../kubernetes/readGatewayApi';
import { readKubernetesCrd } from '../kubernetes/readKubernetesCrd';
import { readKubernetesIngress } from '../kubernetes/readKubernetesIngress';
import type { ConfigProblem, ReadConfig } from '../model/configProblem';
import type { Declaration } from '../model/declaration';
import { problemsOfText } from '../model/textProblems';
import { joinedTables, type NameTable, tableOfNames } from '../names/meantNames';
import { shownName } from '../names/names';
import { LARGEST_FILE } from '../source/mayDeclare';
import { isKnown, type SourceFile } from '../source/placedText';
import { readTags } from '../tags/readTags';
import { type ConfigSource, sourcesOf } from './configSource';

/** Files that one provider reads together, and what they declare. */
export interface ConfigGroup extends ReadConfig {
  /** The same for files of the same group whenever they are read: by their provider, and by what they have in common. */
  readonly key: string;
  readonly source: ConfigSource;
  readonly files: readonly SourceFile[];
}

/**
 * Reads files of any kind, each by those who would read it: the compose files of a folder as a project, files of the file
 * provider by their folders, all others one by one. Files of others are left out. Of a file over 1 MB only that is said.
 */
export function* readConfigFiles(files: readonly SourceFile[]): Steps<readonly ConfigGroup[]> {
  const groups = new Map<string, { source: ConfigSource; files: SourceFile[] }>();
  const byPath = new Map(files.map((file) => [file.path, file]));
  const read: ConfigGroup[] = [];
  for (const file of files) {
    if (file.text.length > LARGEST_FILE) {
      if (FOR_TRAEFIK.test(file.text)) read.push(unreadGroup(file));
      continue;
    }
    for (const source of yield* sourcesOf(file)) {
      const key = `${source.provider} ${placeOf(file, source)}`;
      const group = groups.get(key) ?? { source, files: [] };
      groups.set(key, group);
      if (group.files.length === 0) group.files.push(...basesOf(file, source, byPath));
      if (!group.files.includes(file)) group.files.push(file);
      group.source = joined(group.source, source);
    }
  }
  for (const [key, { source, files: own }] of groups) {
    const { orProvider, provider } = source;
    const { declarations, problems } = yield* readGroup(provider, own.toSorted(byName));
    const others = orProvider === undefined ? undefined : (yield* readGroup(orProvider, own)).problems;
    const certain = problems.filter((one) => isCertain(one, source) && (others?.some(isLike(one)) ?? true));
    read.push({ key, source, files: own, declarations, problems: certain });
  }
  return read;
}

/** What only those write who mean Traefik. */
const FOR_TRAEFIK = /\btraefik\.(?:enable|http|tcp|udp|io\/)/i;

/** A file that is too large, of which only that is said. */
function unreadGroup(file: SourceFile): ConfigGroup {
  const fault = { kind: 'tooLarge', about: '', start: 0, end: 1 } as const;
  const problems = problemsOfText([fault], file, { kind: 'unit', unit: file.path });
  const source = { provider: 'file', isOurs: true } as const;
  return { key: `unread ${file.path}`, source, files: [file], declarations: [], problems };
}

const COMPOSE = /^(.*?)(docker-compose|compose)(?:\.override)?(\.ya?ml)$/i;
const OVERRIDE = /\.override\.ya?ml$/i;

/** What files that are read together have in common. */
function placeOf({ path }: SourceFile, { provider, standsAlone }: ConfigSource): string {
  if (provider === 'file' && standsAlone !== true) return path.slice(0, path.lastIndexOf('/') + 1);
  if (provider !== 'docker' && provider !== 'swarm') return path;
  const [, folder = '', name = ''] = COMPOSE.exec(path) ?? [];
  return name !== '' && (folder === '' || folder.endsWith('/')) ? `${folder}${name}` : path;
}

/** The file that an override file overrides: it may have no labels itself. */
function basesOf(
  { path }: SourceFile,
  { provider }: ConfigSource,
  byPath: ReadonlyMap<string, SourceFile>,
): readonly SourceFile[] {
  if (provider !== 'docker' && provider !== 'swarm') return [];
  return basePathsOf(path)
    .flatMap((one) => byPath.get(one) ?? [])
    .slice(0, 1);
}

/** The paths that the file may have that an override file overrides, the first of which counts; none for other files. */
export function basePathsOf(path: string): readonly string[] {
  return OVERRIDE.test(path) ? ['.yml', '.yaml'].map((ending) => path.replace(OVERRIDE, ending)) : [];
}

/** An override comes last. */
function byName({ path: one }: SourceFile, { path: other }: SourceFile): number {
  const [late, later] = [OVERRIDE.test(one), OVERRIDE.test(other)];
  return late === later ? (one < other ? -1 : 1) : late ? 1 : -1;
}

function joined(one: ConfigSource, other: ConfigSource): ConfigSource {
  const services = new Set([...(one.services ?? []), ...(other.services ?? [])]);
  return { ...one, isOurs: one.isOurs && other.isOurs, services: one.services === undefined ? undefined : services };
}

function isLike({ code, range }: ConfigProblem): (other: ConfigProblem) => boolean {
  return (other) => other.code === code && other.range.start === range.start && other.range.path === range.path;
}

function readGroup(provider: ConfigSource['provider'], files: readonly SourceFile[]): Steps<ReadConfig> {
  switch (provider) {
    case 'docker':
    case 'swarm':
      return readComposeProject(files, { provider });
    case 'file':
      return readFileProvider(files);
    case 'crd':
      return readKubernetesCrd(files, {});
    case 'ingress':
      return readKubernetesIngress(files, {});
    case 'gateway':
      return readGatewayApi(files, {});
    case 'nomad':
    case 'consulcatalog':
      return readTags(files, { provider });
  }
}

/**
 * Whether a problem is Traefik's: nobody says whether it has what is not labelled for it (`exposedByDefault`), or what is for
 * any controller.
 */
function isCertain({ about }: ConfigProblem, { isOurs, services }: ConfigSource): boolean {
  if (!isOurs) return false;
  if (services === undefined || about?.kind !== 'unit' || !about.unit.startsWith('container ')) return true;
  return services.has(about.unit.slice('container '.length));
}

/**
 * All problems of some groups: those of reading, and what Traefik would say of the objects.
 *
 * @param context what is known of the proxy; of objects that any of the files declares, nobody says that they are missing
 */
export function checkConfigGroups(groups: readonly ConfigGroup[], context: CheckContext): readonly ConfigProblem[] {
  return runSteps(checkConfigSteps(groups, context));
}

/** The same in steps. */
export function* checkConfigSteps(
  groups: readonly ConfigGroup[],
  context: CheckContext,
): Steps<readonly ConfigProblem[]> {
  const declared = new Set<string>();
  const uncertain = new Set<string>();
  for (const { declarations } of groups) {
    for (const one of declarations) {
      if (isKnown(one.name)) declared.add(keyOf(one, one.name));
      else uncertain.add(keyOf(one, one.name.slice(one.name.lastIndexOf('@') + 1)));
    }
  }
  const exists: CheckContext['exists'] = (protocol, kind, name) => {
    const isHere =
      declared.has(keyOf({ protocol, kind }, name)) ||
      uncertain.has(keyOf({ protocol, kind }, name.slice(name.lastIndexOf('@') + 1)));
    return context.exists?.(protocol, kind, name) === true
      ? true
      : isHere
        ? undefined
        : context.exists?.(protocol, kind, name);
  };
  const tables = new Map<string, NameTable>();
  const names: CheckContext['names'] = (protocol, kind) => {
    const key = `${protocol} ${kind}`;
    const present = (one: Declaration): boolean =>
      one.protocol === protocol && one.kind === kind && one.absent === undefined && isKnown(one.name);
    const made =
      tables.get(key) ??
      joinedTables(
        tableOfNames(groups.flatMap(({ declarations }) => declarations.filter(present).map(({ name }) => name))),
        context.names?.(protocol, kind),
      );
    tables.set(key, made);
    return made;
  };
  const problems: ConfigProblem[][] = [];
  for (const { source, declarations, problems: own } of groups) {
    const found = source.isOurs ? yield* checkObjects(declarations, { ...context, exists, names }) : [];
    problems.push([...own, ...found]);
  }
  return yield* distinct(problems.flat());
}

function keyOf({ protocol, kind }: Pick<Declaration, 'protocol' | 'kind'>, name: string): string {
  return `${protocol} ${kind} ${name}`;
}

const STEPS_OF_PROBLEM = 2;

/** Once each: a compose file may be read for Docker and for Swarm. */
function* distinct(problems: readonly ConfigProblem[]): Steps<readonly ConfigProblem[]> {
  const told = new Map<string, ConfigProblem>();
  for (const one of problems) {
    const { code, range } = one;
    // What is not known of a name is shown as in a pattern.
    const message = shownName(one.message);
    const key = JSON.stringify([code, message, range.path, range.start]);
    if (!told.has(key)) told.set(key, { ...one, message });
    yield STEPS_OF_PROBLEM;
  }
  return [...told.values()];
}
