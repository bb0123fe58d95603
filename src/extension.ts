import * as vscode from 'vscode';
import { commandHandlers } from './commandHandlers';
import { setTranslation } from './l10n/language';
import { openComparisons } from './vscode/compare/comparisons';
import { registerConfig } from './vscode/config/registerConfig';
import { registerDocuments, registerRevealedDocuments, registerStaticDocuments } from './vscode/documents/documents';
import { openEndpointTree } from './vscode/proxies/endpointTree';
import { openRememberedAsks } from './vscode/routing/rememberedAsks';
import { registerRouteDocuments } from './vscode/routing/routeDocuments';
import { AccessLogs } from './vscode/search/accessLogs';
import { openEngines } from './vscode/search/engines';
import { registerQueryDiagnostics } from './vscode/search/queryDiagnostics';
import { registerQueryDocuments } from './vscode/search/queryDocuments';
import { registerQueryLenses } from './vscode/search/queryLenses';
import { openSavedSearches } from './vscode/search/savedSearches';
import { Searches } from './vscode/search/searches';
import { SearchPanels } from './vscode/search/searchPanels';
import { openSearchTree } from './vscode/search/searchTree';
import { openClientRegistry } from './vscode/shared/clientRegistry';
import { registerCommands } from './vscode/shared/commands';
import { Commands, ContextKeys, FeatureCommands } from './vscode/shared/ids';
import { openFilters } from './vscode/shared/proxyFilters';
import { openSnapshots } from './vscode/shared/snapshots';
import { registerWholeDocuments } from './vscode/shared/wholeDocuments';

/** Registers all features and reads only which kinds of endpoints there are, for the palette: the core is loaded when a view is first shown or a command first run. */
export function activate(context: vscode.ExtensionContext): void {
  const { bundle } = vscode.l10n;
  setTranslation(bundle === undefined ? undefined : { language: vscode.env.language, contents: bundle });
  const log = vscode.window.createOutputChannel('Proxy Scout', { log: true });
  const clients = openClientRegistry(context, log);
  const filters = openFilters(context, clients, 'proxies', ContextKeys.filtered);
  const snapshots = openSnapshots(context, log);
  const comparisons = openComparisons({ clients, snapshots });
  const proxies = openEndpointTree(clients, filters, snapshots, context.globalState, log);
  const queries = registerQueryDocuments(context, clients, log);
  const saved = openSavedSearches(context, clients, log);
  const wholes = registerWholeDocuments();
  const engines = openEngines(clients, log);
  const logs = new AccessLogs(context.globalState, engines);
  const searches = new Searches(context, logs, wholes, log);
  const panels = new SearchPanels(context.extensionUri, searches, saved);
  const indexFilters = openFilters(context, clients, 'searches', ContextKeys.indicesFiltered);
  const searchTree = openSearchTree(engines, saved, indexFilters, log);
  const diagnostics = registerQueryDiagnostics(queries, searches.answered.event, log);
  const revealed = registerRevealedDocuments(wholes);
  const statics = registerStaticDocuments(wholes);
  const routing = {
    asks: openRememberedAsks(context.workspaceState),
    documents: registerRouteDocuments(clients, context.workspaceState),
  };
  const config = registerConfig({ clients, state: context.workspaceState, log });
  context.subscriptions.push(
    proxies,
    config,
    snapshots,
    comparisons,
    filters,
    queries,
    registerQueryLenses(queries, clients),
    diagnostics,
    saved,
    searchTree,
    indexFilters,
    panels,
    searches,
    engines,
    logs,
    registerDocuments(clients, wholes, async () =>
      (await import('./vscode/search/openLastHours')).openLastHours(logs, log),
    ),
    wholes,
    routing.documents,
    revealed,
    statics,
    vscode.commands.registerCommand(Commands.showLog, () => log.show()),
    registerCommands(
      log,
      FeatureCommands,
      commandHandlers({
        clients,
        snapshots,
        filters,
        proxies,
        revealed,
        statics,
        wholes,
        comparisons,
        panels,
        searchTree,
        saved,
        queries,
        diagnostics,
        logs,
        config,
        states: [context.globalState, context.workspaceState],
        ...routing,
      }),
    ),
  );
  shutDown = async () => {
    // Closing points in time needs the connections, which VS Code would otherwise close at the same moment.
    await panels.close();
    clients.dispose();
    log.dispose();
  };
}

let shutDown: (() => Promise<void>) | undefined;

/** Closes the engines' points in time for open searches. VS Code waits a few seconds for it. */
export function deactivate(): Promise<void> | undefined {
  return shutDown?.();
}
