import * as l10n from '@vscode/l10n';
import { parseOfferedFilter } from '../../core/proxy/find/savedFilters';
import { chooseReadyEndpoint, endpointIdOf } from '../shared/chooseEndpoint';
import type { ClientRegistry } from '../shared/clientRegistry';
import type { Filters } from '../shared/proxyFilters';
import { escapeForLabel } from '../shared/sanitize';
import type { EndpointTree } from './endpointTree';
import { askFilter } from './filterPick';

/** Asks the user for the filter of a proxy's routers, services and middlewares, or applies the one of a row. */
export async function filterEndpoint(
  clients: ClientRegistry,
  filters: Filters,
  tree: EndpointTree,
  argument: unknown,
): Promise<void> {
  const offered = parseOfferedFilter(argument);
  if (offered !== undefined) {
    await filters.set(offered.endpointId, offered.filter);
    await tree.unfoldMatches(offered.endpointId);
    return;
  }
  const stored = await chooseReadyEndpoint(clients, argument, {
    placeholder: l10n.t('Select a proxy to filter'),
    kind: 'proxy',
  });
  if (stored === undefined) return;
  const { id, name } = stored.hint;
  await filters.ready();
  const text = await askFilter(
    clients,
    [{ endpointId: id }],
    l10n.t('Filter {0}', escapeForLabel(name)),
    filters.get(id),
  );
  if (text === undefined) return;
  await filters.set(id, text);
  await tree.unfoldMatches(id);
}

/** Asks the user for one filter for all proxies. */
export async function filterAllProxies(clients: ClientRegistry, filters: Filters, tree: EndpointTree): Promise<void> {
  const stored = (await (await clients.store()).list()).filter(
    (one) => one.state === 'ready' && one.hint.kind === 'proxy',
  );
  await filters.ready();
  const places = stored.map(({ hint }) => ({ endpointId: hint.id }));
  const text = await askFilter(clients, places, l10n.t('Filter All Proxies'), filters.forAll);
  if (text === undefined) return;
  await filters.setForAll(text);
  for (const { endpointId } of places) await tree.unfoldMatches(endpointId);
}

/** Shows all items again: of the endpoint of the row, or of all. */
export async function clearFilter(filters: Filters, argument: unknown): Promise<void> {
  await filters.ready();
  const named = endpointIdOf(argument);
  if (named === undefined) await filters.setForAll('');
  else await filters.set(named, '');
}
