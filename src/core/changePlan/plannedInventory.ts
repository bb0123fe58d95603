import type { Pauses } from '../base/async/pauses';
import { type CheckContext, contextOfFacts } from '../config/diagnostics/checkContext';
import { checkObjects } from '../config/diagnostics/checkObjects';
import { problemsWithoutValues } from '../config/files/hiddenValues';
import type { ConfigGroup } from '../config/files/readConfigFiles';
import type { ConfigProblem } from '../config/model/configProblem';
import { type Declaration, objectKey, type RouterFields } from '../config/model/declaration';
import { splitQualifiedName } from '../config/names/objectNames';
import { isKnown, rangeOf, type SourceRange, unknownPart } from '../config/source/placedText';
import { declaredKinds } from '../liveConfig/definition';
import { factsOfProxy } from '../liveConfig/diagnostics';
import { listedKinds } from '../liveConfig/matchDeclared';
import { type Inventory, itemOf } from '../proxy/model/inventory';
import type { Item, ItemKind, ItemStatus, TraefikProtocol } from '../proxy/model/model';
import { copiesOfRouter } from '../proxy/model/originalOfCopy';
import type { ItemChanges } from './changedItems';
import { itemsOfDeclaration } from './declaredItems';
import { PlannedListings } from './plannedListings';
import { itemsWithOtherStatus, withStatus } from './statusOfReferences';

/** An object whose declaration differs between two texts of the files. */
export interface ChangedObject {
  readonly protocol: TraefikProtocol;
  readonly kind: ItemKind;
  /** With its provider. */
  readonly name: string;
  readonly how: 'added' | 'changed' | 'removed';
  /** Names of the options that differ, sorted; only if it is changed. */
  readonly options: readonly string[];
  /** Where it is declared: in the new text; in the old one if it is removed. */
  readonly range: SourceRange;
}

interface DeclaredChange extends ChangedObject {
  readonly declaration: Declaration;
  /** Whether an option that it has from now on is not known. */
  readonly isUnsure: boolean;
}

/** What a proxy would list after a change of its files. */
interface PlannedInventory {
  readonly inventory: Inventory;
  /** The items of it that are not listed so now. */
  readonly changes: ItemChanges;
  readonly changed: readonly ChangedObject[];
  /** The names of those whose new options are not all known: they are as they are listed now. */
  readonly unsure: readonly string[];
  /** The errors that Traefik would report for the objects of the old and of the new text, without values of variables. */
  readonly problems: { readonly before: readonly ConfigProblem[]; readonly after: readonly ConfigProblem[] };
}

/**
 * What a proxy would list if its files changed: its listing without what the old text declares and with what the new text
 * declares. What neither declares stays, but its status follows from what it refers to.
 *
 * A declared object has the settings that its file gives it, the entry points and the priority that Traefik adds, and the
 * status that follows from the errors that we foretell. Objects whose names, presence, or options are not certain stay as
 * they are listed, and so do items that do not change: they are the same objects.
 *
 * @param pause frees the event loop, and ends this with what it throws
 */
export async function plannedInventory(
  live: Inventory,
  before: readonly ConfigGroup[],
  after: readonly ConfigGroup[],
  pause: Pauses,
): Promise<PlannedInventory> {
  const [declaredBefore, declaredAfter] = [declaredIn(before), declaredIn(after)];
  const listings = new PlannedListings(live);
  const next = objectsByKey(declaredAfter);
  const [maybeOld, maybeNext] = [declaredBefore, declaredAfter].map((all) => objectsByKey(all, true));
  // What may be there or not from now on is neither removed nor another one.
  const isOpen = ([key]: readonly [string, Declaration]): boolean => !next.has(key) && maybeNext?.has(key) === true;
  const old = new Map([...objectsByKey(declaredBefore)].filter((one) => !isOpen(one)));
  // What may have been there was, if it is listed.
  const wasListed = [...(maybeOld ?? [])].filter((one) => !isOpen(one) && isListed(one[1], listings, live));
  const changed = changesBetween(new Map([...wasListed, ...old]), next);
  const remove = (one: ChangedObject): void => {
    listings.delete(one);
    if (one.protocol !== 'http' || one.kind !== 'routers') return;
    for (const copy of copiesOfRouter(one.name, live)) listings.delete(copy);
  };
  for (const one of changed) if (one.how !== 'added' && !one.isUnsure) remove(one);
  await pause();
  for (const { how, declaration, isUnsure } of changed) {
    if (how !== 'removed' && !isUnsure) listings.set(itemsOfDeclaration(declaration, live, 'enabled'));
    await pause();
  }
  const oldProblems = problemsOfObjects(old, before, contextIn(live, declaredBefore));
  await pause();
  // What is missing is decided by what would be listed.
  const context = contextIn(listings.inventory(), declaredAfter);
  await pause();
  const problems = { before: oldProblems, after: problemsOfObjects(next, after, context) };
  await pause();
  const [statusesBefore, statuses] = [statusesAfter(problems.before), statusesAfter(problems.after)];
  const byKey = new Map(changed.map((one) => [objectKey(one.declaration, one.name), one] as const));
  for (const [key, declaration] of next) {
    const change = byKey.get(key);
    const status = statuses.get(key) ?? 'enabled';
    // As listed: what we do not foretell of it, before and after alike, stays.
    if (change === undefined && status === (statusesBefore.get(key) ?? 'enabled')) continue;
    if (change?.isUnsure === true) {
      if (status !== 'disabled') continue;
      // Whatever its options are, it gets nothing.
      remove(change);
    }
    const items = itemsOfDeclaration(declaration, live, status);
    if (change !== undefined) listings.set(items);
    else if (hasUnknown(declaration)) listings.set(items.flatMap((item) => withStatus(itemOf(live, item), status)));
    else listings.set(items.filter((item) => listings.has(item)));
  }
  await pause();
  const isDeclared = ({ protocol, kind, name }: Item): boolean =>
    next.has(objectKey({ protocol, kind: declaredKinds[kind] }, name));
  listings.set(itemsWithOtherStatus(live, listings.inventory(), listings.changes(), isDeclared));
  return {
    inventory: listings.inventory(),
    changes: listings.changes(),
    changed: changed.map(({ declaration: _, isUnsure: __, ...one }) => one),
    unsure: changed.flatMap(({ isUnsure, name }) => (isUnsure ? [name] : [])),
    problems,
  };
}

/** What the files of Traefik among some declare. */
export function declaredIn(groups: readonly ConfigGroup[]): readonly Declaration[] {
  return groups.flatMap(({ source, declarations }) => (source.isOurs ? declarations : []));
}

function problemsOfObjects(
  objects: ReadonlyMap<string, Declaration>,
  groups: readonly ConfigGroup[],
  context: CheckContext,
): readonly ConfigProblem[] {
  const problems = checkObjects([...objects.values()], context);
  if (groups.every(({ hidden }) => hidden === undefined)) return problems;
  const marked = declaredIn(groups.map((group) => ({ ...group, ...group.hidden })));
  return problemsWithoutValues(problems, checkObjects(marked, context), groups);
}

/**
 * The objects that a proxy lists, without those whose names are not certain.
 *
 * @param areMaybe whether they are those whose presence is not certain, or all others
 */
export function objectsByKey(declarations: readonly Declaration[], areMaybe = false): ReadonlyMap<string, Declaration> {
  const objects = new Map<string, Declaration>();
  for (const one of declarations) {
    if (one.absent !== undefined || (one.isConditional === true) !== areMaybe || !isKnown(one.name)) continue;
    if (listedKinds[one.kind] !== undefined) objects.set(objectKey(one, one.name), one);
  }
  return objects;
}

function isListed({ protocol, kind, name }: Declaration, listings: PlannedListings, live: Inventory): boolean {
  const listedKind = listedKinds[kind];
  if (listedKind === undefined) return false;
  const isRouter = protocol === 'http' && kind === 'router';
  return listings.has({ protocol, kind: listedKind, name }) || (isRouter && copiesOfRouter(name, live).length > 0);
}

function changesBetween(
  old: ReadonlyMap<string, Declaration>,
  next: ReadonlyMap<string, Declaration>,
): readonly DeclaredChange[] {
  const changed: DeclaredChange[] = [];
  const add = (how: ChangedObject['how'], declaration: Declaration, options: readonly string[] = []): void => {
    const { protocol, name } = declaration;
    const kind = listedKinds[declaration.kind];
    if (kind !== undefined) {
      const isUnsure = how !== 'removed' && hasUnknown(declaration);
      changed.push({ protocol, kind, name, how, declaration, options, isUnsure, range: rangeOf(declaration.at) });
    }
  };
  for (const [key, one] of old) if (!next.has(key)) add('removed', one);
  for (const [key, one] of next) {
    const earlier = old.get(key);
    if (earlier === undefined) add('added', one);
    else if (settingsText(earlier) !== settingsText(one)) add('changed', one, changedOptions(earlier, one));
  }
  return changed;
}

/** Whether an option is not known. The service of a router without one is: it has no name to the file, but is the same. */
function hasUnknown({ settings, content = '', router }: Declaration): boolean {
  const isPartial = content === unknownPart;
  const more = router === undefined || isPartial ? [content] : [router.rule?.value, router.priority];
  return !isKnown(JSON.stringify([settings?.asListed(), more]));
}

function changedOptions(one: Declaration, other: Declaration): readonly string[] {
  const [old, next] = [optionsOf(one), optionsOf(other)];
  return [...new Set([...Object.keys(old), ...Object.keys(next)])]
    .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(next[name]))
    .sort();
}

/** All that a text says of an object, to be compared with what another one says. */
export function settingsText(one: Declaration): string {
  const { settings, content, router } = one;
  const added = [router?.rule?.value, router?.service?.value];
  return JSON.stringify([settings === undefined ? [content, optionsOf(one)] : optionsOf(one), ...added]);
}

/** The options of an object by their names; of one without settings, as of a cluster, what is read of a router. */
function optionsOf({ settings, router }: Declaration): Readonly<Record<string, unknown>> {
  if (settings !== undefined || router === undefined) return settings?.asListed() ?? {};
  const { rule, service, middlewares, entryPoints, ruleSyntax, priority, tls, parentRefs } = router;
  const names = (texts: RouterFields['entryPoints']) => texts?.map(({ value }) => value);
  return {
    ...{ rule: rule?.value, service: service?.value, ruleSyntax: ruleSyntax?.value, priority },
    ...{ middlewares: names(middlewares), entryPoints: names(entryPoints), parentRefs: names(parentRefs) },
    tls: tls && [tls.options?.value, tls.passthrough, tls.certResolver?.value],
  };
}

/**
 * Without the names that the proxy lists: a message would propose one that the files do not touch.
 *
 * @param declarations those whose names or presence are not certain may be what is not listed
 */
function contextIn(inventory: Inventory, declarations: readonly Declaration[]): CheckContext {
  const context = contextOfFacts(factsOfProxy(inventory));
  const present = declarations.filter(({ absent }) => absent === undefined);
  const maybe = objectsByKey(present, true);
  const providers = new Set(
    present.flatMap((one) => (isKnown(one.name) ? [] : [objectKey(one, splitQualifiedName(one.name).provider)])),
  );
  const exists: CheckContext['exists'] = (protocol, kind, name) => {
    const isThere = context.exists?.(protocol, kind, name);
    const of = { protocol, kind };
    const mayBe = maybe.has(objectKey(of, name)) || providers.has(objectKey(of, splitQualifiedName(name).provider));
    return isThere === false && mayBe ? undefined : isThere;
  };
  return { ...context, exists, names: undefined, isGrowing: false };
}

/** The statuses other than `enabled` that follow from errors, by the keys of objects. */
function statusesAfter(problems: readonly ConfigProblem[]): ReadonlyMap<string, ItemStatus> {
  const statuses = new Map<string, ItemStatus>();
  for (const { severity, code, about } of problems) {
    if (about?.kind !== 'object') continue;
    const key = objectKey({ protocol: about.protocol, kind: about.type }, about.name);
    if (severity === 'error') statuses.set(key, 'disabled');
    // One of several entry points is unknown: the router is on the others.
    const isPartly = severity === 'warning' && code === 'ref.unknown' && about.type === 'router';
    if (isPartly && !statuses.has(key)) statuses.set(key, 'warning');
  }
  return statuses;
}
