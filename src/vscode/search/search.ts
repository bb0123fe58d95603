import { chooseReadyEndpoint } from '../shared/chooseEndpoint';
import type { ClientRegistry } from '../shared/clientRegistry';
import type { Searches } from './searches';

/** Shows the search of an endpoint: from the palette, where there are several, the one searched last is proposed. */
export async function search(clients: ClientRegistry, searches: Searches, argument: unknown): Promise<void> {
  const endpointId = await chooseSearchEndpoint(clients, searches, argument);
  if (endpointId !== undefined) await searches.panels.open(endpointId);
}

/** Opens another search of an endpoint in a tab of its own. */
export async function newSearch(clients: ClientRegistry, searches: Searches, argument: unknown): Promise<void> {
  const endpointId = await chooseSearchEndpoint(clients, searches, argument);
  if (endpointId !== undefined) await searches.panels.openNew(endpointId);
}

/** The endpoint to search: the one of the row that a command was called on, or the one a person chooses. */
export async function chooseSearchEndpoint(
  clients: ClientRegistry,
  { last }: Pick<Searches, 'last'>,
  argument: unknown,
): Promise<string | undefined> {
  const stored = await chooseReadyEndpoint(clients, argument, {
    placeholder: 'Where to search?',
    kind: 'search',
    proposed: await last.endpointId(),
  });
  return stored?.hint.id;
}
