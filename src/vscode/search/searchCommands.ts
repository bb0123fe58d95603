import type { CommandHandlers } from '../shared/commands';
import type { Connections } from '../shared/connections';
import { Commands } from '../shared/ids';
import type { AccessLogs } from './accessLogs';
import { chooseAccessLogs } from './chooseAccessLogs';
import { chooseQueryTarget } from './chooseQueryTarget';
import type { Engines } from './engines';
import { exportSavedSearches } from './exportSavedSearches';
import { goToPage } from './goToPage';
import { importSavedSearches } from './importSavedSearches';
import type { QueryDiagnostics } from './queryDiagnostics';
import type { QueryDocuments } from './queryDocuments';
import { runQuery } from './runQuery';
import { deleteSavedSearch, openSavedSearch, renameSavedSearch } from './savedSearch';
import type { SavedSearches } from './savedSearches';
import { saveSearch } from './saveSearchCommand';
import { newSearch, search } from './search';
import type { Searches } from './searches';
import { clearSearchHistory, searchHistory } from './searchHistoryCommands';
import { searchSelection } from './searchSelection';
import { showAccessLogs } from './showAccessLogs';

interface SearchCommandsDeps {
  readonly connections: Connections;
  readonly engines: Engines;
  readonly searches: Searches;
  readonly saved: SavedSearches;
  readonly queries: QueryDocuments;
  readonly diagnostics: QueryDiagnostics;
  readonly logs: AccessLogs;
}

/** What a person does with searches, hits and access logs. */
export function searchCommands(deps: SearchCommandsDeps): CommandHandlers {
  const { connections, engines, searches, saved, queries, diagnostics, logs } = deps;
  const { panels } = searches;
  const chooseTarget = (argument: unknown) => chooseQueryTarget(connections, engines, queries, argument);
  return {
    [Commands.search]: (node) => search(connections, searches, node),
    [Commands.newSearch]: (node) => newSearch(connections, searches, node),
    [Commands.searchSelection]: () => searchSelection(connections, engines, searches),
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
    [Commands.showAccessLogs]: (node) => showAccessLogs({ connections, engines, logs, panels }, node),
    [Commands.chooseAccessLogs]: (node) => chooseAccessLogs({ connections, engines, logs }, node),
  };
}
