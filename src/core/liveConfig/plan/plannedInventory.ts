import { checkObjects } from '../../config/diagnostics/checkObjects';
import { contextOfFacts } from '../../config/diagnostics/checkContext';
import type { ConfigProblem } from '../../config/model/configProblem';
import { type Declaration, objectKey } from '../../config/model/declaration';
import { isKnown } from '../../config/source/placedText';
import {
  type Inventory,
  type InventoryGroup,
  type InventoryGroups,
  inventoryGroupOf,
  knownEntries,
} from '../../proxy/model/inventory';
import {
  type Item,
  type ItemKind,
  type ItemStatus,
  itemListings,
  type TraefikProtocol,
} from '../../proxy/model/model';
import { copiesOfRouter } from '../../proxy/model/originalOfCopy';
import { factsOfProxy } from '../diagnostics';
import { listedKinds } from '../matchDeclared';
import { itemsOfDeclaration } from './declaredItems';
import { itemsWithOtherStatus } from './brokenReferences';

/** What the texts of a proxy's files declare: those that it has read, and those that it would read. */
export interface DeclaredChange {
  readonly before: readonly Declaration[];
  readonly after: readonly Declaration[];
}

/** An object whose declaration differs between the two texts. */
export interface ChangedObject {
  readonly protocol: TraefikProtocol;
  readonly kind: ItemKind;
  /** With its provider. */
  readonly name: string;
  readonly how: 'added' | 'changed' | 'removed';
  /** In the new text; in the old one if it is removed. */
  readonly declaration: Declaration;
}

/** What a proxy would list after a change of its files. */
export interface PlannedInventory {
  readonly inventory: Inventory;
  readonly changed: readonly ChangedObject[];
}

type Listings = Map<string, Map<string, Item>>;

/**
 * What a proxy would list if its files changed: its listing without what the old text declares and with what the new text
 * declares. What neither declares stays, but its status follows from what it refers to.
 *
 * A declared object has the settings that its file gives it, the entry points and the priority that Traefik adds, and the
 * status that follows from the errors that we foretell. Objects whose names are not certain stay as they are listed.
 */
export function plannedInventory(live: Inventory, { before, after }: DeclaredChange): PlannedInventory {
  const [old, next] = [objectsByKey(before), objectsByKey(after)];
  const changed = changesBetween(old, next);
  const listings: Listings = new Map(
    itemListings.map(([protocol, kind]) => [
      `${protocol} ${kind}`,
      new Map<string, Item>(knownEntries(inventoryGroupOf<ItemKind>(live, protocol, kind))?.items ?? []),
    ]),
  );
  for (const { protocol, kind, name, how } of changed) {
    const listing = listings.get(`${protocol} ${kind}`);
    if (how === 'added') continue;
    listing?.delete(name);
    if (protocol === 'http' && kind === 'routers') for (const copy of copiesOfRouter(name, live)) listing?.delete(copy.name);
  }
  for (const { how, declaration } of changed) {
    if (how === 'removed') continue;
    for (const item of itemsOfDeclaration(declaration, live, 'enabled')) listings.get(`${item.protocol} ${item.kind}`)?.set(item.name, item);
  }
  // The references are checked among what would be listed, so the statuses come last.
  const drafted = withListings(live, listings);
  const isChanged = new Set(changed.map(({ declaration }) => objectKey(declaration, declaration.name)));
  const foretold = foretoldStatuses([...next.values()], drafted);
  const foretoldBefore = foretoldStatuses([...old.values()], live);
  for (const [key, declaration] of next) {
    const status = foretold.get(key) ?? 'enabled';
    const isSame = !isChanged.has(key) && status === (foretoldBefore.get(key) ?? 'enabled');
    // As listed: what we do not foretell of it, before and after alike, stays.
    if (isSame) continue;
    for (const item of itemsOfDeclaration(declaration, live, status)) {
      const listing = listings.get(`${item.protocol} ${item.kind}`);
      if (isChanged.has(key) || listing?.has(item.name) === true) listing?.set(item.name, item);
    }
  }
  const planned = withListings(live, listings);
  const declaredNames = new Set([...next.values()].map((one) => nameKey(one.protocol, listedKinds[one.kind], one.name)));
  const others = itemsWithOtherStatus(live, planned, ({ protocol, kind, name }) => declaredNames.has(nameKey(protocol, kind, name)));
  if (others.length === 0) return { inventory: planned, changed };
  for (const item of others) listings.get(`${item.protocol} ${item.kind}`)?.set(item.name, item);
  return { inventory: withListings(live, listings), changed };
}

/** The objects that a proxy lists, without those whose names or presence are not certain. */
function objectsByKey(declarations: readonly Declaration[]): ReadonlyMap<string, Declaration> {
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
): readonly ChangedObject[] {
  const changed: ChangedObject[] = [];
  const add = (how: ChangedObject['how'], declaration: Declaration): void => {
    const kind = listedKinds[declaration.kind];
    if (kind === undefined) return;
    changed.push({ protocol: declaration.protocol, kind, name: declaration.name, how, declaration });
  };
  for (const [key, one] of old) if (!next.has(key)) add('removed', one);
  for (const [key, one] of next) {
    const earlier = old.get(key);
    if (earlier === undefined) add('added', one);
    else if (settingsText(earlier) !== settingsText(one)) add('changed', one);
  }
  return changed;
}

function settingsText({ settings, content }: Declaration): string {
  return settings === undefined ? (content ?? '') : JSON.stringify(settings.asListed());
}

/** The statuses other than `enabled` that follow from the errors that Traefik would report, by the keys of objects. */
function foretoldStatuses(declarations: readonly Declaration[], inventory: Inventory): ReadonlyMap<string, ItemStatus> {
  const context = { ...contextOfFacts(factsOfProxy(inventory)), isGrowing: false };
  const statuses = new Map<string, ItemStatus>();
  for (const problem of checkObjects(declarations, context)) {
    const status = statusAfter(problem);
    if (status === undefined || problem.about?.kind !== 'object') continue;
    const { protocol, type, name } = problem.about;
    const key = objectKey({ protocol, kind: type }, name);
    if (statuses.get(key) !== 'disabled') statuses.set(key, status);
  }
  return statuses;
}

function statusAfter({ severity, code }: ConfigProblem): ItemStatus | undefined {
  if (severity === 'error') return 'disabled';
  // One of several entry points is unknown: the router is on the others.
  return severity === 'warning' && code === 'ref.unknown' ? 'warning' : undefined;
}

function withListings(live: Inventory, listings: Listings): Inventory {
  const groups = Object.fromEntries(
    Object.entries(live.groups).map(([protocol, kinds]) => [
      protocol,
      Object.fromEntries(
        Object.entries(kinds as Readonly<Record<string, InventoryGroup>>).map(([kind, group]) => {
          const items = listings.get(`${protocol} ${kind}`);
          const isListed = group.state !== 'missing' && group.state !== 'failed';
          return [kind, isListed && items !== undefined ? { ...group, items: new Map(items) } : group];
        }),
      ),
    ]),
  );
  // Safe: the same groups, with items of the same kinds.
  return { ...live, groups: groups as unknown as InventoryGroups };
}

function nameKey(protocol: string, kind: ItemKind | undefined, name: string): string {
  return `${protocol} ${kind} ${name}`;
}
