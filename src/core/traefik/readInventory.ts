import { setMaxListeners } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import type { Door } from '../http/door';
import { type Failure, type FailureKind, isRequestFailure, RequestFailure } from '../http/failure';
import { certificateSource } from './certificates';
import { entryPointSource } from './entryPoints';
import { type Group, type Groups, groupOf, type Inventory } from './inventory';
import { itemSource } from './items';
import { readListing, type Source } from './listing';
import { type Item, type ItemOf, type Kind, kindsOf, type Protocol, protocols } from './model';
import { readOverview } from './overview';
import { readVersion, type Version } from './version';

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
 * Reads all that an endpoint reports: twelve requests, where no listing needs a second page. The HTTP routers are asked
 * first and alone, so that an endpoint that cannot be reached, or takes no such credentials, is asked once; all the rest
 * as soon as they are there.
 *
 * A listing that fails is told in its group; a version or an overview that fails is left out.
 *
 * @param previous what was read before. Whatever has not changed since is the very same object again.
 * @throws RequestFailure where nothing could be read
 */
export async function readInventory(door: Door, signal: AbortSignal, previous?: Inventory): Promise<Inventory> {
  // Each request under way listens to the signal: more than Node takes for no mistake.
  setMaxListeners(0, signal);
  const list = <T extends { readonly name: string }>(source: Source<T>, before?: Group<T>, onFound?: () => void) =>
    readGroup(door, source, signal, before, onFound);
  const listItems = <K extends Kind>(protocol: Protocol, kind: K, onFound?: () => void): Promise<Group<ItemOf<K>>> =>
    list(itemSource(protocol, kind), previous && groupOf(previous, protocol, kind), onFound);

  const routers = await begun((onFound) => listItems('http', 'routers', onFound));
  const [
    httpRouters,
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
    routers.group,
    listItems('http', 'services'),
    listItems('http', 'middlewares'),
    listItems('tcp', 'routers'),
    listItems('tcp', 'services'),
    listItems('tcp', 'middlewares'),
    listItems('udp', 'routers'),
    listItems('udp', 'services'),
    list(entryPointSource, previous?.entryPoints),
    list(certificateSource, previous?.certificates),
    readOverview(door, signal).catch(undefinedUnlessCancelled),
    readVersion(door, signal).catch(undefinedUnlessCancelled),
  ]);
  const groups: Groups = {
    http: { routers: httpRouters, services: httpServices, middlewares: httpMiddlewares },
    tcp: { routers: tcpRouters, services: tcpServices, middlewares: tcpMiddlewares },
    udp: { routers: udpRouters, services: udpServices },
  };
  const nothing = whyNothing(groups, version, door);
  if (nothing !== undefined) throw new RequestFailure(nothing);
  return {
    groups: previous !== undefined && areSame(previous.groups, groups) ? previous.groups : groups,
    entryPoints,
    certificates,
    ...(overview === undefined ? {} : { overview: ofBefore(previous?.overview, overview) }),
    ...(version === undefined ? {} : { version: ofBefore(previous?.version, version) }),
    readAt: Date.now(),
  };
}

/**
 * Begins to read the first group, and resolves once it is worth while to ask for the others: it is found there, though
 * not read to its end, or it is not, for a reason that says nothing of the others.
 *
 * @throws RequestFailure where the others would fail for the same reason
 */
async function begun<T>(
  read: (onFound: () => void) => Promise<Group<T>>,
): Promise<{ readonly group: Promise<Group<T>> }> {
  return new Promise((resolve, reject) => {
    const group = read(() => resolve({ group }));
    group.then((read) => {
      const isOfAll = read.state === 'failed' && !OF_ONE_ANSWER.has(read.failure.kind);
      if (isOfAll) reject(new RequestFailure(read.failure));
      else resolve({ group });
    }, reject);
  });
}

async function readGroup<T extends { readonly name: string }>(
  door: Door,
  source: Source<T>,
  signal: AbortSignal,
  before: Group<T> | undefined,
  onFound: (() => void) | undefined,
): Promise<Group<T>> {
  const previous = before?.state === 'read' ? before : undefined;
  try {
    const listing = await readListing(door, source, signal, { previous, onFound });
    return listing.state === 'read' ? listing : ofBefore(before, listing);
  } catch (error) {
    if (!isRequestFailure(error) || error.failure.kind === 'cancelled') throw error;
    return ofBefore(before, { state: 'failed', failure: error.failure });
  }
}

function undefinedUnlessCancelled(error: unknown): undefined {
  if (!isRequestFailure(error) || error.failure.kind === 'cancelled') throw error;
  return undefined;
}

/** What was before, where the same is now. For small things: listings are told apart while they are read. */
function ofBefore<T>(before: T | undefined, now: T): T {
  return before !== undefined && isDeepStrictEqual(before, now) ? before : now;
}

function areSame(one: Groups, other: Groups): boolean {
  return protocols.every((protocol) =>
    kindsOf(protocol).every((kind) => one[protocol][kind] === other[protocol][kind]),
  );
}

/** The failure of the whole, where no router, service or middleware could be listed. */
function whyNothing(groups: Groups, version: Version | undefined, door: Door): Failure | undefined {
  const all: Group<Item>[] = protocols.flatMap((protocol) =>
    kindsOf(protocol).flatMap((kind) => groups[protocol][kind] ?? []),
  );
  if (all.some(({ state }) => state === 'read')) return undefined;
  for (const group of all) if (group.state === 'failed') return group.failure;
  const { origin } = new URL(door.endpoint.url);
  return version === undefined
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
