import type { EndpointKind } from '../../core/endpoint';
import type { Connections } from '../connections';
import { askEndpoint } from '../endpoints/form';
import { tryEndpoint } from './testConnection';

/** Asks for a new endpoint, stores it, and says what answers there. `kind` is not asked where a view gave it. */
export async function addEndpoint(connections: Connections, kind: unknown): Promise<string | undefined> {
  const known: EndpointKind | undefined = kind === 'proxy' || kind === 'search' ? kind : undefined;
  const fields = await askEndpoint({
    title: { proxy: 'Add Proxy Endpoint', search: 'Add Search Endpoint', unknown: 'Add Endpoint' }[known ?? 'unknown'],
    ...(known === undefined ? {} : { kind: known }),
  });
  if (fields === undefined) return undefined;
  const { id } = await (await connections.store()).add(fields);
  await tryEndpoint(connections, id);
  return id;
}
