import * as l10n from '@vscode/l10n';
import type { EndpointKind } from '../../core/base/endpoints/endpoint';
import type { ClientRegistry } from '../shared/clientRegistry';
import { askEndpoint } from './endpointForm';
import { tryEndpoint } from './testConnection';

/** Asks for a new endpoint, stores it, and tests the connection. `kind` is not asked for if a view gave it. */
export async function addEndpoint(clients: ClientRegistry, kind?: EndpointKind): Promise<void> {
  const fields = await askEndpoint({
    title: addTitle(kind),
    ...(kind === undefined ? {} : { kind }),
  });
  if (fields === undefined) return;
  for (const { id } of await (await clients.store()).add(fields)) await tryEndpoint(clients, id);
}

function addTitle(kind: EndpointKind | undefined): string {
  switch (kind) {
    case 'proxy':
      return l10n.t('Add Proxy Endpoint');
    case 'search':
      return l10n.t('Add Search Endpoint');
    case undefined:
      return l10n.t('Add Endpoint');
  }
}
