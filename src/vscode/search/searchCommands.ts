import * as vscode from 'vscode';
import type { ClientRegistry } from '../shared/clientRegistry';
import type { CommandHandlers } from '../shared/commands';
import { Commands } from '../shared/ids';
import type { Filters } from '../shared/proxyFilters';
import type { AccessLogs } from './accessLogs';
import { chooseAccessLogs } from './chooseAccessLogs';
import { chooseQueryTarget } from './chooseQueryTarget';
import { columnCommands } from './columnCommands';
import type { Engines } from './engines';
import { exportHitsToFile } from './exportHitsToFile';
import { exportSavedSearches } from './exportSavedSearches';
import { goToPage } from './goToPage';
import { pickFromHistory } from './historyPick';
import { hitCommands } from './hitActions';
import { importSavedSearches } from './importSavedSearches';
import { indexCommands } from './indexCommands';
import type { QueryDiagnostics } from './queryDiagnostics';
import type { QueryDocuments } from './queryDocuments';
import { type RevealRouterDeps, revealRouter } from './revealRouter';
import { runQuery } from './runQuery';
import { deleteSavedSearch, openSavedSearch, renameSavedSearch } from './savedSearchCommands';
import type { SavedSearches } from './savedSearches';
import { saveQueryDocument, saveSearch } from './saveSearch';
import { searchActionCommands } from './searchActions';
import type { Searches } from './searches';
import { clearSearchHistory, searchHistory } from './searchHistoryCommands';
import { searchSelection } from './searchSelection';
import type { SearchTree } from './searchTree';
import { showAccessLogs } from './showAccessLogs';
import { newSearch, showSearch } from './showSearch';
import { whichRouterOfHit } from './whichRouterOfHit';

interface SearchCommandsDeps {
  readonly clients: ClientRegistry;
  readonly engines: Engines;
  readonly searches: Searches;
  readonly searchTree: SearchTree;
  readonly indexFilters: Filters;
  readonly saved: SavedSearches;
  readonly queries: QueryDocuments;
  readonly diagnostics: QueryDiagnostics;
  readonly logs: AccessLogs;
  readonly proxies: RevealRouterDeps['proxies'];
}

/** The user's actions on searches, hits and access logs. */
export function searchCommands(deps: SearchCommandsDeps) {
  const { clients, engines, searches, saved, queries, diagnostics, logs, proxies } = deps;
  const { panels, documents, comparison } = searches;
  const chooseTarget = (argument: unknown) => chooseQueryTarget(clients, engines, queries, argument);
  const onSearches = searchActionCommands({
    panels,
    clipboard: vscode.env.clipboard,
    editAsJson: (id, question, fields) => queries.open(id, question, fields),
    exportHits: (context, countShown) =>
      exportHitsToFile(async (id) => (await engines.of(id)).client, context, countShown),
    saveSearch: (id, question) => saveSearch(saved, id, question),
    saveDocument: (argument) => saveQueryDocument(saved, queries, argument),
    chooseFromHistory: (id) => pickFromHistory(saved, id),
    openHistory: (node) => searchHistory(clients, saved, searches, node),
  });
  const onHits = hitCommands({
    panels,
    clipboard: vscode.env.clipboard,
    showDocument: (text) => documents.open(text, { viewColumn: vscode.ViewColumn.Beside, preview: true }),
    comparison,
    revealRouter: (hit) => revealRouter({ clients, logs, proxies }, hit),
    whichRouter: (hit) => whichRouterOfHit({ clients, logs }, hit),
    searchInNewTab: (id, question) => panels.ask(id, question, { run: true, isNew: true }),
  });
  return {
    [Commands.search]: (node) => showSearch(clients, searches, node),
    [Commands.newSearch]: (node) => newSearch(clients, searches, node),
    [Commands.searchSelection]: (text) => searchSelection(clients, engines, searches, text),
    [Commands.firstPage]: () => panels.active?.tell({ kind: 'press', button: 'first' }),
    [Commands.nextPage]: () => panels.active?.tell({ kind: 'press', button: 'next' }),
    [Commands.previousPage]: () => panels.active?.tell({ kind: 'press', button: 'previous' }),
    [Commands.goToPage]: () => goToPage(panels),
    [Commands.countHits]: () => panels.active?.tell({ kind: 'press', button: 'count' }),
    [Commands.followSearch]: () => panels.active?.tell({ kind: 'press', button: 'follow' }),
    [Commands.toggleWrap]: () => panels.active?.tell({ kind: 'press', button: 'wrap' }),
    [Commands.cancelSearch]: () => panels.active?.tell({ kind: 'press', button: 'cancel' }),
    ...onSearches,
    [Commands.runQuery]: (argument) => runQuery({ queries, diagnostics }, panels, chooseTarget, argument),
    [Commands.chooseQueryTarget]: chooseTarget,
    [Commands.clearSearchHistory]: () => clearSearchHistory(saved),
    [Commands.openSavedSearch]: (node) => openSavedSearch(saved, panels, node),
    [Commands.renameSavedSearch]: (node) => renameSavedSearch(saved, node),
    [Commands.deleteSavedSearch]: (node) => deleteSavedSearch(saved, node),
    [Commands.exportSavedSearches]: () => exportSavedSearches(clients, saved),
    [Commands.importSavedSearches]: () => importSavedSearches(clients, saved),
    ...onHits,
    ...columnCommands({ panels }),
    ...indexCommands(deps),
    [Commands.showAccessLogs]: (node) => showAccessLogs({ clients, engines, logs, panels }, node),
    [Commands.chooseAccessLogs]: (node) => chooseAccessLogs({ clients, engines, logs }, node),
  } satisfies CommandHandlers;
}
