import type { Failure, FailureKind } from '../../base/errors/failure';
import type { CutListing, Listing, ListingEntries, MissingListing } from './listing';
import {
  type Certificate,
  type EntryPoint,
  type Item,
  type ItemKind,
  type ItemOf,
  kindsOf,
  type ProxyOverview,
  type Router,
  type StatusCounts,
  type TraefikProtocol,
  traefikProtocols,
} from './model';
import type { TraefikVersion } from './versions';

/** A listing that could not be read. */
export interface FailedListing {
  readonly state: 'failed';
  readonly failure: Failure;
}

/** A listing that could not be read again, as it was before. */
interface StaleListing<T> extends ListingEntries<T> {
  readonly state: 'stale';
  /** Whether there was no more of it then. */
  readonly wasWhole: boolean;
  /** Milliseconds since 1970: when it was read. */
  readonly readAt: number;
  /** Why it could not be read again. */
  readonly failure: Failure;
}

/**
 * What became of one listing. Only of one that was `read` is it certain what it does not list. What a `stale` one lists was so
 * at another moment than what the others do; a `cut` one lists more than is known.
 */
export type InventoryGroup<T = Item> = Listing<T> | CutListing<T> | StaleListing<T> | MissingListing | FailedListing;

/** What is known of a listing's entries; undefined where nothing is. */
export function knownEntries<T>(group: InventoryGroup<T> | undefined): ListingEntries<T> | undefined {
  return group === undefined || group.state === 'missing' || group.state === 'failed' ? undefined : group;
}

/** The items that a listing is known to have. */
export function knownItems<T>(group: InventoryGroup<T> | undefined): readonly T[] {
  return [...(knownEntries(group)?.items.values() ?? [])];
}

/** Why a listing is not known whole and as it is now; undefined where it is, or where this version has none. */
export function listingFailure(group: InventoryGroup<unknown> | undefined): Failure | undefined {
  return group === undefined || group.state === 'read' || group.state === 'missing' ? undefined : group.failure;
}

/** Whether nothing but what is known of a listing was in it, be it at an earlier moment. */
export function isKnownWhole<T>(group: InventoryGroup<T> | undefined): group is Listing<T> | StaleListing<T> {
  return group?.state === 'read' || (group?.state === 'stale' && group.wasWhole);
}

/** The path of a listing below `/api/`. */
export type ListingPath = `${TraefikProtocol}/${ItemKind}` | 'entrypoints' | 'certificates';

/** A listing with its path. */
export interface PlacedInventoryGroup {
  readonly path: ListingPath;
  readonly group: InventoryGroup<Pick<Item, 'name' | 'text'>>;
}

/** All listings of an inventory. */
export function inventoryGroups(inventory: Inventory): readonly PlacedInventoryGroup[] {
  return [
    ...traefikProtocols.flatMap((protocol) =>
      kindsOf(protocol).map(
        (kind): PlacedInventoryGroup => ({
          path: `${protocol}/${kind}`,
          group: inventoryGroupOf<ItemKind>(inventory, protocol, kind) ?? MISSING,
        }),
      ),
    ),
    { path: 'entrypoints', group: inventory.entryPoints },
    { path: 'certificates', group: inventory.certificates },
  ];
}

const MISSING: MissingListing = { state: 'missing' };

export type InventoryGroups = {
  readonly [P in TraefikProtocol]: { readonly [K in ItemKind]?: InventoryGroup<ItemOf<K>> };
};

/** Everything a proxy reports, as it was at one moment. UDP has no group of middlewares. */
export interface Inventory {
  readonly groups: InventoryGroups;
  readonly entryPoints: InventoryGroup<EntryPoint>;
  /** Missing before Traefik 3.7. */
  readonly certificates: InventoryGroup<Certificate>;
  /** Absent where the server did not tell. */
  readonly overview?: ProxyOverview;
  /** Absent where the server did not tell. */
  readonly version?: TraefikVersion;
  /** Milliseconds since 1970: when the last answer had arrived. */
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

/** The router, service or middleware of that name, if the inventory has it. */
export function itemOf<K extends ItemKind>(
  inventory: Inventory,
  { protocol, kind, name }: { readonly protocol: TraefikProtocol; readonly kind: K; readonly name: string },
): ItemOf<K> | undefined {
  return listedIn(inventoryGroupOf(inventory, protocol, kind), name);
}

/** The entry point of that name, if the inventory has it. */
export function entryPointOf({ entryPoints }: Inventory, name: string): EntryPoint | undefined {
  return listedIn(entryPoints, name);
}

/** The certificate of that name, if the inventory has it. */
export function certificateOf({ certificates }: Inventory, name: string): Certificate | undefined {
  return listedIn(certificates, name);
}

function listedIn<T>(group: InventoryGroup<T> | undefined, name: string): T | undefined {
  return knownEntries(group)?.items.get(name);
}

/** All items of some kinds, of all protocols, in the order of the listings, as far as these could be read. */
export function* itemsIn<K extends ItemKind>(
  inventory: Inventory,
  ...wanted: readonly K[]
): Generator<ItemOf<K>, undefined> {
  for (const protocol of traefikProtocols) {
    for (const kind of wanted) {
      const entries = knownEntries(inventoryGroupOf(inventory, protocol, kind));
      if (entries !== undefined) yield* entries.items.values();
    }
  }
}

/** The routers of a protocol in the order of their listing, as far as that could be read. */
export function listedRouters(inventory: Inventory, protocol: TraefikProtocol): readonly Router[] {
  return knownItems(inventoryGroupOf(inventory, protocol, 'routers'));
}

/**
 * Whether two inventories report the same, whenever they were read. A read that finds nothing changed gives the very
 * objects of the one before (see `readInventory`), so this compares no items.
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

/** Failures by which a server says that it does not want to list something: asking more seldom changes nothing of that. */
const REFUSALS: ReadonlySet<FailureKind> = new Set([
  'unauthorized',
  'forbidden',
  'notFound',
  'redirected',
  'notAnApi',
  'rejected',
]);

/**
 * Why a read counts as failed though much of it was read: a listing could not be read again, or not to its end. Of several
 * failures the one that wants to be left alone longest. Undefined where all is well, or as it was from the beginning.
 */
export function refreshFailure(inventory: Inventory): Failure | undefined {
  const failures = inventoryGroups(inventory).flatMap(({ group }) => {
    const failure = listingFailure(group);
    const isForGood = group.state === 'failed' && REFUSALS.has(group.failure.kind);
    return failure === undefined || isForGood ? [] : [failure];
  });
  return failures.toSorted((a, b) => (b.retryAfterSeconds ?? 0) - (a.retryAfterSeconds ?? 0))[0];
}

/** Counts the items of a listing. */
export function countsOf(listing: ListingEntries<Pick<Item, 'status'>>): StatusCounts {
  let warnings = 0;
  let errors = 0;
  for (const { status } of listing.items.values()) {
    if (status === 'warning') warnings++;
    else if (status === 'disabled') errors++;
  }
  return { total: listing.items.size, warnings, errors };
}
