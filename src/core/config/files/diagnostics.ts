import * as z from 'zod/mini';
import type { CheckContext } from '../diagnostics/checkContext';
import { checkObjects } from '../diagnostics/checkObjects';
import type { ConfigProblem } from '../model/configProblem';
import { objectKey } from '../model/declaration';
import { limitedProblems } from '../model/problemLimit';
import { NameTable } from '../names/meantNames';
import { normalizeName, shownName, splitQualifiedName } from '../names/objectNames';
import { isKnown } from '../source/placedText';
import { staticVersionsOf } from '../static/optionTypes';
import { withoutValues } from './hiddenValues';
import type { ConfigSource } from './isForTraefik';
import { knownNamesIn, nearNameProblems } from './nearNames';
import { type ConfigGroup, unreadGroup } from './readConfigFiles';

/**
 * All problems of some groups: those of reading, and the errors that Traefik would report for the objects.
 *
 * @param context the known facts about the proxy; objects that any of the files declares do not count as missing
 */
export function checkConfigGroups(groups: readonly ConfigGroup[], context: CheckContext): readonly ConfigProblem[] {
  return limitedProblems(allProblemsOf(groups, context));
}

/** Does the same without a limit to the number of problems, for callers that compare them. */
export function allProblemsOf(groups: readonly ConfigGroup[], context: CheckContext): readonly ConfigProblem[] {
  const declared = new Set<string>();
  const uncertain = new Set<string>();
  for (const { declarations } of groups) {
    for (const one of declarations) {
      if (isKnown(one.name)) declared.add(objectKey(one, one.name));
      else uncertain.add(objectKey(one, splitQualifiedName(one.name).provider));
    }
  }
  // The missing object may be after the place at which a file was cut.
  const isCut = groups.some(({ problems: own }) =>
    own.some(({ code }) => code === 'text.tooLarge' || code === 'text.unread'),
  );
  const broken = new Set(
    groups.flatMap(({ problems: own, source: { provider } }) =>
      own.some(({ code }) => code === 'text.syntax') ? [suffixes[provider] ?? provider] : [],
    ),
  );
  const exists: CheckContext['exists'] = (protocol, kind, name) => {
    const { provider } = splitQualifiedName(name);
    const isHere =
      isCut ||
      broken.has(provider) ||
      declared.has(objectKey({ protocol, kind }, name)) ||
      uncertain.has(objectKey({ protocol, kind }, provider));
    const isThere = context.exists?.(protocol, kind, name);
    return isHere && isThere !== true ? undefined : isThere;
  };
  const tables = new Map<string, NameTable>();
  const names: CheckContext['names'] = (protocol, kind) => {
    const key = `${protocol} ${kind}`;
    const known = tables.get(key);
    if (known !== undefined) return known;
    // Messages may propose these: none with the value of a variable.
    const given = groups
      .flatMap(({ declarations, hidden }) => hidden?.declarations ?? declarations)
      .filter((one) => one.protocol === protocol && one.kind === kind && one.absent === undefined && isKnown(one.name))
      .map(({ name }) => name);
    const made = new NameTable(given, context.names?.(protocol, kind));
    tables.set(key, made);
    return made;
  };
  let inCluster: ReadonlyMap<string, string | undefined> | undefined;
  const clusterName: CheckContext['clusterName'] = (protocol, kind, name) => {
    inCluster ??= namesInCluster(groups);
    return inCluster.get(objectKey({ protocol, kind }, normalizeName(name)));
  };
  const whole: CheckContext = { ...context, exists, names, clusterName };
  // Another one of a near name may be meant even if the proxy does not have the object yet.
  const existsForNear: CheckContext['exists'] =
    context.isGrowing === true ? (...named) => context.exists?.(...named) || undefined : context.exists;
  const problems: ConfigProblem[][] = [];
  const known = knownNamesIn(groups);
  const versions = staticVersionsOf(context.version);
  for (const group of groups) {
    const { source, ofVersions = [] } = group;
    const further = ofVersions.filter(({ version }) => versions.length === 1 && version === versions[0]);
    const own = [...group.problems, ...further.flatMap(({ problems }) => problems)];
    const found = source.isOurs ? checkOrReport(group, whole) : [];
    const near = source.isOurs && !isCut && broken.size === 0 ? nearNameProblems(group, known, existsForNear) : [];
    const all = [...own, ...found, ...near];
    if (group.hidden === undefined) problems.push(all);
    else {
      const { hidden } = group;
      const withMarks = { ...group, ...hidden };
      const marked = source.isOurs ? checkOrReport(withMarks, whole) : [];
      const nearMarked = near.length === 0 ? [] : nearNameProblems(withMarks, known, existsForNear);
      problems.push([...withoutValues(all, [...hidden.problems, ...marked, ...nearMarked], hidden, group.files)]);
    }
  }
  return distinct(problems.flat());
}

/** The problems of objects, or one of each file if the check fails. */
function checkOrReport(group: ConfigGroup, context: CheckContext): readonly ConfigProblem[] {
  try {
    const { declarations, traefik } = group;
    // A live proxy knows better.
    if (traefik === undefined || context.entryPoints !== undefined) return checkObjects(declarations, context);
    const [entryPoints, resolvers] = [new Map(traefik.entryPoints), new Set(traefik.resolvers)];
    return checkObjects(declarations, {
      ...context,
      entryPoints,
      resolvers,
      areNamesCertain: traefik.isBeside !== true,
    });
  } catch {
    return group.files.flatMap((file) => unreadGroup(file, 'unread').problems);
  }
}

/** Objects of Kubernetes by their names without namespaces; undefined if there are several. */
function namesInCluster(groups: readonly ConfigGroup[]): ReadonlyMap<string, string | undefined> {
  const names = new Map<string, string | undefined>();
  for (const { declarations } of groups) {
    for (const { protocol, kind, name, at, unit, isImplied, absent } of declarations) {
      if (!name.endsWith('@kubernetescrd') || isImplied === true || absent !== undefined || !isKnown(name)) continue;
      const key = objectKey({ protocol, kind }, normalizeName(at.value));
      names.set(key, names.has(key) && names.get(key) !== name ? undefined : name);
      // Its id has no namespace, but users refer to it as if it had one.
      if (kind === 'tlsOptions' && at.value === 'default')
        names.set(objectKey({ protocol, kind }, unit.replace('TLSOption ', '')), name);
    }
  }
  return names;
}

/** The suffixes of names that differ from the name of the provider. */
const suffixes: Partial<Readonly<Record<ConfigSource['provider'], string>>> = {
  crd: 'kubernetescrd',
  ingress: 'kubernetes',
  gateway: 'kubernetesgateway',
};

/** Once each, a lasting one first: a compose file may be read for Docker and for Swarm. */
function distinct(problems: readonly ConfigProblem[]): readonly ConfigProblem[] {
  const byPlace = new Map<string, ConfigProblem>();
  for (const one of problems) {
    const { code, range } = one;
    // Messages show unknown parts of a name as in a pattern.
    const message = shownName(one.message);
    const key = JSON.stringify([code, message, range.path, range.start]);
    const same = byPlace.get(key);
    if (same === undefined || (same.untilDeployed === true && one.untilDeployed !== true))
      byPlace.set(key, { ...one, message });
  }
  return [...byPlace.values()];
}

const severitySchema = z.enum(['error', 'warning', 'information', 'hint', 'off']);

const settingsSchema = z.object({
  problems: z.catch(z.enum(['all', 'live', 'off']), 'all'),
  severity: z.catch(z.record(z.string(), z.catch(z.optional(severitySchema), undefined)), {}),
});

/** The problems that the user wants to see, and their severities by their codes. */
type ProblemSettings = z.infer<typeof settingsSchema>;

/** Reads settings as VS Code gives them. Invalid values count as not set. */
export function readProblemSettings(settings: unknown): ProblemSettings {
  return settingsSchema.parse(settings);
}

/** The codes of problems that a live proxy reports. */
const liveCodes: ReadonlySet<ConfigProblem['code']> = new Set(['live.error', 'not.loaded']);

/** The severity to show for a problem; `off` to hide it. */
export function shownSeverity(
  { code, severity }: Pick<ConfigProblem, 'code' | 'severity'>,
  settings: ProblemSettings,
): z.infer<typeof severitySchema> {
  const isOff = settings.problems === 'off' || (settings.problems === 'live' && !liveCodes.has(code));
  return isOff ? 'off' : (settings.severity[code] ?? severity);
}
