import * as vscode from 'vscode';
import { registerCommands } from './vscode/commands/register';
import { openConnections } from './vscode/connections';
import { registerDocuments } from './vscode/documents/documents';
import { registerRevealedDocuments } from './vscode/documents/revealed';
import { openFilters } from './vscode/filters';
import { registerSearchPanels } from './vscode/search/panels';
import { openEndpointTree } from './vscode/tree/endpointTree';
import { openSearchTree } from './vscode/tree/searchTree';

/** Registers everything and reads nothing: the first look at a view or the first command loads the core. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('Proxy Scout', { log: true });
  const connections = openConnections(context, log);
  const filters = openFilters(context, connections);
  const proxies = openEndpointTree(connections, filters, log);
  const panels = registerSearchPanels({
    extensionUri: context.extensionUri,
    log,
    endpoint: async (id) => (await connections.store()).get(id),
    door: (id) => connections.door(id),
    onDidChange: connections.onDidChange,
  });
  const revealed = registerRevealedDocuments();
  context.subscriptions.push(
    log,
    connections,
    proxies,
    filters,
    openSearchTree(connections, log),
    panels,
    registerDocuments(connections),
    revealed,
    registerCommands(connections, filters, proxies, panels, revealed, log),
  );
}
