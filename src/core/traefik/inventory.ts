import { setMaxListeners } from 'node:events';
import type { Door } from '../http/door';
import { type Failure, type FailureKind, isRequestFailure, RequestFailure } from '../http/failure';
import { certificateSource } from './certificates';
import { entryPointSource } from './entryPoints';
import { itemSource } from './items';
import { type Listing, type MissingListing, readListing, type Source } from './listing';
import {
  type Certificate,
  type Counts,
  type EntryPoint,
  type Item,
  type ItemOf,
  type Kind,
  kindsOf,
  type Overview,
  type Protocol,
  protocols,
} from './model';
import { readOverview } from './overview';
import { readVersion, type Version } from './version';

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
export function itemOf(
  inventory: Inventory,
  { protocol, kind, name }: Pick<Item, 'protocol' | 'kind' | 'name'>,
): Item | undefined {
  const group: Group | undefined = groupOf(inventory, protocol, kind);
  return group?.state === 'read' ? group.items.get(name) : undefined;
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

/** Failures that speak of one answer only. After any other the rest need not be asked. */
const OF_ONE_ANSWER: ReadonlySet<FailureKind> = new Set([
  'reset',
  'notFound',
  'tooLarge',
  'malformed',
  'serverError',
  'rejected',
]);

/**
 * Reads all that an endpoint reports, for twelve requests where no listing needs a second page. The HTTP routers are asked first and alone, so that an endpoint
 * that cannot be reached, or takes no such credentials, is asked once; then all the rest at once.
 *
 * A listing that fails is told in its group; a version or an overview that fails is left out.
 *
 * @throws RequestFailure where nothing could be read
 */
export async function readInventory(door: Door, signal: AbortSignal): Promise<Inventory> {
  // Each request under way listens to the signal, more at once than Node takes for no mistake.
  setMaxListeners(0, signal);
  const read = <K extends Kind>(protocol: Protocol, kind: K) => readGroup(door, itemSource(protocol, kind), signal);
  const httpRouters = await read('http', 'routers');
  if (httpRouters.state === 'failed' && !OF_ONE_ANSWER.has(httpRouters.failure.kind)) {
    throw new RequestFailure(httpRouters.failure);
  }
  const [
    httpServices,
    httpMiddlewares,
    tcpRouters,
    tcpServices,
    tcpMiddlewares,
    udpRouters,
    udpServices,
    entryPoints,
    certificates,
    overview,
    version,
  ] = await Promise.all([
    read('http', 'services'),
    read('http', 'middlewares'),
    read('tcp', 'routers'),
    read('tcp', 'services'),
    read('tcp', 'middlewares'),
    read('udp', 'routers'),
    read('udp', 'services'),
    readGroup(door, entryPointSource, signal),
    readGroup(door, certificateSource, signal),
    readOverview(door, signal).catch(undefinedUnlessCancelled),
    readVersion(door, signal).catch(undefinedUnlessCancelled),
  ]);
  const inventory: Inventory = {
    groups: {
      http: { routers: httpRouters, services: httpServices, middlewares: httpMiddlewares },
      tcp: { routers: tcpRouters, services: tcpServices, middlewares: tcpMiddlewares },
      udp: { routers: udpRouters, services: udpServices },
    },
    entryPoints,
    certificates,
    ...(overview === undefined ? {} : { overview }),
    ...(version === undefined ? {} : { version }),
    readAt: Date.now(),
  };
  const nothing = whyNothing(inventory, door);
  if (nothing !== undefined) throw new RequestFailure(nothing);
  return inventory;
}

/** Every group of the inventory. */
function allGroups(inventory: Inventory): Group[] {
  return protocols.flatMap((protocol) => kindsOf(protocol).flatMap((kind) => groupOf(inventory, protocol, kind) ?? []));
}

/** The failure of the whole, where no listing could be read. */
function whyNothing(inventory: Inventory, door: Door): Failure | undefined {
  const groups = allGroups(inventory);
  if (groups.some(({ state }) => state === 'read')) return undefined;
  for (const group of groups) if (group.state === 'failed') return group.failure;
  const { origin } = new URL(door.endpoint.url);
  return inventory.version === undefined
    ? {
        kind: 'notFound',
        sentence: `${origin} answered, but the API is not routed here (status 404).`,
        nextStep: 'Check the port and the path of the URL, and that Traefik’s API is on and reachable at this address.',
        status: 404,
      }
    : {
        kind: 'notFound',
        sentence: `A Traefik answers at ${origin}, but it lists no routers, services or middlewares (status 404).`,
        nextStep: 'Use Traefik 2.0 or later; check that all of /api is routed and not only the version.',
        status: 404,
      };
}

async function readGroup<T extends { readonly name: string }>(
  door: Door,
  source: Source<T>,
  signal: AbortSignal,
): Promise<Group<T>> {
  try {
    return await readListing(door, source, signal);
  } catch (error) {
    if (!isRequestFailure(error) || error.failure.kind === 'cancelled') throw error;
    return { state: 'failed', failure: error.failure };
  }
}

function undefinedUnlessCancelled(error: unknown): undefined {
  if (!isRequestFailure(error) || error.failure.kind === 'cancelled') throw error;
  return undefined;
}
