import type { Door } from '../http/door';
import { type Failure, type FailureKind, isRequestFailure, RequestFailure } from '../http/failure';
import { type Listing, type MissingListing, readListing } from './listing';
import { type Item, type Kind, kindsOf, type Protocol, protocols } from './model';
import { readVersion, type Version } from './version';

/** What became of one listing. */
export type Group<K extends Kind = Kind> =
  | Listing<K>
  | MissingListing
  | { readonly state: 'failed'; readonly failure: Failure };

type Groups = { readonly [P in Protocol]: { readonly [K in Kind]?: Group<K> } };

/** Everything a proxy lists, as it was at one moment. UDP has no group of middlewares. */
export interface Inventory {
  readonly groups: Groups;
  /** Absent where the server did not tell. */
  readonly version?: Version;
  /** Milliseconds since 1970: when the last answer had arrived. */
  readonly readAt: number;
}

/** One group of an inventory; undefined only for UDP middlewares. */
export function groupOf<K extends Kind>(inventory: Inventory, protocol: Protocol, kind: K): Group<K> | undefined {
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

/** How many items there are, and how many of them Traefik reports with warnings and errors, as its overview counts. */
export interface Counts {
  readonly total: number;
  readonly warnings: number;
  readonly errors: number;
}

/** Counts the items of a listing. */
export function countsOf(listing: Listing<Kind>): Counts {
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
 * Reads an endpoint's eight listings and its version. The HTTP routers are asked first and alone, so that an endpoint
 * that cannot be reached, or takes no such credentials, is asked once; then all the rest at once.
 *
 * A listing that fails is told in its group, and a version that fails is left out.
 *
 * @throws RequestFailure where nothing could be read
 */
export async function readInventory(door: Door, signal: AbortSignal): Promise<Inventory> {
  const read = <K extends Kind>(protocol: Protocol, kind: K) => readGroup(door, protocol, kind, signal);
  const httpRouters = await read('http', 'routers');
  if (httpRouters.state === 'failed' && !OF_ONE_ANSWER.has(httpRouters.failure.kind)) {
    throw new RequestFailure(httpRouters.failure);
  }
  const [httpServices, httpMiddlewares, tcpRouters, tcpServices, tcpMiddlewares, udpRouters, udpServices, version] =
    await Promise.all([
      read('http', 'services'),
      read('http', 'middlewares'),
      read('tcp', 'routers'),
      read('tcp', 'services'),
      read('tcp', 'middlewares'),
      read('udp', 'routers'),
      read('udp', 'services'),
      readVersion(door, signal).catch(undefinedUnlessCancelled),
    ]);
  const inventory: Inventory = {
    groups: {
      http: { routers: httpRouters, services: httpServices, middlewares: httpMiddlewares },
      tcp: { routers: tcpRouters, services: tcpServices, middlewares: tcpMiddlewares },
      udp: { routers: udpRouters, services: udpServices },
    },
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

async function readGroup<K extends Kind>(
  door: Door,
  protocol: Protocol,
  kind: K,
  signal: AbortSignal,
): Promise<Group<K>> {
  try {
    return await readListing(door, protocol, kind, signal);
  } catch (error) {
    if (!isRequestFailure(error) || error.failure.kind === 'cancelled') throw error;
    return { state: 'failed', failure: error.failure };
  }
}

function undefinedUnlessCancelled(error: unknown): undefined {
  if (!isRequestFailure(error) || error.failure.kind === 'cancelled') throw error;
  return undefined;
}
