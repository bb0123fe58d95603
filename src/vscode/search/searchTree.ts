import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { once } from '../../core/base/async/once';
import type { StoredEndpoint } from '../../core/base/endpoints/endpointRecord';
import type { SearchNode } from '../../core/searchView/searchNodes';
import { endpointDrag } from '../shared/endpointDrag';
import { Settings, Views } from '../shared/ids';
import { logError } from '../shared/logError';
import type { Filters } from '../shared/proxyFilters';
import { loadTreeItems } from '../shared/treeItems';
import type { Engines } from './engines';
import type { SavedSearches } from './savedSearches';
import type { SearchRows } from './searchRows';

export type SearchTree = ReturnType<typeof openSearchTree>;

/**
 * The Search view: endpoints, their saved searches, and their indices. Reads nothing before it is visible, and sends no
 * request before the user expands indices.
 */
export function openSearchTree(engines: Engines, saved: SavedSearches, filters: Filters, log: vscode.LogOutputChannel) {
  const { clients } = engines;
  const changed = new vscode.EventEmitter<SearchNode | undefined>();
  /** Not needed without a search endpoint. */
  let rows: SearchRows | undefined;
  const load = once(async (): Promise<SearchRows> => {
    const { SearchRows } = await import('./searchRows');
    rows = new SearchRows(engines, saved, filters, view, (node) => changed.fire(node));
    return rows;
  });
  const list = async (): Promise<readonly StoredEndpoint[]> => {
    const stored = await (await clients.store()).list();
    const { tellKnownEndpoints } = await loadTreeItems();
    tellKnownEndpoints(stored);
    return stored.filter(({ hint }) => hint.kind === 'search');
  };
  const view = vscode.window.createTreeView<SearchNode>(Views.searches, {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      async getChildren(node) {
        try {
          if (node !== undefined) return [...(await (await load()).below(node))];
          view.message = '';
          const stored = await list();
          return stored.length === 0 && rows === undefined ? [] : [...(await (await load()).roots(stored))];
        } catch (error) {
          logError(log, 'The Search view cannot be drawn.', error);
          view.message =
            node === undefined
              ? l10n.t('The stored endpoints cannot be read. Select Show Log in the menu of this view.')
              : l10n.t('Something went wrong in Proxy Scout. For details, select Show Log in the menu of this view.');
          return [];
        }
      },
      getParent: (node) => (node.type === 'endpoint' ? undefined : node.parent),
      getTreeItem: async (node) => (await load()).item(node),
      resolveTreeItem: async (item, node) => (await load()).resolved(item, node),
    },
    dragAndDropController: endpointDrag<SearchNode>(Views.searches, clients, log),
    showCollapseAll: true,
  });
  const reveal = async (what: { readonly endpointId: string } | { readonly savedId: string }): Promise<void> => {
    try {
      const stored = await list();
      const loaded = await load();
      await loaded.roots(stored);
      await loaded.reveal(what);
    } catch {
      log.debug('A row of the Search view cannot be revealed.');
    }
  };
  const redraw = (): void => changed.fire(undefined);
  const subscriptions = vscode.Disposable.from(
    clients.onDidChange(redraw),
    clients.onDidAskToShow((endpointId) => void reveal({ endpointId })),
    saved.onDidChange(redraw),
    saved.onDidSave((savedId) => void reveal({ savedId })),
    filters.onDidChange((id) => rows?.redraw(id)),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${Settings.section}.${Settings.showHiddenIndices}`)) rows?.redraw();
    }),
    // A collapsed row must not keep a slow request alive.
    view.onDidCollapseElement(({ element }) => rows?.folded(element)),
    { dispose: () => rows?.dispose() },
    view,
    changed,
  );

  return {
    filters,
    retry: async (endpointId: string | undefined, row: unknown) => rows?.retry(endpointId, row),
    list: async (endpointId: string, signal: AbortSignal) => (await load()).list(endpointId, signal),
    unfold: async (endpointId: string) => rows?.unfold(endpointId),
    dispose: (): void => subscriptions.dispose(),
  };
}
