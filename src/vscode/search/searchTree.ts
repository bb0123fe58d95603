import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { EndpointNode, SavedSearchNode, SearchNode } from '../../core/proxy/tree/nodes';
import type { ClientRegistry } from '../shared/clientRegistry';
import { endpointDrag } from '../shared/endpointDrag';
import { Views } from '../shared/ids';
import { loadCore } from '../shared/loadCore';
import { logError } from '../shared/logError';
import { loadTreeItems } from '../shared/treeItems';
import type { SavedSearches } from './savedSearches';

/** Opens the view that lists the search endpoints and their saved searches. Nothing is read before it is shown. */
export function openSearchTree(
  clients: ClientRegistry,
  saved: SavedSearches,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const changed = new vscode.EventEmitter<undefined>();
  const endpoints = async (): Promise<readonly EndpointNode[]> => {
    const { endpointNode } = await loadCore();
    const stored = await (await clients.store()).list();
    const { tellKnownEndpoints } = await loadTreeItems();
    tellKnownEndpoints(stored);
    const searches = await saved.store();
    return stored
      .filter(({ hint }) => hint.kind === 'search')
      .map((one) => ({ ...endpointNode(one), hasSaved: searches.list(one.hint.id).length > 0 }));
  };
  const searchesOf = async (endpoint: EndpointNode): Promise<readonly SavedSearchNode[]> => {
    const { savedSearchNode } = await loadCore();
    return (await saved.store()).list(endpoint.endpointId).map((one) => savedSearchNode(one, endpoint));
  };
  const provider: vscode.TreeDataProvider<SearchNode> = {
    onDidChangeTreeData: changed.event,
    async getChildren(node) {
      if (node?.type === 'savedSearch') return [];
      if (node !== undefined) return [...(await searchesOf(node))];
      view.message = '';
      try {
        return [...(await endpoints())];
      } catch (error) {
        logError(log, 'The stored endpoints cannot be read.', error);
        view.message = l10n.t('The stored endpoints cannot be read. Select Show Log in the menu of this view.');
        return [];
      }
    },
    getParent: (node) => (node.type === 'savedSearch' ? node.parent : undefined),
    getTreeItem: async (node) => (await loadTreeItems()).treeItemOf(node),
  };
  const view = vscode.window.createTreeView(Views.searches, {
    treeDataProvider: provider,
    dragAndDropController: endpointDrag<SearchNode>(Views.searches, clients, log),
  });
  /** An endpoint that had none yet is collapsed, so the new row would not be visible. */
  const reveal = async (savedId: string): Promise<void> => {
    if (!view.visible) return;
    for (const endpoint of await endpoints()) {
      const node = (await searchesOf(endpoint)).find((one) => one.savedId === savedId);
      if (node !== undefined) await view.reveal(node, { select: false });
    }
  };
  const revealEndpoint = async (endpointId: string): Promise<void> => {
    const node = (await endpoints()).find((one) => one.endpointId === endpointId);
    if (node !== undefined) await view.reveal(node, { select: true, focus: true });
  };
  const refresh = (): void => changed.fire(undefined);
  return vscode.Disposable.from(
    clients.onDidChange(refresh),
    clients.onDidAskToShow((id) => {
      revealEndpoint(id).catch(() => log.debug('An endpoint cannot be shown in its view.'));
    }),
    saved.onDidChange(refresh),
    saved.onDidSave((id) => {
      reveal(id).catch(() => log.debug('A saved search cannot be shown in its view.'));
    }),
    view,
    changed,
  );
}
