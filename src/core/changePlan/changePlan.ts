import { pausesUntil } from '../base/async/pauses';
import { readFileProvider } from '../config/file/readFileProvider';
import { problemsWithoutValues } from '../config/files/hiddenValues';
import type { ConfigGroup } from '../config/files/readConfigFiles';
import type { ConfigProblem } from '../config/model/configProblem';
import { type Declaration, objectKey } from '../config/model/declaration';
import { shownName, splitQualifiedName } from '../config/names/objectNames';
import { textPattern } from '../config/names/textPattern';
import { groupedBy } from '../config/source/groupedBy';
import { isKnown, type SourceFile } from '../config/source/placedText';
import { listedKinds, matchDeclared } from '../liveConfig/matchDeclared';
import { type Inventory, inventoryGroupOf, itemOf } from '../proxy/model/inventory';
import { itemGraphOf } from '../proxy/model/itemGraph';
import type { ItemKind, Router } from '../proxy/model/model';
import { routingTableOf } from '../proxy/routing/routingTable';
import { itemsOfDeclaration } from './declaredItems';
import { type ExplainedMove, explainedMoves, type SilencedRouter } from './explainedMoves';
import { movedRequests } from './movedRequests';
import { type ChangedObject, declaredIn, objectsByKey, plannedInventory, settingsText } from './plannedInventory';
import { textsWithoutValues } from './shownTexts';
import { silencedRouters, unansweredHosts } from './unserved';

/** What would change at a proxy if it read other texts of its files. Has no values of variables but in `after`. */
export interface ChangePlan {
  /** The errors because of which Traefik keeps what it has; empty if it takes the new text. */
  readonly refusals: readonly ConfigProblem[];
  /** Names of declared objects that the proxy lists differently than the old text declares them, or not at all. */
  readonly drifted: readonly string[];
  /** The widest first. */
  readonly moves: readonly ExplainedMove[];
  readonly silenced: readonly SilencedRouter[];
  /** Hosts that routers named and that no router could answer any more, in lower case. */
  readonly unansweredHosts: readonly string[];
  readonly problems: {
    readonly introduced: readonly ConfigProblem[];
    readonly fixed: readonly ConfigProblem[];
    readonly unchanged: number;
  };
  readonly objects: readonly ChangedObject[];
  /** Names of objects whose names, presence, or options depend on what is not known: they count as they are listed. */
  readonly uncertain: readonly string[];
  /** Names of TLS options, stores, and transports that change: what follows from that is not judged. */
  readonly unlisted: readonly string[];
  /** Routers some of whose requests could not be judged, each with a sentence that contains server text. */
  readonly notJudged: readonly { readonly router: string; readonly why: string }[];
  /** Whether all requests were tried that the change concerns. */
  readonly isWhole: boolean;
  /** What the proxy would list. */
  readonly after: Inventory;
}

/**
 * Compares what a proxy does with what it would do with other texts of its files: its listing, without what the old texts
 * declare and with what the new ones declare. Sends no request, and frees the event loop in between.
 *
 * @param old the old texts of all files of the proxy, as they were read together
 * @param recognized the new texts of the same files
 * @param texts all new texts: one that no longer looks like a configuration is still read by Traefik in its folder
 * @throws RequestFailure `canceled`, once the signal aborts
 */
export async function changePlan(
  live: Inventory,
  old: readonly ConfigGroup[],
  recognized: readonly ConfigGroup[],
  signal?: AbortSignal,
  texts: readonly SourceFile[] = [],
): Promise<ChangePlan> {
  const pause = pausesUntil(signal);
  const exposed = exposedContainers(live, old);
  const before = exposed(old);
  const after = exposed(withFilesOfFolders(recognized, before, texts));
  const byKey = new Map(before.map((group) => [group.key, group] as const));
  const refusals: ConfigProblem[] = [];
  const next = after.map((group) => {
    const errors = refusalsOf(group);
    for (const error of errors) refusals.push(error);
    // Traefik keeps what it has of the whole folder.
    return errors.length === 0 ? group : (byKey.get(group.key) ?? { ...group, declarations: [] });
  });
  const refused = new Set(refusals);
  const [declaredBefore, declaredAfter] = [declaredIn(before), declaredIn(next)];
  await itemGraphOf(live).prepareUses(signal);
  const planned = await plannedInventory(live, before, next, pause);
  for (const inventory of [live, planned.inventory]) {
    for (const protocol of ['http', 'tcp'] as const) await routingTableOf(inventory, protocol).prepare(signal);
  }
  const { moves, notes, isWhole } = await movedRequests(live, planned.inventory, planned.changes, pause);
  const hosts = await unansweredHosts(live, planned.inventory, planned.changes, pause);
  await pause();
  const silenced = silencedRouters(planned.changes, planned.problems.after);
  const shown = await textsWithoutValues([...before, ...next], live, pause);
  const problemsOf = (groups: readonly ConfigGroup[]): readonly ConfigProblem[] =>
    problemsWithoutValues(
      groups.flatMap(({ problems }) => problems),
      [],
      groups,
    );
  return {
    refusals,
    drifted: driftedFrom(declaredBefore, live).map(shown),
    moves: explainedMoves(moves, planned.changed, silenced, planned.inventory, shown),
    silenced: silenced.map(({ name, why }) => ({ name: shown(name), why })),
    unansweredHosts: hosts.map(shown),
    problems: comparedProblems(
      [...problemsOf(before), ...planned.problems.before],
      [...problemsOf(after), ...planned.problems.after],
      refused,
    ),
    objects: planned.changed.map((one) => ({ ...one, name: shown(one.name) })),
    uncertain: uncertainNames(declaredBefore, declaredAfter, planned.unsure).map(shown),
    unlisted: changedUnlisted(declaredBefore, declaredAfter).map(shown),
    notJudged: notes.map(({ router, why }) => ({ router: shown(router), why: shown(why) })),
    isWhole,
    after: planned.inventory,
  };
}

/** Adds to a folder of the file provider the files that belonged to it before, and are not recognized any more. */
function withFilesOfFolders(
  groups: readonly ConfigGroup[],
  before: readonly ConfigGroup[],
  texts: readonly SourceFile[],
): readonly ConfigGroup[] {
  const recognized = new Set(groups.flatMap(({ files }) => files.map(({ path }) => path)));
  const byPath = new Map(texts.map((file) => [file.path, file] as const));
  const whole = new Map(groups.map((group) => [group.key, group] as const));
  for (const old of before) {
    if (old.source.provider !== 'file') continue;
    const lost = old.files.flatMap(({ path }) => (recognized.has(path) ? [] : (byPath.get(path) ?? [])));
    if (lost.length === 0) continue;
    const files = [...(whole.get(old.key)?.files ?? []), ...lost];
    whole.set(old.key, { ...old, files, ...readFileProvider(files) });
  }
  return [...whole.values()];
}

/** The errors with which Traefik refuses a folder of the file provider; containers and manifests are lost one by one. */
function refusalsOf({ source, problems }: ConfigGroup): readonly ConfigProblem[] {
  if (source.provider !== 'file') return [];
  return problems.filter(({ severity, about }) => severity === 'error' && about?.kind === 'unit');
}

/** The declared objects that a proxy lists with another rule, service, or middlewares, or not at all. */
function driftedFrom(declarations: readonly Declaration[], live: Inventory): readonly string[] {
  return [...objectsByKey(declarations).values()].flatMap((one) => {
    const isSame = itemsOfDeclaration(one, live, 'enabled').every((item) => {
      if (inventoryGroupOf<ItemKind>(live, item.protocol, item.kind)?.state !== 'read') return true;
      const listed = itemOf(live, item);
      if (listed === undefined) return false;
      return item.kind !== 'routers' || listed.kind !== 'routers' || isSameRouter(item, listed);
    });
    return isSame ? [] : [one.name];
  });
}

/** @param one as declared: its unknown parts may be anything */
function isSameRouter(one: Router, other: Router): boolean {
  const textOf = ({ rule, service, middlewares }: Router): string =>
    JSON.stringify([rule, service, middlewares?.map((name) => splitQualifiedName(name).own)]);
  return textPattern(textOf(one)).fits(textOf(other));
}

/** @param refused those that are told by themselves */
function comparedProblems(
  before: readonly ConfigProblem[],
  after: readonly ConfigProblem[],
  refused: ReadonlySet<ConfigProblem>,
): ChangePlan['problems'] {
  const keyOf = ({ code, message, about }: ConfigProblem): string => JSON.stringify([code, message, about]);
  const [old, next] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))];
  return {
    introduced: after.filter((one) => !old.has(keyOf(one)) && !refused.has(one)),
    fixed: before.filter((one) => !next.has(keyOf(one))),
    unchanged: [...next].filter((key) => old.has(key)).length,
  };
}

/**
 * Names of objects whose names or presence are not certain, if the new text declares them in another way.
 *
 * @param unsure those whose options are not certain
 */
function uncertainNames(
  before: readonly Declaration[],
  after: readonly Declaration[],
  unsure: readonly string[],
): readonly string[] {
  const uncertain = new Map(
    [...before, ...after].flatMap((one) => {
      const isCertain = isKnown(one.name) && one.isConditional !== true;
      const isLeftOut = one.absent !== undefined || listedKinds[one.kind] === undefined || isCertain;
      return isLeftOut ? [] : [[objectKey(one, one.name), one.name] as const];
    }),
  );
  const declaredBy = (declarations: readonly Declaration[]): ReadonlyMap<string, readonly Declaration[]> =>
    groupedBy(
      declarations.filter((one) => one.absent === undefined && uncertain.has(objectKey(one, one.name))),
      (one) => objectKey(one, one.name),
    );
  const [old, next] = [declaredBy(before), declaredBy(after)];
  const textOf = (all: readonly Declaration[] = []): string =>
    JSON.stringify(all.map((one) => [one.isConditional, settingsText(one)]).sort());
  const names = [...uncertain].filter(([key]) => textOf(old.get(key)) !== textOf(next.get(key)));
  return [...new Set([...names.map(([, name]) => shownName(name)), ...unsure])];
}

/** Names of TLS options, stores, and transports of servers that differ: the API does not list them. */
function changedUnlisted(before: readonly Declaration[], after: readonly Declaration[]): readonly string[] {
  const contents = (declarations: readonly Declaration[]): ReadonlyMap<string, string> =>
    new Map(
      declarations.flatMap(({ name, kind, absent, content = '' }) =>
        absent === undefined && listedKinds[kind] === undefined ? [[name, content] as const] : [],
      ),
    );
  const [old, next] = [contents(before), contents(after)];
  return [...new Set([...old.keys(), ...next.keys()])]
    .filter((name) => old.get(name) !== next.get(name))
    .map(shownName);
}

/**
 * Finds out which providers expose containers by default, which files seldom tell: those of which the proxy lists
 * something that a container of the old text declares without asking for it.
 *
 * @returns makes groups in which objects may not be there that need this of another provider
 */
function exposedContainers(
  live: Inventory,
  before: readonly ConfigGroup[],
): (groups: readonly ConfigGroup[]) => readonly ConfigGroup[] {
  const declared = before
    .flatMap(({ source, declarations }) => (source.isOurs ? declarations : []))
    .filter(({ name, absent }) => absent === undefined && isKnown(name));
  const keyOf = (one: Declaration): string => objectKey(one, one.name);
  // Another container may declare the same, and ask for it.
  const asked = new Set(declared.flatMap((one) => (one.needsExposure === true ? [] : [keyOf(one)])));
  const unasked = declared.filter((one) => one.needsExposure === true && !asked.has(keyOf(one)));
  const exposing = new Set(
    matchDeclared(unasked, live).flatMap(({ declaration: { name }, certainty }) =>
      certainty === 'exact' ? [splitQualifiedName(name).provider] : [],
    ),
  );
  const judged = (one: Declaration): Declaration =>
    one.needsExposure !== true || exposing.has(splitQualifiedName(one.name).provider)
      ? one
      : { ...one, isConditional: true };
  return (groups) => groups.map((group) => ({ ...group, declarations: group.declarations.map(judged) }));
}
