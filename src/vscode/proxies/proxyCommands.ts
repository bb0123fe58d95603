import { endpointIdOf } from '../shared/chooseEndpoint';
import type { CommandHandlers } from '../shared/commands';
import type { Connections } from '../shared/connections';
import { Commands, Settings } from '../shared/ids';
import { subjectRefOf } from '../shared/uris';
import { copyName, copyRule, copyServerUrl } from './copy';
import type { EndpointTree } from './endpointTree';
import { clearFilter, filter } from './filter';
import type { Filters } from './filters';
import { find } from './find';
import { openDashboard } from './openDashboard';
import { openInBrowser } from './openInBrowser';
import { setPublicAddress } from './setPublicAddress';
import { changeSetting, groupBy, sortBy } from './viewSettings';

interface ProxyCommandsDeps {
  readonly connections: Connections;
  readonly filters: Filters;
  readonly proxies: EndpointTree;
}

/** What a person does in the view of the proxies. */
export function proxyCommands({ connections, filters, proxies }: ProxyCommandsDeps) {
  return {
    [Commands.refresh]: () => proxies.refresh(),
    [Commands.refreshEndpoint]: (node) => proxies.refresh(endpointIdOf(node)),
    [Commands.retry]: (node) => proxies.refresh(endpointIdOf(node)),
    [Commands.stopRefresh]: () => connections.stopReading(),
    [Commands.revealInTree]: async (argument) => proxies.reveal((await subjectRefOf(argument)) ?? argument),
    [Commands.find]: (node) => find(connections, node),
    [Commands.filter]: (node) => filter(connections, filters, node),
    [Commands.clearFilter]: (node) => clearFilter(filters, node),
    [Commands.groupBy]: groupBy,
    [Commands.sortBy]: sortBy,
    [Commands.showInternal]: () => changeSetting(Settings.showInternal, true),
    [Commands.hideInternal]: () => changeSetting(Settings.showInternal, false),
    [Commands.copyName]: copyName,
    [Commands.copyRule]: (argument) => copyRule(connections, argument),
    [Commands.copyServerUrl]: (argument) => copyServerUrl(connections, argument),
    [Commands.openDashboard]: (argument) => openDashboard(connections, argument),
    [Commands.openInBrowser]: (argument) => openInBrowser(connections, argument),
    [Commands.setPublicAddress]: (argument) => setPublicAddress(connections, argument),
  } satisfies CommandHandlers;
}
