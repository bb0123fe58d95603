import { layoutAround, layoutsAmong } from '../../core/accessLogs/logLayouts';
import type { RememberedPlace } from '../../core/accessLogs/rememberedPlaces';
import type { StoredEndpoint } from '../../core/base/endpoints/endpointRecord';
import { isRequestFailure } from '../../core/base/errors/failure';
import type { AccessLogs } from './accessLogs';

/** The index and the search endpoint that a file of the workspace names for the access logs of a proxy. */
interface ListedLogs {
  readonly search: StoredEndpoint;
  readonly index: string;
}

/**
 * The place of a proxy's access logs in the workspace's file that lists the proxy. Undefined if it names none, and if
 * the search endpoint is not listed there and allowed. Sends no request.
 */
export async function listedLogs({ clients }: AccessLogs, proxyId: string): Promise<ListedLogs | undefined> {
  const stored = await (await clients.store()).list();
  const { workspace } = stored.find(({ hint }) => hint.id === proxyId) ?? {};
  const listed = workspace?.accessLogs;
  if (listed === undefined) return undefined;
  const search = stored.find(
    (one) =>
      one.state === 'ready' &&
      one.workspace?.file === workspace?.file &&
      one.hint.kind === 'search' &&
      one.hint.name === listed.endpoint,
  );
  return search && { search, index: listed.index };
}

/** The same place with the layout of its lines, by its fields. Undefined if it has no field for router names. */
export async function listedPlace(logs: AccessLogs, proxyId: string): Promise<RememberedPlace | undefined> {
  const listed = await listedLogs(logs, proxyId);
  if (listed === undefined) return undefined;
  const { search, index } = listed;
  const { catalog } = await logs.engines.of(search.hint.id);
  const [layout] = layoutsAmong(await catalog.fields(index, AbortSignal.timeout(checkMs)));
  return layout && { searchEndpointId: search.hint.id, index, layout };
}

/** The longest delay of a search by an optional check. */
const checkMs = 3_000;

/**
 * Checks whether the fields still exist, and their current mapping, because a search by a missing field finds nothing.
 * Undefined if the router's field, or the endpoint, is gone. If the engine does not respond, the search itself shows
 * that.
 */
export async function placeAsItIsNow(
  { clients, engines }: AccessLogs,
  before: RememberedPlace,
): Promise<RememberedPlace | undefined> {
  if ((await (await clients.store()).get(before.searchEndpointId)) === undefined) return undefined;
  try {
    const { catalog } = await engines.of(before.searchEndpointId);
    const fields = await catalog.fields(before.index, AbortSignal.timeout(checkMs));
    if (fields.length === 0) return before;
    const layout = layoutAround(before.layout.router.field, fields);
    return layout && { ...before, layout };
  } catch (error) {
    if (isRequestFailure(error)) return before;
    throw error;
  }
}
