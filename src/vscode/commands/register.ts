import * as vscode from 'vscode';
import type { Connections } from '../connections';
import type { PassingDocuments } from '../documents/passing';
import { subjectRefOf } from '../documents/uris';
import type { Filters } from '../filters';
import { Commands, Settings } from '../ids';
import type { SearchPanels } from '../search/panels';
import type { EndpointTree } from '../tree/endpointTree';
import { addEndpoint } from './addEndpoint';
import { changeSetting } from './changeSetting';
import { chooseReadyEndpoint, endpointIdOf } from './chooseEndpoint';
import { clearFilter } from './clearFilter';
import { copyAsJson } from './copyAsJson';
import { copyName } from './copyName';
import { copyRule } from './copyRule';
import { copyServerUrl } from './copyServerUrl';
import { deleteAllEndpoints } from './deleteAllEndpoints';
import { duplicateEndpoint } from './duplicateEndpoint';
import { editEndpoint } from './editEndpoint';
import { exportEndpoints } from './exportEndpoints';
import { filter } from './filter';
import { find } from './find';
import { groupBy } from './groupBy';
import { importEndpoints } from './importEndpoints';
import { moveEndpoint } from './moveEndpoint';
import { openAsJson } from './openAsJson';
import { openDashboard } from './openDashboard';
import { openDetails } from './openDetails';
import { openInBrowser } from './openInBrowser';
import { removeEndpoint } from './removeEndpoint';
import { renameEndpoint } from './renameEndpoint';
import { reportUnexpected } from './reportUnexpected';
import { revealSecrets } from './revealSecrets';
import { setPublicAddress } from './setPublicAddress';
import { sortBy } from './sortBy';
import { testConnection } from './testConnection';

type Handlers = Readonly<Record<string, (argument: unknown) => unknown>>;

/** Registers every command. What a handler did not expect ends in the log and in one message. */
export function registerCommands(
  connections: Connections,
  filters: Filters,
  proxies: EndpointTree,
  panels: SearchPanels,
  revealed: PassingDocuments,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const handlers: Handlers = {
    [Commands.addEndpoint]: () => addEndpoint(connections),
    [Commands.addProxyEndpoint]: () => addEndpoint(connections, 'proxy'),
    [Commands.addSearchEndpoint]: () => addEndpoint(connections, 'search'),
    [Commands.editEndpoint]: (node) => editEndpoint(connections, node),
    [Commands.renameEndpoint]: (node) => renameEndpoint(connections, node),
    [Commands.removeEndpoint]: (node) => removeEndpoint(connections, node),
    [Commands.moveEndpointUp]: (node) => moveEndpoint(connections, node, 'up'),
    [Commands.moveEndpointDown]: (node) => moveEndpoint(connections, node, 'down'),
    [Commands.duplicateEndpoint]: (node) => duplicateEndpoint(connections, node),
    [Commands.testConnection]: (node) => testConnection(connections, node),
    [Commands.exportEndpoints]: () => exportEndpoints(connections),
    [Commands.importEndpoints]: () => importEndpoints(connections),
    [Commands.deleteAllEndpoints]: () => deleteAllEndpoints(connections),
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
    [Commands.openDetails]: (argument) => openDetails(connections, argument),
    [Commands.openAsJson]: (argument) => openAsJson(connections, argument),
    [Commands.revealSecrets]: (argument) => revealSecrets(connections, revealed, argument),
    [Commands.copyName]: copyName,
    [Commands.copyRule]: (argument) => copyRule(connections, argument),
    [Commands.copyServerUrl]: (argument) => copyServerUrl(connections, argument),
    [Commands.copyAsJson]: (argument) => copyAsJson(connections, argument),
    [Commands.openDashboard]: (argument) => openDashboard(connections, argument),
    [Commands.openInBrowser]: (argument) => openInBrowser(connections, argument),
    [Commands.setPublicAddress]: (argument) => setPublicAddress(connections, argument),
    [Commands.showLog]: () => log.show(),
    [Commands.search]: async (node) => {
      const stored = await chooseReadyEndpoint(connections, node, { placeholder: 'Where to search?', kind: 'search' });
      if (stored !== undefined) await panels.open(stored.hint.id);
    },
    [Commands.nextPage]: () => panels.nextPage(),
    [Commands.previousPage]: () => panels.previousPage(),
    [Commands.cancelSearch]: () => panels.cancel(),
  };
  return vscode.Disposable.from(
    ...Object.entries(handlers).map(([id, handler]) =>
      vscode.commands.registerCommand(id, reportUnexpected(log, id, handler)),
    ),
  );
}
