import * as vscode from 'vscode';
import type { Comparisons } from '../compare/comparisons';
import type { Snapshots } from '../compare/snapshots';
import type { Connections } from '../connections';
import type { PassingDocuments } from '../documents/passing';
import { subjectRefOf } from '../documents/uris';
import type { WholeDocuments } from '../documents/whole';
import type { Filters } from '../filters';
import { Commands, Settings } from '../ids';
import type { AccessLogs } from '../search/accessLogs';
import type { QueryDiagnostics } from '../search/queryDiagnostics';
import type { QueryDocuments } from '../search/queryDocuments';
import type { SavedSearches } from '../search/savedSearches';
import type { Searches } from '../search/searches';
import type { EndpointTree } from '../tree/endpointTree';
import { addEndpoint } from './addEndpoint';
import { changeSetting } from './changeSetting';
import { chooseAccessLogs } from './chooseAccessLogs';
import { endpointIdOf } from './chooseEndpoint';
import { chooseQueryTarget } from './chooseQueryTarget';
import { clearFilter } from './clearFilter';
import { compareWith } from './compareWith';
import { copyAsJson } from './copyAsJson';
import { copyName } from './copyName';
import { copyRule } from './copyRule';
import { copyServerUrl } from './copyServerUrl';
import { deleteAllEndpoints } from './deleteAllEndpoints';
import { deleteSnapshot } from './deleteSnapshot';
import { duplicateEndpoint } from './duplicateEndpoint';
import { editEndpoint } from './editEndpoint';
import { exportEndpoints } from './exportEndpoints';
import { exportSavedSearches } from './exportSavedSearches';
import { exportSnapshot } from './exportSnapshot';
import { filter } from './filter';
import { find } from './find';
import { goToPage } from './goToPage';
import { groupBy } from './groupBy';
import { importEndpoints } from './importEndpoints';
import { importSavedSearches } from './importSavedSearches';
import { importSnapshot } from './importSnapshot';
import { moveEndpoint } from './moveEndpoint';
import { openAsJson } from './openAsJson';
import { openDashboard } from './openDashboard';
import { openDetails } from './openDetails';
import { openInBrowser } from './openInBrowser';
import { removeEndpoint } from './removeEndpoint';
import { renameEndpoint } from './renameEndpoint';
import { renameSnapshot } from './renameSnapshot';
import { reportUnexpected } from './reportUnexpected';
import { revealSecrets } from './revealSecrets';
import { runQuery } from './runQuery';
import { deleteSavedSearch, openSavedSearch, renameSavedSearch } from './savedSearch';
import { saveSearch } from './saveSearch';
import { newSearch, search } from './search';
import { clearSearchHistory, searchHistory } from './searchHistory';
import { searchSelection } from './searchSelection';
import { setPublicAddress } from './setPublicAddress';
import { showAccessLogs } from './showAccessLogs';
import { sortBy } from './sortBy';
import { takeSnapshot } from './takeSnapshot';
import { testConnection } from './testConnection';
import { askRouteAgain, type WhichRouterDeps, whichRouter } from './whichRouter';

/** What is around the search panels: searches that are written by hand, kept or remembered, and those for access logs. */
export interface AroundSearches {
  readonly saved: SavedSearches;
  readonly queries: QueryDocuments;
  readonly diagnostics: QueryDiagnostics;
  readonly logs: AccessLogs;
}

/** What comparisons need besides connections. */
export interface Comparing {
  readonly snapshots: Snapshots;
  readonly comparisons: Comparisons;
}

/** What questions about routes need besides connections. */
export type Routing = Omit<WhichRouterDeps, 'connections'>;

type Handlers = Readonly<Record<string, (argument: unknown) => unknown>>;

/** Registers every command. What a handler did not expect ends in the log and in one message. */
export function registerCommands(
  connections: Connections,
  filters: Filters,
  proxies: EndpointTree,
  searches: Searches,
  { saved, queries, diagnostics, logs }: AroundSearches,
  routing: Routing,
  { snapshots, comparisons }: Comparing,
  revealed: PassingDocuments,
  wholes: WholeDocuments,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const { engines, panels } = searches;
  const chooseTarget = (argument: unknown) => chooseQueryTarget(connections, engines, queries, argument);
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
    [Commands.deleteAllEndpoints]: () => deleteAllEndpoints(connections, snapshots),
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
    [Commands.openWhole]: (uri) => wholes.open(uri),
    [Commands.revealSecrets]: (argument) => revealSecrets(connections, revealed, argument),
    [Commands.copyName]: copyName,
    [Commands.copyRule]: (argument) => copyRule(connections, argument),
    [Commands.copyServerUrl]: (argument) => copyServerUrl(connections, argument),
    [Commands.copyAsJson]: (argument) => copyAsJson(connections, argument),
    [Commands.openDashboard]: (argument) => openDashboard(connections, argument),
    [Commands.openInBrowser]: (argument) => openInBrowser(connections, argument),
    [Commands.setPublicAddress]: (argument) => setPublicAddress(connections, argument),
    [Commands.showLog]: () => log.show(),
    [Commands.search]: (node) => search(connections, searches, node),
    [Commands.newSearch]: (node) => newSearch(connections, searches, node),
    [Commands.searchSelection]: () => searchSelection(connections, searches),
    [Commands.firstPage]: () => panels.active?.tell({ kind: 'press', button: 'first' }),
    [Commands.nextPage]: () => panels.active?.tell({ kind: 'press', button: 'next' }),
    [Commands.previousPage]: () => panels.active?.tell({ kind: 'press', button: 'previous' }),
    [Commands.goToPage]: () => goToPage(panels),
    [Commands.countHits]: () => panels.active?.tell({ kind: 'press', button: 'count' }),
    [Commands.cancelSearch]: () => panels.active?.tell({ kind: 'press', button: 'cancel' }),
    [Commands.editAsJson]: () => panels.active?.tell({ kind: 'act', action: 'editAsJson' }),
    [Commands.exportHits]: () => panels.active?.tell({ kind: 'act', action: 'export' }),
    [Commands.copyAsCurl]: () => panels.active?.tell({ kind: 'act', action: 'copyAsCurl' }),
    [Commands.copyAsDevTools]: () => panels.active?.tell({ kind: 'act', action: 'copyAsDevTools' }),
    [Commands.runQuery]: (argument) => runQuery({ queries, diagnostics }, panels, chooseTarget, argument),
    [Commands.chooseQueryTarget]: chooseTarget,
    [Commands.saveSearch]: (argument) => saveSearch(saved, queries, panels, argument),
    [Commands.searchHistory]: (node) => searchHistory(connections, saved, searches, node),
    [Commands.clearSearchHistory]: () => clearSearchHistory(saved),
    [Commands.openSavedSearch]: (node) => openSavedSearch(saved, panels, node),
    [Commands.renameSavedSearch]: (node) => renameSavedSearch(saved, node),
    [Commands.deleteSavedSearch]: (node) => deleteSavedSearch(saved, node),
    [Commands.exportSavedSearches]: () => exportSavedSearches(connections, saved),
    [Commands.importSavedSearches]: () => importSavedSearches(connections, saved),
    [Commands.openHit]: (place) => panels.act('open', place),
    [Commands.copyHit]: (place) => panels.act('copyDocument', place),
    [Commands.copyHitId]: (place) => panels.act('copyId', place),
    [Commands.copyValue]: (place) => panels.act('copyValue', place),
    [Commands.copyPath]: (place) => panels.act('copyPath', place),
    [Commands.filterForValue]: (place) => panels.act('filterFor', place),
    [Commands.filterOutValue]: (place) => panels.act('filterOut', place),
    [Commands.selectForCompare]: (place) => panels.act('selectForCompare', place),
    [Commands.compareWithSelected]: (place) => panels.act('compareWithSelected', place),
    [Commands.revealRouter]: (place) => panels.act('revealRouter', place),
    [Commands.whichRouter]: (argument) => whichRouter({ connections, ...routing }, argument),
    [Commands.askRouteAgain]: (argument) => askRouteAgain({ connections, ...routing }, argument),
    [Commands.showAllRouters]: (argument) => routing.documents.showAll(argument),
    [Commands.showAccessLogs]: (node) => showAccessLogs({ connections, engines, logs, panels }, node),
    [Commands.chooseAccessLogs]: (node) => chooseAccessLogs({ connections, engines, logs }, node),
    [Commands.takeSnapshot]: (node) => takeSnapshot(connections, snapshots, node),
    [Commands.renameSnapshot]: (node) => renameSnapshot(snapshots, node),
    [Commands.deleteSnapshot]: (node) => deleteSnapshot(snapshots, node),
    [Commands.exportSnapshot]: (node) => exportSnapshot(snapshots, node),
    [Commands.importSnapshot]: (node) => importSnapshot(connections, snapshots, node),
    [Commands.compareWith]: (node) => compareWith({ connections, snapshots }, comparisons, node),
    [Commands.compareAgain]: () => comparisons.again(),
    [Commands.swapSides]: () => comparisons.swap(),
    [Commands.compareNames]: () => comparisons.chooseNames(),
    [Commands.showHealthDifferences]: () => comparisons.showHealth(true),
    [Commands.hideHealthDifferences]: () => comparisons.showHealth(false),
    [Commands.copyComparison]: () => comparisons.copySummary(),
    [Commands.closeComparison]: () => comparisons.close(),
    [Commands.openDifference]: (node) => comparisons.open(node),
  };
  return vscode.Disposable.from(
    ...Object.entries(handlers).map(([id, handler]) =>
      vscode.commands.registerCommand(id, reportUnexpected(log, id, handler)),
    ),
  );
}
