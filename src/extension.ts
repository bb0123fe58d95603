import * as vscode from 'vscode';
import { exportHits } from './vscode/commands/exportHits';
import { registerCommands } from './vscode/commands/register';
import { revealRouter } from './vscode/commands/revealRouter';
import { openComparisons } from './vscode/compare/comparisons';
import { openSnapshots } from './vscode/compare/snapshots';
import { openConnections } from './vscode/connections';
import { registerDocuments } from './vscode/documents/documents';
import { registerRevealedDocuments } from './vscode/documents/revealed';
import { registerWholeDocuments } from './vscode/documents/whole';
import { openFilters } from './vscode/filters';
import { openRememberedAsks } from './vscode/routing/rememberedAsks';
import { registerRouteDocuments } from './vscode/routing/routeDocuments';
import { openAccessLogs } from './vscode/search/accessLogs';
import { saveSearch } from './vscode/search/askSaved';
import { pickFromHistory } from './vscode/search/historyPick';
import { registerQueryDiagnostics } from './vscode/search/queryDiagnostics';
import { registerQueryDocuments } from './vscode/search/queryDocuments';
import { registerQueryLenses } from './vscode/search/queryLenses';
import { openSavedSearches } from './vscode/search/savedSearches';
import { openSearches } from './vscode/search/searches';
import { openEndpointTree } from './vscode/tree/endpointTree';
import { openSearchTree } from './vscode/tree/searchTree';

/** Registers everything and reads nothing: the first look at a view or the first command loads the core. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('Proxy Scout', { log: true });
  const connections = openConnections(context, log);
  const filters = openFilters(context, connections);
  const snapshots = openSnapshots(context, log);
  const comparisons = openComparisons({ connections, snapshots });
  const proxies = openEndpointTree(connections, filters, snapshots, log);
  const queries = registerQueryDocuments(context, connections, log);
  const saved = openSavedSearches(context, connections, log);
  const wholes = registerWholeDocuments();
  const searches = openSearches(context, connections, log, wholes, {
    editAsJson: (id, question, fields) => queries.open(id, question, fields),
    exportHits: (asked) => exportHits(async (id) => (await searches.engines.of(id)).door, asked),
    save: (id, question) => saveSearch(saved, id, question),
    chooseFromHistory: (id) => pickFromHistory(saved, id),
    remember: (id, question) => saved.remember(id, question),
    revealRouter: (hit) => revealRouter({ connections, logs, proxies }, hit),
    routerFieldOf: (id, index) => logs.routerFieldOf(id, index),
  });
  const logs = openAccessLogs(context.globalState, connections, searches.engines);
  const diagnostics = registerQueryDiagnostics(queries, searches.panels.onDidAnswer, log);
  const revealed = registerRevealedDocuments(wholes);
  const routing = { asks: openRememberedAsks(context.workspaceState), documents: registerRouteDocuments(connections) };
  context.subscriptions.push(
    proxies,
    snapshots,
    comparisons,
    filters,
    queries,
    registerQueryLenses(queries, connections),
    diagnostics,
    saved,
    openSearchTree(connections, saved, log),
    searches,
    logs,
    registerDocuments(connections, wholes),
    wholes,
    routing.documents,
    revealed,
    registerCommands(
      connections,
      filters,
      proxies,
      searches,
      { saved, queries, diagnostics, logs },
      routing,
      { snapshots, comparisons },
      revealed,
      wholes,
      log,
    ),
  );
  shutDown = async () => {
    // Points in time are closed over the connections, which VS Code would otherwise end in the same moment.
    await searches.close();
    connections.dispose();
    log.dispose();
  };
}

let shutDown: (() => Promise<void>) | undefined;

/** Gives back what engines hold open for the searches. VS Code waits some seconds for it. */
export function deactivate(): Promise<void> | undefined {
  return shutDown?.();
}
