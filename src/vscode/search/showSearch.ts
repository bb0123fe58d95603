import * as l10n from '@vscode/l10n';
import { chooseReadyEndpoint } from '../shared/chooseEndpoint';
import type { Searches } from './searches';
import type { SearchPanels } from './searchPanels';

/** Shows the search of an endpoint. From the palette, the endpoint of the last search is preselected. */
export async function showSearch(panels: SearchPanels, argument: unknown): Promise<void> {
  const endpointId = await chooseSearchEndpoint(panels.searches, argument);
  if (endpointId !== undefined) await panels.open(endpointId);
}

/** Opens another search of an endpoint in its own tab. */
export async function newSearch(panels: SearchPanels, argument: unknown): Promise<void> {
  const endpointId = await chooseSearchEndpoint(panels.searches, argument);
  if (endpointId !== undefined) await panels.openNew(endpointId);
}

/** The endpoint to search: that of the command's row, or the one that the user selects. */
export async function chooseSearchEndpoint(
  { clients, last }: Searches,
  argument: unknown,
): Promise<string | undefined> {
  const stored = await chooseReadyEndpoint(clients, argument, {
    placeholder: l10n.t('Select a search endpoint'),
    kind: 'search',
    proposed: await last.endpointId(),
  });
  return stored?.hint.id;
}
