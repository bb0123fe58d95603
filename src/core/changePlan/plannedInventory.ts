import type { Pauses } from '../base/async/pauses';
import { type CheckContext, contextOfFacts } from '../config/diagnostics/checkContext';
import { checkObjects } from '../config/diagnostics/checkObjects';
import { problemsWithoutValues } from '../config/files/hiddenValues';
import type { ConfigGroup } from '../config/files/readConfigFiles';
import type { ConfigProblem } from '../config/model/configProblem';
import { type Declaration, type DeclaredKind, objectKey } from '../config/model/declaration';
import { isKnown, rangeOf, type SourceRange } from '../config/source/placedText';
import { factsOfProxy } from '../liveConfig/diagnostics';
import { listedKinds } from '../liveConfig/matchDeclared';
import {
  type Inventory,
  type InventoryGroup,
  type InventoryGroups,
  inventoryGroupOf,
  itemOf,
  knownEntries,
} from '../proxy/model/inventory';
import { itemKeyOf } from '../proxy/model/itemRef';
import type { Item, ItemKind, ItemStatus, TraefikProtocol } from '../proxy/model/model';
import { itemListings } from '../proxy/model/model';
import { copiesOfRouter } from '../proxy/model/originalOfCopy';
import type { ItemChanges, NamedItem } from './changedItems';
import { itemsOfDeclaration } from './declaredItems';
import { itemsWithOtherStatus } from './statusOfReferences';

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
}

/** What a proxy would list after a change of its files. */
interface PlannedInventory {
  readonly inventory: Inventory;
  /** The items of it that are not listed so now. */
  readonly changes: ItemChanges;
  readonly changed: readonly ChangedObject[];
  /** The errors that Traefik would report for the objects of the old and of the new text, without values of variables. */
  readonly problems: { readonly before: readonly ConfigProblem[]; readonly after: readonly ConfigProblem[] };
}

/**
 * What a proxy would list if its files changed: its listing without what the old text declares and with what the new text
 * declares. What neither declares stays, but its status follows from what it refers to.
 *
 * A declared object has the settings that its file gives it, the entry points and the priority that Traefik adds, and the
 * status that follows from the errors that we foretell. Objects whose names are not certain stay as they are listed, and so
 * do items that do not change: they are the same objects.
 *
 * @param pause frees the event loop, and ends this with what it throws
 */
export async function plannedInventory(
  live: Inventory,
  before: readonly ConfigGroup[],
  after: readonly ConfigGroup[],
  pause: Pauses,
): Promise<PlannedInventory> {
  const [old, next] = [objectsByKey(declaredIn(before)), objectsByKey(declaredIn(after))];
  const changed = changesBetween(old, next);
  const listings = new Listings(live);
  for (const one of changed) {
    if (one.how === 'added') continue;
    listings.delete(one);
    if (one.protocol !== 'http' || one.kind !== 'routers') continue;
    for (const copy of copiesOfRouter(one.name, live)) listings.delete(copy);
  }
  await pause();
  for (const { how, declaration } of changed) {
    if (how !== 'removed') listings.set(itemsOfDeclaration(declaration, live, 'enabled'));
    await pause();
  }
  const oldProblems = problemsOfObjects(old, before, contextIn(live));
  await pause();
  // What is missing is decided by what would be listed.
  const context = contextIn(listings.inventory());
  await pause();
  const problems = { before: oldProblems, after: problemsOfObjects(next, after, context) };
  await pause();
  const [statusesBefore, statuses] = [statusesAfter(problems.before), statusesAfter(problems.after)];
  const changedKeys = new Set(changed.map(({ declaration }) => objectKey(declaration, declaration.name)));
  for (const [key, declaration] of next) {
    const status = statuses.get(key) ?? 'enabled';
    // As listed: what we do not foretell of it, before and after alike, stays.
    if (!changedKeys.has(key) && status === (statusesBefore.get(key) ?? 'enabled')) continue;
    const items = itemsOfDeclaration(declaration, live, status);
    listings.set(items.filter((item) => changedKeys.has(key) || listings.has(item)));
  }
  await pause();
  const isDeclared = ({ protocol, kind, name }: Item): boolean =>
    next.has(objectKey({ protocol, kind: declaredKinds[kind] }, name));
  listings.set(itemsWithOtherStatus(live, listings.inventory(), listings.changes(), isDeclared));
  return {
    inventory: listings.inventory(),
    changes: listings.changes(),
    changed: changed.map(({ declaration: _, ...one }) => one),
    problems,
  };
}

const declaredKinds: Readonly<Record<ItemKind, DeclaredKind>> = {
  routers: 'router',
  services: 'service',
  middlewares: 'middleware',
};

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

/** The objects that a proxy lists, without those whose names or presence are not certain. */
export function objectsByKey(declarations: readonly Declaration[]): ReadonlyMap<string, Declaration> {
  const objects = new Map<string, Declaration>();
  for (const one of declarations) {
    if (one.absent !== undefined || one.isConditional === true || !isKnown(one.name)) continue;
    if (listedKinds[one.kind] !== undefined) objects.set(objectKey(one, one.name), one);
  }
  return objects;
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
      changed.push({ protocol, kind, name, how, declaration, options, range: rangeOf(declaration.at) });
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

function changedOptions({ settings: one }: Declaration, { settings: other }: Declaration): readonly string[] {
  const [old, next] = [one?.asListed() ?? {}, other?.asListed() ?? {}];
  return [...new Set([...Object.keys(old), ...Object.keys(next)])]
    .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(next[name]))
    .sort();
}

function settingsText({ settings, content, router }: Declaration): string {
  const added = [router?.rule?.value, router?.service?.value];
  return JSON.stringify([settings?.asListed() ?? content, ...added]);
}

/** Without the names that the proxy lists: a message would propose one that the files do not touch. */
function contextIn(inventory: Inventory): CheckContext {
  return { ...contextOfFacts(factsOfProxy(inventory)), names: undefined, isGrowing: false };
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

/** The listings of a proxy, while they change. */
class Listings {
  readonly #items = new Map<string, Map<string, Item>>();
  /** What was changed, by keys. */
  readonly #touched = new Map<string, NamedItem>();
  /** Until the next change. */
  #made: Inventory | undefined;

  constructor(private readonly live: Inventory) {
    for (const [protocol, kind] of itemListings) {
      const known = knownEntries(inventoryGroupOf<ItemKind>(live, protocol, kind))?.items;
      this.#items.set(`${protocol} ${kind}`, new Map(known ?? []));
    }
  }

  has(item: NamedItem): boolean {
    return this.#listOf(item)?.has(item.name) === true;
  }

  set(items: readonly Item[]): void {
    for (const item of items) {
      this.#listOf(item)?.set(item.name, item);
      this.#touch(item);
    }
  }

  delete(item: NamedItem): void {
    this.#listOf(item)?.delete(item.name);
    this.#touch(item);
  }

  changes(): ItemChanges {
    return new Map(
      [...this.#touched].map(([key, one]) => {
        return [key, { before: itemOf(this.live, one), after: this.#listOf(one)?.get(one.name) }] as const;
      }),
    );
  }

  /** As it is now: later changes do not show in it. */
  inventory(): Inventory {
    this.#made ??= this.#copied();
    return this.#made;
  }

  #listOf({ protocol, kind }: NamedItem): Map<string, Item> | undefined {
    return this.#items.get(`${protocol} ${kind}`);
  }

  #touch(item: NamedItem): void {
    this.#made = undefined;
    this.#touched.set(itemKeyOf(item), item);
  }

  #copied(): Inventory {
    const groups = Object.entries(this.live.groups).map(([protocol, kinds]) => {
      const ofProtocol = Object.entries(kinds as Readonly<Record<string, InventoryGroup>>).map(([kind, group]) => {
        const items = this.#items.get(`${protocol} ${kind}`);
        return [kind, 'items' in group && items !== undefined ? { ...group, items: new Map(items) } : group];
      });
      return [protocol, Object.fromEntries(ofProtocol)];
    });
    // Safe: the same groups, with items of the same kinds.
    return { ...this.live, groups: Object.fromEntries(groups) as InventoryGroups };
  }
}
