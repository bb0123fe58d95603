import { listedRouter } from '../../core/accessLogs/accessLogNames';
import type { EndpointHint } from '../../core/base/endpoints/endpointRecord';
import { isRequestFailure, RequestFailure } from '../../core/base/errors/failure';
import { listingFailure } from '../../core/proxy/model/inventory';
import type { ItemRef } from '../../core/proxy/model/itemRef';
import type { ClientRegistry } from '../shared/clientRegistry';

/** A router, and the proxy that lists it. */
export interface FoundRouter {
  readonly proxy: Pick<EndpointHint, 'id' | 'name'>;
  readonly router: ItemRef;
}

/**
 * The proxies that list one of the names: of the first group in which any does. Reads a group again if its earlier read
 * has none. Undefined if the user canceled that.
 *
 * @param whileReading shows the progress of a read, which the user can cancel; undefined if canceled
 * @throws RequestFailure if no proxy could be read
 */
export async function findRouters(
  clients: Pick<ClientRegistry, 'inventory'>,
  names: readonly string[],
  groups: readonly (readonly FoundRouter['proxy'][])[],
  whileReading: <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T | undefined>,
): Promise<readonly FoundRouter[] | undefined> {
  const listedIn = async (proxies: readonly FoundRouter['proxy'][]): Promise<readonly FoundRouter[]> => {
    const found = proxies.map(async (proxy): Promise<FoundRouter | undefined> => {
      const { latest } = await clients.inventory(proxy.id);
      const name = latest && listedRouter(names, latest);
      if (name === undefined) return undefined;
      return { proxy, router: { endpointId: proxy.id, protocol: 'http', kind: 'routers', name } };
    });
    return (await Promise.all(found)).filter((one) => one !== undefined);
  };

  /** The reasons why some could not be read. */
  const readAgain = async (proxies: readonly FoundRouter['proxy'][], signal: AbortSignal): Promise<unknown[]> => {
    const reads = proxies.map(async ({ id }) => {
      const shared = await clients.inventory(id);
      shared.refresh();
      const unread = listingFailure((await shared.read(signal)).groups.http.routers);
      if (unread !== undefined) throw new RequestFailure(unread);
    });
    const outcomes = await Promise.allSettled(reads);
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    const fatal = failures.find((failure) => signal.aborted || !isRequestFailure(failure));
    if (fatal !== undefined) throw fatal;
    return failures;
  };

  const failures: unknown[] = [];
  for (const group of groups) {
    if (group.length === 0) continue;
    const known = await listedIn(group);
    if (known.length > 0) return known;
    const news = await whileReading((signal) => readAgain(group, signal));
    if (news === undefined) return undefined;
    failures.push(...news);
    const found = await listedIn(group);
    if (found.length > 0) return found;
  }
  if (failures.length > 0 && failures.length === groups.flat().length) throw failures[0];
  return [];
}
