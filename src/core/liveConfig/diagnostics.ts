import { contextOfFacts, type ProxyFacts } from '../config/diagnostics/checkContext';
import { allProblemsOf } from '../config/files/diagnostics';
import { withNamesForValues } from '../config/files/hiddenValues';
import type { ConfigGroup } from '../config/files/readConfigFiles';
import type { ConfigProblem } from '../config/model/configProblem';
import type { DeclaredKind } from '../config/model/declaration';
import { limitedProblems } from '../config/model/problemLimit';
import { type Inventory, inventoryGroupOf, isKnownWhole, knownEntries } from '../proxy/model/inventory';
import { type ItemKind, traefikProtocols } from '../proxy/model/model';
import { serverTraitsOf } from '../proxy/rules/serverTraits';
import { liveProblems, type NamedInventory, type NotLoadedReasons } from './liveProblems';
import { type LiveMatch, listedKinds, matchesIn } from './matchDeclared';

/**
 * All problems of files, including those that a live proxy reports about the declared objects. An object that neither
 * the files nor the proxy have may be part of a later deployment, so a reference to it is a warning.
 *
 * @param all the problems of the files beside the proxy, if they were found already
 * @param reasons of objects that the proxy lacks
 */
export function checkDeclared(
  groups: readonly ConfigGroup[],
  proxy: NamedInventory,
  all: readonly ConfigProblem[] = allProblemsOf(groups, contextOfFacts(factsOfProxy(proxy.inventory))),
  reasons?: NotLoadedReasons,
): readonly ConfigProblem[] {
  const certain = all.filter(({ untilDeployed }) => untilDeployed !== true);
  const now = all
    .filter(({ untilDeployed }) => untilDeployed === true)
    .map((one) => ({ ...one, severity: 'warning' as const }));
  const matches = matchesIn(groups, proxy.inventory);
  const live = withFixes(liveOf(groups, matches, proxy, reasons), all);
  const isAccepted = acceptedRules(matches);
  // A problem that the proxy reports about a name is not repeated in our words.
  const reported = new Set(live.filter(({ code }) => code === 'live.error').map(placeOf));
  const isAllowed = allowedUnits(matches);
  const isReportedConflict = reportedConflicts(live);
  // A problem about a name that the proxy lacks, too, already contains its consequence.
  const missing = new Set(now.map(placeOf));
  const isReportedLive = (one: ConfigProblem): boolean =>
    (one.code === 'ref.unknown' && reported.has(placeOf(one))) ||
    (one.severity === 'information' && missing.has(placeOf(one)));
  const own = certain.filter(
    (one) => !isAccepted(one) && !isAllowed(one) && !isReportedConflict(one) && !isReportedLive(one),
  );
  return limitedProblems([...own, ...now.filter((one) => !reported.has(placeOf(one))), ...live]);
}

/**
 * Whether an error is about a rule that the proxy uses in the same spelling: the static configuration may set another
 * syntax of rules, which the API does not report.
 */
function acceptedRules(matches: readonly LiveMatch[]): (problem: ConfigProblem) => boolean {
  const accepted = new Set(
    matches.flatMap(({ declaration: { router, protocol, name }, certainty, items: [item] }) => {
      const isSame = certainty === 'exact' && item?.kind === 'routers' && item.rule === router?.rule?.value;
      return isSame && item.status === 'enabled' ? `${protocol} ${name}` : [];
    }),
  );
  return ({ code, severity, about }) =>
    severity === 'error' &&
    code.startsWith('rule.') &&
    about?.kind === 'object' &&
    about.type === 'router' &&
    accepted.has(`${about.protocol} ${about.name}`);
}

/** Whether a problem is about TLS options that the proxy itself reports as unused. */
function reportedConflicts(live: readonly ConfigProblem[]): (problem: ConfigProblem) => boolean {
  const routers = new Set(
    live.flatMap(({ about, message }) =>
      about?.kind === 'object' && /TLS ?options?/i.test(message) ? [`${about.protocol} ${about.name}`] : [],
    ),
  );
  return ({ code, about }) =>
    code === 'tls.conflict' && about?.kind === 'object' && routers.has(`${about.protocol} ${about.name}`);
}

/** Whether a problem is about a setting that must be on, because the proxy has an object that is refused without it. */
function allowedUnits(matches: readonly LiveMatch[]): (problem: ConfigProblem) => boolean {
  const units = new Set(
    matches.flatMap(({ declaration: { unit, router }, certainty, items: [item] }) =>
      router !== undefined && certainty === 'exact' && item?.status === 'enabled' ? [unit] : [],
    ),
  );
  return ({ code, about }) => code === 'kubernetes.setting' && about?.kind === 'unit' && units.has(about.unit);
}

/** The problems that a proxy reports, without values of variables of the files. */
function liveOf(
  groups: readonly ConfigGroup[],
  matches: readonly LiveMatch[],
  proxy: NamedInventory,
  reasons?: NotLoadedReasons,
): readonly ConfigProblem[] {
  const hidden = groups.flatMap((group) => group.hidden ?? []);
  const live = liveProblems(matches, proxy, reasons);
  if (hidden.length === 0) return live;
  return live.map((one) => ({ ...one, message: withNamesForValues(one.message, hidden) }));
}

/** The errors that a proxy reports about declared objects. */
export function reportedBy(groups: readonly ConfigGroup[], proxy: NamedInventory): readonly ConfigProblem[] {
  return liveOf(groups, matchesIn(groups, proxy.inventory), proxy).filter(({ code }) => code === 'live.error');
}

/** Adds the quick fix of our own problem to the proxy's problem at the same place. */
export function withFixes(live: readonly ConfigProblem[], own: readonly ConfigProblem[]): readonly ConfigProblem[] {
  const fixes = new Map(own.flatMap((one) => (one.fix === undefined ? [] : [[placeOf(one), one.fix] as const])));
  return live.map((one) => (one.code === 'live.error' ? { ...one, fix: fixes.get(placeOf(one)) } : one));
}

function placeOf({ range: { path, start, end } }: ConfigProblem): string {
  return JSON.stringify([path, start, end]);
}

/** The facts about a live proxy for checking a configuration. */
export function factsOfProxy(inventory: Inventory): ProxyFacts {
  const { entryPoints, version } = inventory;
  const server = serverTraitsOf(inventory);
  const listed = new Map<string, { names: ReadonlyMap<string, unknown>; isWhole: boolean }>();
  for (const protocol of traefikProtocols) {
    for (const [kind, listedKind] of Object.entries(listedKinds) as [DeclaredKind, ItemKind][]) {
      const group = inventoryGroupOf<ItemKind>(inventory, protocol, listedKind);
      const names = knownEntries(group)?.items ?? new Map<string, unknown>();
      listed.set(`${protocol} ${kind}`, { names, isWhole: group?.state === 'read' });
    }
  }
  return {
    entryPoints: isKnownWhole(entryPoints)
      ? new Map([...entryPoints.items.values()].map(({ name, address = '' }) => [name, transportOf(address)] as const))
      : undefined,
    version: version?.number,
    ruleSyntax: server.major === 2 ? 'v2' : undefined,
    hasWildcards: server.hasWildcards,
    listed,
  };
}

function transportOf(address: string): 'tcp' | 'udp' {
  return address.toLowerCase().endsWith('/udp') ? 'udp' : 'tcp';
}
