import type { Failure, FailureKind } from '../../base/errors/failure';
import type { CutListing, Listing, ListingEntries, MissingListing } from './listing';
import {
  type Certificate,
  type EntryPoint,
  type Item,
  type ItemKind,
  type ItemOf,
  itemListings,
  type ProxyOverview,
  type Router,
  type TraefikProtocol,
  traefikProtocols,
} from './model';
import type { TraefikVersion } from './versions';

export interface FailedListing {
  readonly state: 'failed';
  readonly failure: Failure;
}

/** A listing that could not be read again: its previous content. */
interface StaleListing<T> extends ListingEntries<T> {
  readonly state: 'stale';
  /** Whether it was complete when it was read. */
  readonly wasWhole: boolean;
  /** When it was read, in milliseconds since 1970. */
  readonly readAt: number;
  /** Why it could not be read again. */
  readonly failure: Failure;
}

/**
 * The result of reading a listing. Only a `read` listing proves that an item is not listed. A `stale` one is older than
 * the others, and a `cut` one has more entries than are known.
 */
export type InventoryGroup<T = Item> = Listing<T> | CutListing<T> | StaleListing<T> | MissingListing | FailedListing;

/** The known entries of a listing. Undefined if none are known. */
export function knownEntries<T>(group: InventoryGroup<T> | undefined): ListingEntries<T> | undefined {
  return group === undefined || group.state === 'missing' || group.state === 'failed' ? undefined : group;
}

export function knownItems<T>(group: InventoryGroup<T> | undefined): readonly T[] {
  return [...(knownEntries(group)?.items.values() ?? [])];
}

/** Why a listing is incomplete or outdated. Undefined if it is neither, or if this version does not have it. */
export function listingFailure(group: InventoryGroup<unknown> | undefined): Failure | undefined {
  return group === undefined || group.state === 'read' || group.state === 'missing' ? undefined : group.failure;
}

/** Whether all entries of a listing are known, even if from an earlier moment. */
export function isKnownWhole<T>(group: InventoryGroup<T> | undefined): group is Listing<T> | StaleListing<T> {
  return group?.state === 'read' || (group?.state === 'stale' && group.wasWhole);
}

/** The path of a listing below `/api/`. */
export type ListingPath = `${TraefikProtocol}/${ItemKind}` | 'entrypoints' | 'certificates';

interface PlacedInventoryGroup {
  readonly path: ListingPath;
  readonly group: InventoryGroup<Pick<Item, 'name' | 'text'>>;
}

export function inventoryGroups(inventory: Inventory): readonly PlacedInventoryGroup[] {
  return [
    ...itemListings.map(
      ([protocol, kind]): PlacedInventoryGroup => ({
        path: `${protocol}/${kind}`,
        group: inventoryGroupOf<ItemKind>(inventory, protocol, kind) ?? missingListing,
      }),
    ),
    { path: 'entrypoints', group: inventory.entryPoints },
    { path: 'certificates', group: inventory.certificates },
  ];
}

const missingListing: MissingListing = { state: 'missing' };

/**
 * Makes a function that computes something of an inventory once for the same items, entry points, and version: for each
 * row, document, and question, not again.
 */
export function computedOnce<T>(compute: (inventory: Inventory) => T): (inventory: Inventory) => T {
  const known = new WeakMap<InventoryGroups, Pick<Inventory, 'entryPoints' | 'version'> & { readonly value: T }>();
  return (inventory) => {
    const { groups, entryPoints, version } = inventory;
    let found = known.get(groups);
    if (found?.entryPoints !== entryPoints || found.version !== version) {
      found = { entryPoints, version, value: compute(inventory) };
      known.set(groups, found);
    }
    return found.value;
  };
}

export type InventoryGroups = {
  readonly [P in TraefikProtocol]: { readonly [K in ItemKind]?: InventoryGroup<ItemOf<K>> };
};

/** The contents of a proxy's API at one moment. UDP has no group of middlewares. */
export interface Inventory {
  readonly groups: InventoryGroups;
  readonly entryPoints: InventoryGroup<EntryPoint>;
  /** Missing before Traefik 3.7. */
  readonly certificates: InventoryGroup<Certificate>;
  /** Absent if the server did not report it. */
  readonly overview?: ProxyOverview | undefined;
  /** Absent if the server did not report it. */
  readonly version?: TraefikVersion | undefined;
  /** When the last response arrived, in milliseconds since 1970. */
  readonly readAt: number;
}

/** One group of an inventory; undefined only for UDP middlewares. */
export function inventoryGroupOf<K extends ItemKind>(
  inventory: Inventory,
  protocol: TraefikProtocol,
  kind: K,
): InventoryGroup<ItemOf<K>> | undefined {
  return inventory.groups[protocol][kind];
}

/** The router, service, or middleware with that name, if the inventory has it. */
export function itemOf<K extends ItemKind>(
  inventory: Inventory,
  { protocol, kind, name }: { readonly protocol: TraefikProtocol; readonly kind: K; readonly name: string },
): ItemOf<K> | undefined {
  return listedIn(inventoryGroupOf(inventory, protocol, kind), name);
}

export function entryPointOf({ entryPoints }: Inventory, name: string): EntryPoint | undefined {
  return listedIn(entryPoints, name);
}

export function certificateOf({ certificates }: Inventory, name: string): Certificate | undefined {
  return listedIn(certificates, name);
}

function listedIn<T>(group: InventoryGroup<T> | undefined, name: string): T | undefined {
  return knownEntries(group)?.items.get(name);
}

/** All items of some kinds, of all protocols, in the order of the listings, as far as these could be read. */
export function itemsOfKinds<K extends ItemKind>(inventory: Inventory, ...wanted: readonly K[]): readonly ItemOf<K>[] {
  return traefikProtocols.flatMap((protocol) =>
    wanted.flatMap((kind) => knownItems(inventoryGroupOf(inventory, protocol, kind))),
  );
}

/** The routers of a protocol in the order of their listing, as far as it could be read. */
export function listedRouters(inventory: Inventory, protocol: TraefikProtocol): readonly Router[] {
  return knownItems(inventoryGroupOf(inventory, protocol, 'routers'));
}

/**
 * Whether two inventories have the same content, no matter when they were read. Compares no items, because a read that
 * finds no change returns the same objects as the previous one (see `readInventory`).
 */
export function isSameContent(one: Inventory, other: Inventory): boolean {
  return (
    one.groups === other.groups &&
    one.entryPoints === other.entryPoints &&
    one.certificates === other.certificates &&
    one.overview === other.overview &&
    one.version === other.version
  );
}

/** Failures with which a server refuses a listing. Reading less often would not help. */
const refusals: ReadonlySet<FailureKind> = new Set([
  'unauthorized',
  'forbidden',
  'notFound',
  'redirected',
  'notAnApi',
  'rejected',
]);

/**
 * Why a refresh counts as failed even though parts were read: a listing could not be read again, or not completely. Of
 * several failures, returns the one with the longest wait. Undefined if there is none; listings that the server has
 * always refused do not count.
 */
export function refreshFailure(inventory: Inventory): Failure | undefined {
  const failures = inventoryGroups(inventory).flatMap(({ group }) => {
    const failure = listingFailure(group);
    const isForGood = group.state === 'failed' && refusals.has(group.failure.kind);
    return failure === undefined || isForGood ? [] : [failure];
  });
  return failures.toSorted((a, b) => (b.retryAfterSeconds ?? 0) - (a.retryAfterSeconds ?? 0))[0];
}
