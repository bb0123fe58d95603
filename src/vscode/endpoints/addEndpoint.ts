import type { EndpointKind } from '../../core/base/endpoints/endpoint';
import type { ClientRegistry } from '../shared/clientRegistry';
import { askEndpoint } from './endpointForm';
import { tryEndpoint } from './testConnection';

/** Asks for a new endpoint, stores it, and says what answers there. `kind` is not asked where a view gave it. */
export async function addEndpoint(clients: ClientRegistry, kind?: EndpointKind): Promise<void> {
  const fields = await askEndpoint({
    title: { proxy: 'Add Proxy Endpoint', search: 'Add Search Endpoint', unknown: 'Add Endpoint' }[kind ?? 'unknown'],
    ...(kind === undefined ? {} : { kind }),
  });
  if (fields === undefined) return;
  for (const { id } of await (await clients.store()).add(fields)) await tryEndpoint(clients, id);
}
