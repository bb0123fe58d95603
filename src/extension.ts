import * as vscode from 'vscode';
import { registerCommands } from './vscode/commands/register';
import { openConnections } from './vscode/connections';
import { openFilters } from './vscode/filters';
import { registerJsonDocuments } from './vscode/jsonDocuments';
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
  context.subscriptions.push(
    log,
    connections,
    proxies,
    filters,
    openSearchTree(connections, log),
    panels,
    registerJsonDocuments(connections),
    registerCommands(connections, filters, proxies, panels, log),
  );
}
