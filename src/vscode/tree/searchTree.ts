import * as vscode from 'vscode';
import type { EndpointNode } from '../../core/tree/nodes';
import type { Connections } from '../connections';
import { loadCore } from '../core';
import { Views } from '../ids';
import { treeItemOf } from './treeItem';

/** Opens the view that lists the search endpoints. Nothing is read before it is shown. */
export function openSearchTree(connections: Connections, log: vscode.LogOutputChannel): vscode.Disposable {
  const changed = new vscode.EventEmitter<undefined>();
  const provider: vscode.TreeDataProvider<EndpointNode> = {
    onDidChangeTreeData: changed.event,
    async getChildren(node) {
      if (node !== undefined) return [];
      view.message = '';
      try {
        const { endpointNode } = await loadCore();
        const stored = await (await connections.store()).list();
        return stored.filter(({ hint }) => hint.kind === 'search').map((one) => endpointNode(one));
      } catch (error) {
        log.error('The stored endpoints cannot be read.', error instanceof Error ? error.message : '');
        view.message = 'The stored endpoints cannot be read. Choose Show Log in the menu of this view.';
        return [];
      }
    },
    getTreeItem: treeItemOf,
  };
  const view = vscode.window.createTreeView(Views.searches, { treeDataProvider: provider });
  const subscription = connections.onDidChange(() => changed.fire(undefined));
  return vscode.Disposable.from(subscription, view, changed);
}
