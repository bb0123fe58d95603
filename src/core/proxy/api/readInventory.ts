import { setMaxListeners } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import * as l10n from '@vscode/l10n';
import { once } from '../../base/async/once';
import { type Failure, type FailureKind, isRequestFailure, RequestFailure } from '../../base/errors/failure';
import type { HttpClient } from '../../base/http/httpClient';
import { failureOfStatus, isSuccess, parseJson } from '../../base/http/responseFailures';
import {
  type FailedListing,
  type Inventory,
  type InventoryGroup,
  type InventoryGroups,
  inventoryGroupOf,
  isKnownWhole,
  knownEntries,
  listingFailure,
} from '../model/inventory';
import type { ListingEntry } from '../model/listing';
import {
  type Item,
  type ItemKind,
  type ItemOf,
  itemListings,
  type ProxyOverview,
  type TraefikProtocol,
} from '../model/model';
import type { TraefikVersion } from '../model/versions';
import { versionSchema } from '../wire/apiSchemas';
import { tolerantReaderOf } from '../wire/tolerantReader';
import { type ApiRequest, openApiRequests } from './apiRequest';
import { certificateSource } from './certificates';
import { entryPointSource } from './entryPoints';
import { itemSource } from './items';
import { readOverview } from './overview';
import { ReadBudget, type ReadLimits } from './readBudget';
import { type ListingSource, notTheApiFailure, notTraefikFailure, originOf, readListing } from './readListing';

/** Failures that affect one response only. After any other, further requests are pointless. */
const ofOneAnswer: ReadonlySet<FailureKind> = new Set([
  'reset',
  'notFound',
  'tooLarge',
  'malformed',
  'serverError',
  'rejected',
]);

/**
 * Reads everything that an endpoint reports: twelve requests, if no listing needs a second page. The HTTP routers are
 * requested first and alone, so that an endpoint that cannot be reached or refuses the credentials gets one request;
 * the other requests follow as soon as it responds.
 *
 * A listing that fails keeps its previous entries, as `stale`. So does a listing without any named entry, and an empty
 * one although the overview counts items, unless the overview is empty too when both are read again. A version or an
 * overview that fails stays as it was, or is left out.
 *
 * @param previous the previous result. The new result contains the same objects for everything that has not changed.
 * @param limits for all requests together
 * @throws RequestFailure if nothing could be read
 */
export async function readInventory(
  client: HttpClient,
  signal: AbortSignal,
  previous?: Inventory,
  limits?: ReadLimits,
): Promise<Inventory> {
  // Each request under way adds a listener to the signal, which are more than Node expects.
  setMaxListeners(0, signal);
  const budget = new ReadBudget(limits);
  const ask = openApiRequests(client, signal, budget);
  const overviewNow = (): Promise<ProxyOverview | undefined> =>
    readOverview(client, ask).catch(undefinedUnlessCanceled);
  const overviewOnce = once(overviewNow);
  const versionOnce = once(() => readVersion(client, ask).catch(undefinedUnlessCanceled));
  /** The failures of listings whose entries have no names. */
  const nameless = new Set<Failure>();

  const list = async <T extends ListingEntry>(
    source: ListingSource<T>,
    before: InventoryGroup<T> | undefined,
    countIn: (overview: ProxyOverview) => number | undefined,
    onFound?: () => void,
  ): Promise<InventoryGroup<T>> => {
    const options = { ask, budget, onFound, previous: knownEntries(before) };
    const counts = (overview: ProxyOverview | undefined): boolean =>
      overview !== undefined && (countIn(overview) ?? 0) > 0;
    const failed = (failure: Failure): InventoryGroup<T> => keptGroup(before, failure, previous?.readAt);
    const readNow = (): Promise<InventoryGroup<T>> =>
      readListing(client, source, signal, options).catch(failedUnlessCanceled);

    let group = await readNow();
    const [path, origin] = [`/api/${source.path}`, originOf(client)];
    if (isEmpty(group) && counts(await overviewOnce())) {
      group = await readNow();
      if (isEmpty(group) && counts(await overviewNow())) {
        return failed(malformed(l10n.t('{0} at {1} is empty, but the overview counts items.', path, origin)));
      }
    }
    if (isNameless(group)) {
      const failure = malformed(l10n.t('No entry of {0} at {1} has a name.', path, origin));
      nameless.add(failure);
      return failed(failure);
    }
    if (group.state === 'failed' || (group.state === 'cut' && group.items.size === 0)) return failed(group.failure);
    if (group.state === 'missing' && knownEntries(before) !== undefined) {
      // Another version may not have this listing.
      const isSameVersion = (await versionOnce())?.number === previous?.version?.number;
      if (isSameVersion) return failed(notRouted(client));
    }
    return ofBefore(before, group);
  };
  const listItems = <K extends ItemKind>(
    protocol: TraefikProtocol,
    kind: K,
    onFound?: () => void,
  ): Promise<InventoryGroup<ItemOf<K>>> => {
    const before = previous && inventoryGroupOf(previous, protocol, kind);
    return list(itemSource(protocol, kind), before, ({ counts }) => counts[protocol][kind]?.total, onFound);
  };

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
    list(entryPointSource, previous?.entryPoints, () => undefined),
    list(certificateSource, previous?.certificates, ({ counts }) => counts.certificates?.total),
    overviewOnce(),
    versionOnce(),
  ]);
  const groups: InventoryGroups = {
    http: { routers: httpRouters, services: httpServices, middlewares: httpMiddlewares },
    tcp: { routers: tcpRouters, services: tcpServices, middlewares: tcpMiddlewares },
    udp: { routers: udpRouters, services: udpServices },
  };
  // Traefik lists its own services at least.
  if (version === undefined && overview === undefined && isAllEmpty(groups, nameless)) {
    throw notTraefikFailure(client, 200);
  }
  const nothing = whyNothing(groups, version, client);
  if (nothing !== undefined) throw new RequestFailure(nothing);
  const knownOverview = lastKnown(previous?.overview, overview);
  const knownVersion = lastKnown(previous?.version, version);
  return {
    groups: previous !== undefined && areSame(previous.groups, groups) ? previous.groups : groups,
    entryPoints,
    certificates,
    ...(knownOverview === undefined ? {} : { overview: knownOverview }),
    ...(knownVersion === undefined ? {} : { version: knownVersion }),
    readAt: Date.now(),
  };
}

/**
 * Starts to read the first group, and resolves once it makes sense to request the others: it exists (even if it is not
 * read completely yet), or it failed for a reason that does not affect the others.
 *
 * @throws RequestFailure if the others would fail for the same reason
 */
async function begun<T>(
  read: (onFound: () => void) => Promise<InventoryGroup<T>>,
): Promise<{ readonly group: Promise<InventoryGroup<T>> }> {
  return new Promise((resolve, reject) => {
    const group = read(() => resolve({ group }));
    group.then((read) => {
      const failure = listingFailure(read);
      const isOfAll = failure !== undefined && !ofOneAnswer.has(failure.kind);
      if (isOfAll) reject(new RequestFailure(failure));
      else resolve({ group });
    }, reject);
  });
}

function isEmpty(group: InventoryGroup<unknown>): boolean {
  return group.state === 'read' && group.items.size === 0 && group.unnamed === 0;
}

/** Whether the listing has entries, but none with a name: the response is hardly Traefik's. */
function isNameless(group: InventoryGroup<unknown>): boolean {
  if (group.state !== 'read') return false;
  const isBlank = group.items.has('');
  return group.items.size === (isBlank ? 1 : 0) && (isBlank || group.unnamed > 0);
}

/** A listing that could not be read, with its previous entries, if any. */
function keptGroup<T>(before: InventoryGroup<T> | undefined, failure: Failure, readAt = 0): InventoryGroup<T> {
  const entries = before && knownEntries(before);
  if (before === undefined || entries === undefined) return ofBefore(before, { state: 'failed', failure });
  const since = before.state === 'stale' ? before.readAt : readAt;
  const { items, unnamed } = entries;
  return ofBefore(before, { state: 'stale', items, unnamed, wasWhole: isKnownWhole(before), readAt: since, failure });
}

function failedUnlessCanceled(error: unknown): FailedListing {
  if (!isRequestFailure(error) || error.failure.kind === 'canceled') throw error;
  return { state: 'failed', failure: error.failure };
}

function undefinedUnlessCanceled(error: unknown): undefined {
  failedUnlessCanceled(error);
  return undefined;
}

/** The previous listing, if it is the same now. Compares only the maps: reading has compared the items. */
function ofBefore<T>(before: InventoryGroup<T> | undefined, now: InventoryGroup<T>): InventoryGroup<T> {
  const isSame =
    before !== undefined &&
    knownEntries(before)?.items === knownEntries(now)?.items &&
    isDeepStrictEqual({ ...before, items: undefined }, { ...now, items: undefined });
  return isSame ? before : now;
}

/** The previous value, if the new one is the same or missing. */
function lastKnown<T>(before: T | undefined, now: T | undefined): T | undefined {
  return now === undefined || isDeepStrictEqual(before, now) ? before : now;
}

function areSame(one: InventoryGroups, other: InventoryGroups): boolean {
  const others = allOf(other);
  return allOf(one).every((group, index) => group === others[index]);
}

/** Whether every listing was read, and none has an entry with a name. */
function isAllEmpty(groups: InventoryGroups, nameless: ReadonlySet<Failure>): boolean {
  return allOf(groups).every((group) =>
    group.state === 'failed' ? nameless.has(group.failure) : group.state === 'read' && group.items.size === 0,
  );
}

/** The failure of the whole read, if no router, service or middleware could be listed. */
function whyNothing(
  groups: InventoryGroups,
  version: TraefikVersion | undefined,
  client: HttpClient,
): Failure | undefined {
  const all = allOf(groups);
  if (all.some(({ state }) => state === 'read' || state === 'cut')) return undefined;
  const failure = all.map(listingFailure).find((one) => one !== undefined);
  if (failure !== undefined) return failure;
  if (version === undefined) return notRouted(client);
  return {
    kind: 'notFound',
    sentence: l10n.t(
      'Traefik responded at {0}, but lists no routers, services, or middlewares (status 404).',
      originOf(client),
    ),
    nextStep: l10n.t('Use Traefik 2.0 or later, and check that all of /api is routed, not only the version.'),
    status: 404,
  };
}

function allOf(groups: InventoryGroups): readonly InventoryGroup<Item>[] {
  return itemListings.flatMap(([protocol, kind]) => groups[protocol][kind] ?? []);
}

function notRouted(client: HttpClient): Failure {
  return {
    kind: 'notFound',
    sentence: l10n.t('{0} responded, but does not route the API (status 404).', originOf(client)),
    nextStep:
      client.endpoint.host === undefined
        ? l10n.t(
            'Check the port and the path of the URL, and that Traefik’s API is enabled and reachable there. If its router expects a host name, set the host header of the endpoint.',
          )
        : l10n.t(
            'Check the port and the path of the URL, the host header of the endpoint, and that Traefik’s API is enabled and reachable there.',
          ),
    status: 404,
  };
}

function malformed(sentence: string): Failure {
  const nextStep = l10n.t('Refresh. If this persists, check what is between here and the proxy.');
  return { kind: 'malformed', sentence, nextStep };
}

const readView = tolerantReaderOf(versionSchema);

/**
 * Requests `GET /api/version`.
 *
 * @throws RequestFailure `notAnApi` if the response is something else
 */
export async function readVersion(client: HttpClient, ask: ApiRequest): Promise<TraefikVersion> {
  const answer = await ask('/api/version');
  if (!isSuccess(answer)) throw failureOfStatus(answer, client.endpoint);
  const read = readView(parseJson(answer, client.endpoint));
  if (read === undefined) throw notTheApiFailure(client, '/api/version', answer.status);
  const { Version, Codename, startDate, dashboardName } = read.view;
  return {
    number: Version,
    ...(Codename === undefined ? {} : { codename: Codename }),
    ...(startDate === undefined ? {} : { startDate }),
    ...(dashboardName ? { dashboardName } : {}),
  };
}
