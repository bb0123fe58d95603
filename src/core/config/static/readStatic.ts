import * as l10n from '@vscode/l10n';
import { editDistance } from '../../base/text/editDistance';
import { quoted, quotedPath } from '../../base/text/quoted';
import { decodeStruct } from '../decode/decodeConfig';
import type { DecodedStruct } from '../decode/decoded';
import { fixOfFault, wordsOfFault } from '../decode/faultWords';
import { type IgnoredPart, wordsOfIgnored } from '../decode/ignoredPart';
import type { DecodeFault, UntypedNode } from '../decode/untypedNode';
import { type ConfigProblem, renameFix } from '../model/configProblem';
import { nearestTo } from '../names/nearName';
import { isKnown, type PlacedText, rangeOf, type SourceFile } from '../source/placedText';
import { unwatchedProblems } from './fileProviderPaths';
import { type ChanceChoice, labelsOfEnvironment, type ParsedFlags, parseFlags } from './flagsAndVariables';
import { type StaticVersion, staticFieldsOf, staticRoot } from './optionTypes';
import { type FoundOption, findRemoved, rootsOfRemoved } from './removedOptions';
import { startFaults } from './startChecks';
import { referenceProblems } from './staticReferences';
import { refusal, type StaticTree, treeOfFile, treeOfLabels } from './staticSource';
import { findStaticFile, type StaticWorld } from './staticWorld';

/** What a Traefik makes of its static configuration. */
export interface StaticReading {
  /** Whether it starts; undefined where that depends on what is not known, or on chance. */
  readonly starts: boolean | undefined;
  /** The source that counts: Traefik uses one only. */
  readonly source: 'file' | 'flags' | 'environment' | 'none';
  readonly file?: SourceFile | undefined;
  /** The configuration; undefined if Traefik cannot read it. */
  readonly config?: DecodedStruct | undefined;
  readonly problems: readonly ConfigProblem[];
  /** Of one that may be of several versions: the other problems that each of them has. */
  readonly ofVersions?: readonly ProblemsOfVersion[] | undefined;
}

/** What is wrong in a version, and not in all that a Traefik may be. */
export interface ProblemsOfVersion {
  readonly version: StaticVersion;
  readonly problems: readonly ConfigProblem[];
}

/**
 * Reads the static configuration of one Traefik, of a known version, from all that its process sees
 * (docs/traefik.md, "Where static configuration comes from").
 */
export function readStatic(world: StaticWorld, version: StaticVersion): StaticReading {
  const first = readOnce(world, version, 'first');
  if (!first.hasChance) return first;
  const last = readOnce(world, version, 'last');
  const told = new Set(last.problems.map(keyOf));
  return {
    ...first,
    starts: first.starts === last.starts ? first.starts : undefined,
    problems: [
      ...first.problems.filter((problem) => problem.severity !== 'error' || told.has(keyOf(problem))),
      ...byChanceProblems(first.byChance),
    ],
  };
}

/** The same for a version that is one of several: only what is wrong in all of them is an error. */
export function readStaticOf(world: StaticWorld, versions: readonly StaticVersion[]): StaticReading | undefined {
  const readings = versions.map((version) => readStatic(world, version));
  const newest = readings.at(-1);
  if (newest === undefined || readings.length === 1) return newest;
  const starts = readings.every((one) => one.starts === newest.starts) ? newest.starts : undefined;
  return { ...newest, starts, ...byVersion(versions, readings) };
}

/** A file that is the static configuration of a Traefik of which nothing else is known. */
export function readStaticFile(
  file: SourceFile,
  versions: readonly StaticVersion[],
): Pick<StaticReading, 'problems' | 'ofVersions' | 'config'> {
  const world: StaticWorld = { files: [file], args: [], environment: [], workingDirectory: '/' };
  const read = (version: StaticVersion): Pick<StaticReading, 'problems' | 'config'> => {
    const found = version === 'a' ? [] : (findRemoved(treeOfFile(file, undefined).children ?? [], version) ?? []);
    const removed = found.map(removedProblem);
    const tree = treeOfFile(file, new Set(staticFieldsOf(staticRoot, version).keys()));
    const problems = [...ignoredRoots(tree, file)];
    const { config } = decoded(tree, 'files', world, version, problems);
    const all = [...removed, ...problems.filter(isElsewhere(removed))];
    return found.some(({ stops }) => stops) ? { problems: all } : { problems: all, config };
  };
  const readings = versions.map(read);
  return { ...byVersion(versions, readings), config: readings.at(-1)?.config };
}

/** The problems that all versions have, in the words of the last one, and those that only some have. */
function byVersion(
  versions: readonly StaticVersion[],
  readings: readonly Pick<StaticReading, 'problems'>[],
): Required<Pick<StaticReading, 'problems' | 'ofVersions'>> {
  const told = readings.map(({ problems }) => new Set(problems.map(keyOf)));
  const isInAll = (problem: ConfigProblem): boolean => told.every((keys) => keys.has(keyOf(problem)));
  return {
    problems: (readings.at(-1)?.problems ?? []).filter(isInAll),
    ofVersions: versions.flatMap((version, index) => {
      const problems = (readings[index]?.problems ?? []).filter((one) => !isInAll(one));
      return problems.length === 0 ? [] : [{ version, problems }];
    }),
  };
}

/**
 * For the problems that come after those of `findRemoved`, which are few: an option that is gone is also an unknown one,
 * which is no second problem.
 */
function isElsewhere(removed: readonly ConfigProblem[]): (problem: ConfigProblem) => boolean {
  const gone = removed.filter(({ severity }) => severity === 'error').map(({ range }) => range);
  return ({ range }) =>
    !gone.some(({ path, start, end }) => path === range.path && start < range.end && range.start < end);
}

function keyOf({ code, severity, range }: ConfigProblem): string {
  return `${code} ${severity} ${range.path} ${range.start}`;
}

function byChanceProblems(names: readonly PlacedText[]): readonly ConfigProblem[] {
  return names.map((name) => ({
    code: 'static.doubtful',
    severity: 'warning',
    message: l10n.t('What Traefik makes of this is left to chance. Write the flag once, with “=” before its value.'),
    range: rangeOf(name),
  }));
}

interface OneReading extends StaticReading {
  readonly hasChance: boolean;
  readonly byChance: readonly PlacedText[];
}

function readOnce(world: StaticWorld, version: StaticVersion, choice: ChanceChoice): OneReading {
  const problems: ConfigProblem[] = [];
  const stopped = { starts: false, source: 'none', hasChance: false, byChance: [], problems } as const;
  const command = commandOf(world.args);
  if (command.kind === 'other') return stopped;
  if (command.kind === 'unknown') {
    problems.push(
      refusal(
        rangeOf(command.at),
        l10n.t('“{0}” is no command of Traefik. Flags begin with “--”.', quoted(command.at.value)),
      ),
    );
    return stopped;
  }
  const { args } = command;
  const flags = parseFlags(args, version, choice);
  const isStopped = version !== 'a' && hasRemoved({ ...world, args }, version, problems);
  const reading = readSource({ ...world, args }, flags, version);
  const all = [...problems, ...reading.problems.filter(isElsewhere(problems))];
  const rest = { hasChance: flags.byChance.length > 0, byChance: flags.byChance, problems: all };
  // Traefik reads no further. The person who mends this has the other problems next.
  return isStopped ? { starts: false, source: 'none', ...rest } : { ...reading, ...rest };
}

/** Reads the source that counts: a file, else the flags, else the variables. */
function readSource(world: StaticWorld, flags: ParsedFlags, version: StaticVersion): StaticReading {
  const problems: ConfigProblem[] = [];
  if (flags.fault !== undefined) {
    problems.push(faultOfFlags(flags.fault));
    return { starts: false, source: 'none', problems };
  }
  if (flags.rest !== undefined) problems.push(ignoredArguments(flags.rest, flags.restOf));
  const named = valueOfFlag(flags, 'configFile') ?? valueOfFlag(flags, 'configfile');
  const found = findStaticFile(world, named?.value);
  const roots = new Set(staticFieldsOf(staticRoot, version).keys());
  if (found !== undefined) {
    if (typeof found.there === 'string') {
      const words = l10n.t('{0} is no file.', quotedPath(found.path));
      problems.push(refusal(named === undefined ? { path: found.path, start: 0, end: 0 } : rangeOf(named), words));
      return { starts: false, source: 'file', problems };
    }
    const file = found.there;
    const tree = treeOfFile(file, roots);
    for (const problem of unusedBesideFile(flags, world, version, file)) problems.push(problem);
    for (const problem of ignoredRoots(tree, file)) problems.push(problem);
    return { ...decoded(tree, 'files', world, version, problems), source: 'file', file, problems };
  }
  if (world.args.length > 0) {
    for (const problem of unusedVariables(world, version)) problems.push(problem);
    const reading = decoded(treeOfLabels(flags.labels), 'labels', world, version, problems);
    return { ...reading, source: 'flags', problems };
  }
  const variables = labelsOfEnvironment(world.environment, version);
  const source = variables.length > 0 ? 'environment' : 'none';
  return { ...decoded(treeOfLabels(variables), 'labels', world, version, problems), source, problems };
}

/** What the arguments ask for (paerser's cli/commands.go). */
function commandOf(
  args: readonly PlacedText[],
):
  | { readonly kind: 'run'; readonly args: readonly PlacedText[] }
  | { readonly kind: 'other' }
  | { readonly kind: 'unknown'; readonly at: PlacedText } {
  const isOwnName = args[0]?.value === 'traefik';
  const own = isOwnName ? args.slice(1) : args;
  const [first] = own;
  if (first !== undefined && /^(?:version|healthcheck)$/.test(first.value)) return { kind: 'other' };
  if (first !== undefined && !first.value.startsWith('-')) return { kind: 'unknown', at: first };
  if (own.some(({ value }) => /^(?:--?help|-h)$/.test(value))) return { kind: 'other' };
  return { kind: 'run', args: own };
}

function valueOfFlag({ labels }: ParsedFlags, name: string): PlacedText | undefined {
  return labels.find(({ key }) => key.value === `traefik.${name}`)?.value;
}

/** Looks for the options of Traefik 2 in all sources, in Traefik's order. @returns whether they stop it */
function hasRemoved(world: StaticWorld, version: StaticVersion, problems: ConfigProblem[]): boolean {
  const withValues = world.args.map((arg) =>
    arg.value.includes('=') ? arg : { ...arg, value: `${arg.value}=true`, places: 'none' as const },
  );
  const flags = parseFlags(withValues, undefined, 'first');
  if (flags.fault !== undefined) return false;
  const named = valueOfFlag(flags, 'configfile') ?? valueOfFlag(flags, 'configFile');
  const found = findStaticFile(world, named?.value);
  const sources = [
    () => treeOfLabels(flags.labels).children,
    () =>
      found === undefined
        ? []
        : typeof found.there === 'string'
          ? undefined
          : treeOfFile(found.there, undefined).children,
    () => treeOfLabels(labelsOfEnvironment(world.environment, version, rootsOfRemoved)).children,
  ];
  for (const childrenOf of sources) {
    const children = childrenOf();
    const options = children === undefined ? undefined : findRemoved(children, version);
    if (options === undefined) return false;
    for (const one of options) problems.push(removedProblem(one));
    if (options.some(({ stops }) => stops)) return true;
  }
  return false;
}

function removedProblem({ at, message, stops }: FoundOption): ConfigProblem {
  return { code: 'static.removed', severity: stops ? 'error' : 'warning', message, range: rangeOf(at) };
}

function faultOfFlags({ kind, at }: NonNullable<ParsedFlags['fault']>): ConfigProblem {
  const words =
    kind === 'syntax'
      ? l10n.t('“{0}” is no flag. Write it as “--name=value”.', quoted(at.value))
      : l10n.t('The flag “{0}” needs a value. Write it behind “=”.', quoted(at.value));
  return refusal(rangeOf(at), words);
}

function ignoredArguments(first: PlacedText, after: PlacedText | undefined): ConfigProblem {
  const message =
    after === undefined
      ? l10n.t('Traefik ignores this argument and all that follow, as it is no flag.')
      : l10n.t(
          '“{0}” takes its value only behind “=”. Traefik ignores this argument and all that follow.',
          quoted(after.value),
        );
  return { code: 'static.ignored', severity: 'warning', message, range: rangeOf(first) };
}

function unusedBesideFile(
  { labels }: ParsedFlags,
  world: StaticWorld,
  version: StaticVersion,
  file: SourceFile,
): readonly ConfigProblem[] {
  const message = l10n.t('Traefik uses one source only, here {0}. It ignores the other ones.', quotedPath(file.path));
  const own = labels.filter(({ key }) => !/^traefik\.configfile$/i.test(key.value)).map(({ key }) => key);
  const variables = labelsOfEnvironment(world.environment, version).map(({ key }) => key);
  return [own, variables].flatMap(([first]) =>
    first === undefined
      ? []
      : [{ code: 'static.ignored', severity: 'warning', message, range: rangeOf(first) } as const],
  );
}

function unusedVariables(world: StaticWorld, version: StaticVersion): readonly ConfigProblem[] {
  const message = l10n.t('Traefik uses one source only, here its flags. It ignores all variables.');
  return labelsOfEnvironment(world.environment, version)
    .slice(0, 1)
    .map(({ key }) => ({ code: 'static.ignored', severity: 'warning', message, range: rangeOf(key) }));
}

/** Only a slip of the hand: the names of other sections, such as those of Traefik 1, look alike. */
function nearRoot(name: string, known: readonly string[]): string | undefined {
  const nearest = nearestTo(name.replaceAll(/[-_]/g, ''), known);
  const isNear = nearest !== undefined && editDistance(name.toLowerCase(), nearest.toLowerCase(), 2) <= 2;
  return isNear ? nearest : undefined;
}

const dynamicRoots = /^(?:http|tcp|udp|tls)$/i;

function ignoredRoots({ unknownRoots }: StaticTree, file: SourceFile): readonly ConfigProblem[] {
  const known = [...staticFieldsOf(staticRoot, '7').values()].map(({ name }) => name);
  return unknownRoots.map((key) => {
    const nearest = nearRoot(key.value, known);
    const message = dynamicRoots.test(key.value)
      ? l10n.t(
          '“{0}” is dynamic configuration, which Traefik ignores in {1}. Declare it in a file of a provider.',
          quoted(key.value),
          quotedPath(file.path),
        )
      : nearest === undefined
        ? l10n.t('Traefik has no option “{0}” here, and ignores it.', quoted(key.value))
        : l10n.t(
            'Traefik has no option “{0}” here, and ignores it. Did you mean “{1}”?',
            quoted(key.value),
            quoted(nearest),
          );
    const fix = dynamicRoots.test(key.value) ? undefined : renameFix(key, nearest);
    return { code: 'static.ignored', severity: 'warning', message, range: rangeOf(key), fix };
  });
}

function decoded(
  tree: StaticTree,
  form: 'labels' | 'files',
  world: StaticWorld,
  version: StaticVersion,
  problems: ConfigProblem[],
): Pick<StaticReading, 'starts' | 'config'> {
  for (const problem of tree.problems) problems.push(problem);
  const { children } = tree;
  if (children === undefined) return { starts: tree.isCut === true ? undefined : false };
  const faults: DecodeFault[] = [];
  const ignored: IgnoredPart[] = [];
  const key: PlacedText = children[0]?.key ?? { value: '', file: { path: '', text: '' }, start: 0, end: 0 };
  const fieldsOf = (struct: string) => staticFieldsOf(struct, version);
  const config = decodeStruct(staticRoot, { key, children: [...children] }, form, faults, ignored, fieldsOf);
  for (const fault of faults) {
    const message = `${wordsOfFault(fault)} ${l10n.t('Traefik does not start with it.')}`;
    problems.push({ ...refusal(rangeOf(fault.at), message), fix: fixOfFault(fault) });
  }
  for (const part of ignored) {
    const message = wordsOfIgnored(part);
    problems.push({ code: 'static.ignored', severity: 'warning', message, range: rangeOf(part.at), fix: part.fix });
  }
  if (faults.length > 0 || tree.problems.length > 0) return { starts: false };
  const reasons = startFaults(config, world, version);
  const isUnknown = hasUnknown(children);
  for (const { at, message, isCertain } of reasons) {
    if (!isKnown(at.value)) continue;
    problems.push({ code: 'static.value', severity: isCertain ? 'error' : 'warning', message, range: rangeOf(at) });
  }
  for (const problem of [...referenceProblems(config), ...unwatchedProblems(config)]) problems.push(problem);
  const certain = reasons.some(({ at, isCertain }) => isCertain && isKnown(at.value));
  return { starts: certain ? false : reasons.length > 0 || isUnknown ? undefined : true, config };
}

/** Whether any part of a tree is not known. Not by calls: the name of a flag can have very many levels. */
function hasUnknown(nodes: readonly UntypedNode[]): boolean {
  const left = [...nodes];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (!isKnown(node.name) || !isKnown(node.value)) return true;
    for (const child of node.children) left.push(child);
  }
  return false;
}
