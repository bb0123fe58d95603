import * as l10n from '@vscode/l10n';
import { chooseReadyEndpoint, endpointIdOf } from '../shared/chooseEndpoint';
import type { ClientRegistry } from '../shared/clientRegistry';
import { askFilter } from './filterPick';
import type { Filters } from './filters';

/** Asks for the filter of a proxy's routers, services and middlewares. */
export async function filterEndpoint(clients: ClientRegistry, filters: Filters, argument: unknown): Promise<void> {
  const stored = await chooseReadyEndpoint(clients, argument, {
    placeholder: l10n.t('Select a proxy to filter'),
    kind: 'proxy',
  });
  if (stored === undefined) return;
  const { id, name } = stored.hint;
  await filters.ready();
  const text = await askFilter(clients, { endpointId: id, name }, filters.get(id));
  if (text !== undefined) await filters.set(id, text);
}

/** Shows everything again: of the endpoint on whose row it was called, or of all. */
export async function clearFilter(filters: Filters, argument: unknown): Promise<void> {
  await filters.ready();
  const named = endpointIdOf(argument);
  for (const id of named === undefined ? filters.endpointIds : [named]) await filters.set(id, '');
}
