import type { ComposeContext } from '../compose/composeContext';
import { composeFilesWith, envPathBeside, includesIn } from '../compose/composeFiles';
import { readDotEnv } from '../compose/dotEnv';
import type { KnownVariables } from '../compose/interpolate';
import { readComposeProject } from '../compose/readComposeProject';
import { readFileProvider } from '../file/readFileProvider';
import { readGatewayApi } from '../kubernetes/readGatewayApi';
import { readKubernetesCrd } from '../kubernetes/readKubernetesCrd';
import { readKubernetesIngress } from '../kubernetes/readKubernetesIngress';
import type { ProviderFacts } from '../labels/labelUnit';
import type { ConfigProblem, ReadConfig } from '../model/configProblem';
import { limitedProblems } from '../model/problemLimit';
import { problemsOfText } from '../model/textProblems';
import { groupedBy } from '../source/groupedBy';
import { largestFile } from '../source/mayDeclare';
import { folderOf, type SourceFile } from '../source/placedText';
import { countTogether } from '../source/unfoldingBudget';
import type { NamedPath } from '../static/fileProviderPaths';
import type { ProblemsOfVersion } from '../static/readStatic';
import { readTags } from '../tags/readTags';
import { additionsIn, servicesAddedTo } from './addedLabels';
import { type HiddenReading, markedVariables } from './hiddenValues';
import { type ConfigSource, sourcesOf } from './isForTraefik';
import { orNone } from './orNone';
import { staticFactsIn } from './staticGroups';
import { clusterFacts, type DeclaredNames, fileProviderNames, traefikFactsIn } from './traefikFacts';

/** Files that one provider reads together, and their declarations. */
export interface ConfigGroup extends ReadConfig {
  /** The same for files of the same group in each reading: by their provider, and by what they share. */
  readonly key: string;
  readonly source: ConfigSource;
  readonly files: readonly SourceFile[];
  /** What the proxy has, if files declare it. */
  readonly traefik?: DeclaredNames | undefined;
  /** The paths of the file provider that are not looked up yet. */
  readonly paths?: readonly NamedPath[] | undefined;
  /** Further problems if the proxy has a version, of static configuration whose version is not known. */
  readonly ofVersions?: readonly ProblemsOfVersion[] | undefined;
  /** The same reading without the values of variables, if it has any. */
  readonly hidden?: HiddenReading | undefined;
}

/**
 * Reads files of any kind, each with the readers of its providers: the compose files of a folder as a project, files of
 * the file provider by their folders, all others one by one. A `.env` file has the variables of the project in its
 * folder. Omits files of other software. A file over 1 MB, or one whose reader fails, gets only a problem with the
 * reason; the others are read nonetheless.
 *
 * @param factsFor what is known of the provider for Docker that reads a compose file, beyond what the files tell
 */
export function readConfigFiles(
  files: readonly SourceFile[],
  factsFor?: (path: string) => ProviderFacts | undefined,
): readonly ConfigGroup[] {
  const groups = new Map<string, { source: ConfigSource; files: Set<SourceFile> }>();
  const [large, small] = [files.filter(isTooLarge), files.filter((file) => !isTooLarge(file))];
  const byPath = new Map(small.map((file) => [file.path, file]));
  countTogether(small);
  const read = large.filter(({ text }) => forTraefik.test(text)).map((file) => unreadGroup(file, 'tooLarge'));
  for (const file of small) {
    const sources = orNone(() => sourcesOf(file));
    if (sources === undefined) read.push(unreadGroup(file, 'unread'));
    for (const source of sources ?? []) {
      const { place, paths } = readTogether(file, source, byPath);
      const key = `${source.provider} ${place}`;
      const group = groups.get(key) ?? { source, files: new Set() };
      groups.set(key, group);
      // Also those without labels themselves.
      for (const one of paths.flatMap((path) => byPath.get(path) ?? [])) group.files.add(one);
      group.source = joined(group.source, source);
    }
  }
  // The reading of a file reports that a search of it fails.
  const includes = orNone(() => includesIn(small)) ?? new Map<string, readonly string[]>();
  const additions = additionsIn(groups.values(), includes);
  const gateways = orNone(() => gatewaysByFolder(small)) ?? new Map<string, readonly SourceFile[]>();
  const factsOfCluster = clusterFacts(small);
  const namesOfFile = fileProviderNames(small, byPath);
  for (const [key, { source, files: together }] of groups) {
    const { orProvider, provider } = source;
    const own = provider === 'file' ? [...together].sort(byPathName) : [...together];
    const isIncluded = own.some(({ path }) => includes.has(path));
    const addedTo = servicesAddedTo({ source, files: together }, additions);
    // A file that includes it may have other values, which then count.
    const variables = provider === 'docker' && !isIncluded ? variablesBeside(own, byPath) : undefined;
    const traefik = provider === 'docker' && !isIncluded ? factsOfTraefik(own, byPath) : undefined;
    const facts = (provider === 'docker' ? factsFor?.(own[0]?.path ?? '') : undefined) ?? traefik?.facts;
    const cluster = inCluster.has(provider) ? orNone(() => own.map(factsOfCluster)[0]) : undefined;
    const used = new Set<string>();
    const repeat: KnownVariables['repeat'] = (name) => used.add(name) !== undefined;
    const { declarations, problems } = readOrReport(provider, own, {
      addedTo,
      isIncluded,
      facts,
      allowCrossNamespace: cluster?.allowCrossNamespace,
      variables: variables && { ...variables, repeat },
    });
    const others =
      orProvider === undefined ? undefined : new Set(readOrReport(orProvider, own, {}).problems.map(placeOf));
    const beside = provider === 'gateway' ? gatewaysBeside(own, gateways) : [];
    const attachments =
      beside.length === 0
        ? undefined
        : readOrReport(provider, [...beside, ...own], {}).problems.filter((one) => isAttachmentOf(own, one));
    const certain = problems.filter(
      (one) =>
        isCertain(one, source) &&
        others?.has(placeOf(one)) !== false &&
        (attachments === undefined || !isAttachmentOf(own, one)),
    );
    const names = [...used];
    const values = names.map((name) => variables?.values.get(name) ?? '');
    const marked = variables && used.size > 0 ? markedVariables(variables, names) : undefined;
    const without = marked && readOrReport(provider, own, { addedTo, isIncluded, facts, variables: marked });
    const hidden = without && { ...without, names, values };
    read.push({
      key,
      source,
      files: own,
      declarations,
      problems: limitedProblems(oneCutEach([...certain, ...(attachments ?? [])])),
      traefik:
        traefik?.names ??
        cluster?.names ??
        (provider === 'file' ? orNone(() => namesForAll(own, namesOfFile)) : undefined),
      hidden,
    });
  }
  for (const file of small) {
    const group = staticGroup(file, byPath);
    if (group !== undefined) read.push(group);
  }
  return read;
}

/** Undefined unless there are names for each of the files. */
function namesForAll(
  files: readonly SourceFile[],
  namesOf: ReturnType<typeof fileProviderNames>,
): DeclaredNames | undefined {
  const [first, ...more] = files.map(({ path }) => namesOf(path));
  return more.includes(undefined) ? undefined : first;
}

const inCluster: ReadonlySet<ConfigSource['provider']> = new Set(['crd', 'ingress']);

function factsOfTraefik(
  [file, ...more]: readonly SourceFile[],
  byPath: ReadonlyMap<string, SourceFile>,
): ReturnType<typeof traefikFactsIn> {
  return file === undefined || more.length > 0 ? undefined : orNone(() => traefikFactsIn(file, byPath));
}

/** A file with what is told of the static configuration in it: no provider reads that. Undefined if that is nothing. */
function staticGroup(file: SourceFile, byPath: ReadonlyMap<string, SourceFile>): ConfigGroup | undefined {
  const facts = orNone(() => staticFactsIn(file, byPath));
  if (facts === undefined || facts.problems.length + facts.ofVersions.length + facts.paths.length === 0)
    return undefined;
  const source = { provider: 'file', isOurs: false } as const;
  const ofVersions = facts.ofVersions.map((one) => ({ ...one, problems: limitedProblems(one.problems) }));
  return {
    key: `static ${file.path}`,
    source,
    files: [file],
    declarations: [],
    problems: limitedProblems(facts.problems),
    ofVersions,
    paths: facts.paths,
  };
}

/** From the first file's folder, which is that of the project. */
function variablesBeside(
  files: readonly SourceFile[],
  byPath: ReadonlyMap<string, SourceFile>,
): KnownVariables | undefined {
  const [first] = files;
  const env = first && byPath.get(envPathBeside(first.path));
  return env && readDotEnv(env.text);
}

/** The declarations of files that are read together. Reports a file whose reader fails, and reads the others. */
function readOrReport(
  provider: ConfigSource['provider'],
  files: readonly SourceFile[],
  known: KnownOfProject,
): ReadConfig {
  try {
    return readGroup(provider, files, known);
  } catch {
    const [file, ...more] = files;
    if (file === undefined || more.length === 0) {
      return { declarations: [], problems: files.flatMap((one) => unreadGroup(one, 'unread').problems) };
    }
    const alone: ReadConfig[] = [];
    const whole: SourceFile[] = [];
    for (const one of files) {
      const read = readOrReport(provider, [one], known);
      if (read.problems.some(({ code }) => code === 'text.unread')) alone.push(read);
      else whole.push(one);
    }
    // Each of them can be read, but not all together.
    if (alone.length === 0) for (const one of whole.splice(0)) alone.push(readOrReport(provider, [one], known));
    const together = whole.length === 0 ? [] : [readOrReport(provider, whole, known)];
    const all = [...together, ...alone];
    return {
      declarations: all.flatMap(({ declarations }) => declarations),
      problems: all.flatMap(({ problems }) => problems),
    };
  }
}

/** Several stages of reading may stop at the same file: only the first one's problem stays. */
function oneCutEach(problems: readonly ConfigProblem[]): readonly ConfigProblem[] {
  const cut = new Set<string>();
  return problems.filter(({ code, range: { path } }) => {
    if (code !== 'text.tooLarge') return true;
    const isFirst = !cut.has(path);
    cut.add(path);
    return isFirst;
  });
}

/** Text that only files for Traefik have. */
const forTraefik = /\btraefik\.(?:enable|http|tcp|udp|io\/)/i;

function isTooLarge({ text }: SourceFile): boolean {
  return text.length > largestFile;
}

/** A file with only the reason why it is not read. */
export function unreadGroup(file: SourceFile, kind: 'tooLarge' | 'unread'): ConfigGroup {
  const fault = { kind, about: '', start: 0, end: Math.min(1, file.text.length) } as const;
  const problems = problemsOfText([fault], file, { kind: 'unit', unit: file.path });
  const source = { provider: 'file', isOurs: true } as const;
  return { key: `unread ${file.path}`, source, files: [file], declarations: [], problems };
}

/** The shared key of files that are read together, and the files that a file adds, including itself. */
function readTogether(
  { path }: SourceFile,
  { provider, standsAlone }: ConfigSource,
  files: ReadonlyMap<string, SourceFile>,
): ReturnType<typeof composeFilesWith> {
  if (provider === 'docker' || provider === 'swarm') return composeFilesWith(path, (one) => files.has(one));
  const place = provider === 'file' && standsAlone !== true ? folderOf(path) : path;
  return { place, paths: [path] };
}

function byPathName({ path: one }: SourceFile, { path: other }: SourceFile): number {
  return one < other ? -1 : 1;
}

function joined(one: ConfigSource, other: ConfigSource): ConfigSource {
  if (one === other) return one;
  const services = new Set([...(one.services ?? []), ...(other.services ?? [])]);
  const additions = new Set([...(one.additions ?? []), ...(other.additions ?? [])]);
  const isCompose = one.services !== undefined;
  return { ...one, isOurs: one.isOurs && other.isOurs, ...(isCompose ? { services, additions } : {}) };
}

function placeOf({ code, range: { path, start } }: ConfigProblem): string {
  return JSON.stringify([code, path, start]);
}

/** What is known beyond the files. */
interface KnownOfProject extends Omit<ComposeContext, 'provider'> {
  /** Of the providers for Kubernetes. */
  readonly allowCrossNamespace?: boolean | undefined;
}

function readGroup(
  provider: ConfigSource['provider'],
  files: readonly SourceFile[],
  { allowCrossNamespace, ...known }: KnownOfProject,
): ReadConfig {
  const ofCluster = allowCrossNamespace === undefined ? {} : { facts: { allowCrossNamespace } };
  switch (provider) {
    case 'docker':
    case 'swarm':
      return readComposeProject(files, { ...known, provider });
    case 'file':
      return readFileProvider(files);
    case 'crd':
      return readKubernetesCrd(files, ofCluster);
    case 'ingress':
      return readKubernetesIngress(files, ofCluster);
    case 'gateway':
      return readGatewayApi(files, {});
    case 'nomad':
    case 'consulcatalog':
      return readTags(files, { provider });
  }
}

/**
 * Whether a problem is Traefik's: files do not show whether it uses objects without its label (`exposedByDefault`), or
 * for any controller.
 */
function isCertain({ about }: ConfigProblem, { isOurs, services }: ConfigSource): boolean {
  if (!isOurs) return false;
  if (services === undefined || about?.kind !== 'unit' || !about.unit.startsWith('container ')) return true;
  return services.has(about.unit.slice('container '.length));
}

const gatewayPattern = /^kind:[ \t]*["']?Gateway["']?[ \t\r]*$/m;
const ours = /gatewayClassName:.*traefik|traefik\.io\/gateway-controller/i;
/** UTF-16 units of all of them in a folder: gateways are few and short, and each file of routes reads them again. */
const longest = 20_000;

/** The files of Traefik's gateways, by their folders. Omits folders with very long ones. */
function gatewaysByFolder(files: readonly SourceFile[]): ReadonlyMap<string, readonly SourceFile[]> {
  const found = files.filter(
    ({ path, text }) => /\.ya?ml$/i.test(path) && gatewayPattern.test(text) && ours.test(text),
  );
  const byFolder = groupedBy(found, ({ path }) => folderOf(path));
  return new Map([...byFolder].filter(([, own]) => own.reduce((sum, { text }) => sum + text.length, 0) <= longest));
}

/** Those in the folder of a file of routes, without the file itself. */
function gatewaysBeside(
  [file]: readonly SourceFile[],
  gateways: ReturnType<typeof gatewaysByFolder>,
): readonly SourceFile[] {
  const own = file && gateways.get(folderOf(file.path));
  return own?.filter((one) => one !== file) ?? [];
}

/** Whether a problem is an unattached route of a file, which the gateways beside the file decide. */
function isAttachmentOf([file]: readonly SourceFile[], { code, severity, range }: ConfigProblem): boolean {
  return code === 'kubernetes.attachment' && severity === 'error' && range.path === file?.path;
}
