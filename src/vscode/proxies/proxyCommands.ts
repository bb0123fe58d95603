import { changeSetting } from '../shared/changeSetting';
import type { ClientRegistry } from '../shared/clientRegistry';
import type { CommandHandlers } from '../shared/commands';
import { subjectRefOf } from '../shared/documentUris';
import { Commands, Settings } from '../shared/ids';
import type { Filters } from '../shared/proxyFilters';
import { copyName, copyRule, copyServerUrl } from './copy';
import type { EndpointTree } from './endpointTree';
import { clearFilter, filterAllProxies, filterEndpoint } from './filter';
import { findItem } from './find';
import { ignoreFinding } from './ignoreFinding';
import { openDashboard } from './openDashboard';
import { openInBrowser } from './openInBrowser';
import { setPublicAddress } from './setPublicAddress';
import { groupBy, sortBy } from './viewSettings';

export function proxyCommands({
  clients,
  filters,
  proxies,
}: {
  readonly clients: ClientRegistry;
  readonly filters: Filters;
  readonly proxies: EndpointTree;
}) {
  return {
    [Commands.refresh]: () => proxies.refresh(),
    [Commands.stopRefresh]: () => clients.stopReading(),
    [Commands.revealInTree]: async (argument) => proxies.reveal((await subjectRefOf(argument)) ?? argument),
    [Commands.find]: (node) => findItem(clients, node, proxies.selectedEndpointId()),
    [Commands.filter]: (node) => filterEndpoint(clients, filters, proxies, node),
    [Commands.filterAll]: () => filterAllProxies(clients, filters, proxies),
    [Commands.clearFilter]: (node) => clearFilter(filters, node),
    [Commands.ignoreFinding]: (finding) => ignoreFinding(clients, finding, true),
    [Commands.stopIgnoringFinding]: (finding) => ignoreFinding(clients, finding, false),
    [Commands.groupBy]: groupBy,
    [Commands.sortBy]: sortBy,
    [Commands.showInternal]: () => changeSetting(Settings.showInternal, true),
    [Commands.hideInternal]: () => changeSetting(Settings.showInternal, false),
    [Commands.copyName]: copyName,
    [Commands.copyRule]: (argument) => copyRule(clients, argument),
    [Commands.copyServerUrl]: (argument) => copyServerUrl(clients, argument),
    [Commands.openDashboard]: (argument) => openDashboard(clients, argument),
    [Commands.openInBrowser]: (argument) => openInBrowser(clients, argument),
    [Commands.setPublicAddress]: (argument) => setPublicAddress(clients, argument),
  } satisfies CommandHandlers;
}
