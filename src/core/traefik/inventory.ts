import type { Failure } from '../http/failure';
import type { Listing, MissingListing } from './listing';
import {
  type Certificate,
  type Counts,
  type EntryPoint,
  type Item,
  type ItemOf,
  type Kind,
  type Overview,
  type Protocol,
  protocols,
} from './model';
import type { Version } from './version';

/** What became of one listing. */
export type Group<T = Item> = Listing<T> | MissingListing | { readonly state: 'failed'; readonly failure: Failure };

export type Groups = { readonly [P in Protocol]: { readonly [K in Kind]?: Group<ItemOf<K>> } };

/** Everything a proxy reports, as it was at one moment. UDP has no group of middlewares. */
export interface Inventory {
  readonly groups: Groups;
  readonly entryPoints: Group<EntryPoint>;
  /** Missing before Traefik 3.7. */
  readonly certificates: Group<Certificate>;
  /** Absent where the server did not tell. */
  readonly overview?: Overview;
  /** Absent where the server did not tell. */
  readonly version?: Version;
  /** Milliseconds since 1970: when the last answer had arrived. */
  readonly readAt: number;
}

/** One group of an inventory; undefined only for UDP middlewares. */
export function groupOf<K extends Kind>(
  inventory: Inventory,
  protocol: Protocol,
  kind: K,
): Group<ItemOf<K>> | undefined {
  return inventory.groups[protocol][kind];
}

/** The router, service or middleware of that name, if the inventory has it. */
export function itemOf<K extends Kind>(
  inventory: Inventory,
  { protocol, kind, name }: { readonly protocol: Protocol; readonly kind: K; readonly name: string },
): ItemOf<K> | undefined {
  return listedIn(groupOf(inventory, protocol, kind), name);
}

/** The entry point of that name, if the inventory has it. */
export function entryPointOf({ entryPoints }: Inventory, name: string): EntryPoint | undefined {
  return listedIn(entryPoints, name);
}

/** The certificate of that name, if the inventory has it. */
export function certificateOf({ certificates }: Inventory, name: string): Certificate | undefined {
  return listedIn(certificates, name);
}

function listedIn<T>(group: Group<T> | undefined, name: string): T | undefined {
  return group?.state === 'read' ? group.items.get(name) : undefined;
}

/** All items of some kinds, of all protocols, in the order of the listings, as far as these could be read. */
export function* itemsIn<K extends Kind>(
  inventory: Inventory,
  ...wanted: readonly K[]
): Generator<ItemOf<K>, undefined> {
  for (const protocol of protocols) {
    for (const kind of wanted) {
      const group = groupOf(inventory, protocol, kind);
      if (group?.state === 'read') yield* group.items.values();
    }
  }
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

/** Counts the items of a listing. */
export function countsOf(listing: Listing<Pick<Item, 'status'>>): Counts {
  let warnings = 0;
  let errors = 0;
  for (const { status } of listing.items.values()) {
    if (status === 'warning') warnings++;
    else if (status === 'disabled') errors++;
  }
  return { total: listing.items.size, warnings, errors };
}
