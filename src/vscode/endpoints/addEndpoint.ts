import type { EndpointKind } from '../../core/base/endpoints/endpoint';
import type { Connections } from '../shared/connections';
import { askEndpoint } from './form';
import { tryEndpoint } from './testConnection';

/** Asks for a new endpoint, stores it, and says what answers there. `kind` is not asked where a view gave it. */
export async function addEndpoint(connections: Connections, kind?: EndpointKind): Promise<void> {
  const fields = await askEndpoint({
    title: { proxy: 'Add Proxy Endpoint', search: 'Add Search Endpoint', unknown: 'Add Endpoint' }[kind ?? 'unknown'],
    ...(kind === undefined ? {} : { kind }),
  });
  if (fields === undefined) return;
  for (const { id } of await (await connections.store()).add(fields)) await tryEndpoint(connections, id);
}
