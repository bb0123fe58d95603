import * as vscode from 'vscode';
import type { EndpointKind } from '../../core/endpoint';
import type { Inventory } from '../../core/traefik/inventory';
import { type EndpointNode, type ProxyNode, parentOf } from '../../core/tree/nodes';
import type { Connections } from '../connections';
import { loadCore } from '../core';
import { ContextKeys, Views } from '../ids';
import { tooltipText } from './tooltip';
import { treeItemOf } from './treeItem';

/** A view that lists the endpoints of one kind, and below a proxy what it reports. */
export interface EndpointTree extends vscode.Disposable {
  /** Reads anew: below one endpoint, or everything. What is expanded and selected stays so. */
  refresh(endpointId?: string): Promise<void>;
}

/** Opens the view of `kind`. Nothing is read before the view is shown. */
export function openEndpointTree(
  kind: EndpointKind,
  connections: Connections,
  log: vscode.LogOutputChannel,
): EndpointTree {
  const changed = new vscode.EventEmitter<ProxyNode | undefined>();
  /** VS Code knows a row by the very object it was given, so those given last are kept. */
  let endpoints: readonly EndpointNode[] = [];
  let reads = 0;

  const listEndpoints = async (): Promise<readonly EndpointNode[]> => {
    try {
      const { endpointNode } = await loadCore();
      const stored = await (await connections.store()).list();
      endpoints = stored.filter(({ hint }) => hint.kind === kind).map(endpointNode);
      view.message = '';
    } catch (error) {
      log.error('The stored endpoints cannot be read.', error instanceof Error ? error.message : '');
      endpoints = [];
      view.message = 'The stored endpoints cannot be read. Choose Show Log in the menu of this view.';
    }
    return endpoints;
  };

  /** Shows in the view that something is being read, and lets Stop Refresh take the place of Refresh meanwhile. */
  const showReading = async (reading: Promise<unknown>): Promise<void> => {
    reads += 1;
    if (reads === 1) void vscode.commands.executeCommand('setContext', ContextKeys.refreshing, true);
    await vscode.window.withProgress({ location: { viewId: Views.proxies } }, () => reading.catch(() => undefined));
    reads -= 1;
    if (reads === 0) void vscode.commands.executeCommand('setContext', ContextKeys.refreshing, false);
  };

  const readInventory = async (endpointId: string): Promise<Inventory> => {
    const shared = await connections.inventory(endpointId);
    const reading = shared.read();
    if (shared.isReading) void showReading(reading);
    return reading;
  };

  const provider: vscode.TreeDataProvider<ProxyNode> = {
    onDidChangeTreeData: changed.event,
    async getChildren(node) {
      if (node === undefined) return [...(await listEndpoints())];
      try {
        const { childrenOf } = await loadCore();
        return [...(await childrenOf(node, readInventory))];
      } catch (error) {
        // VS Code would show the bare words of whatever it is.
        log.error('A branch of the view cannot be shown.', error instanceof Error ? (error.stack ?? '') : '');
        view.message = 'Something went wrong in Proxy Scout. Choose Show Log in the menu of this view.';
        return [];
      }
    },
    getTreeItem: treeItemOf,
    getParent: parentOf,
    async resolveTreeItem(item, node) {
      if (node.type !== 'item') return item;
      const { itemOf, tooltipOf } = await loadCore();
      // What the row was made from: a tooltip does not wait for a refresh, and asks for nothing.
      const { latest } = await connections.inventory(node.endpointId);
      const found = latest && itemOf(latest, node);
      item.tooltip = found === undefined ? node.label : tooltipText(tooltipOf(found));
      return item;
    },
  };
  const view = vscode.window.createTreeView(kind === 'proxy' ? Views.proxies : Views.searches, {
    treeDataProvider: provider,
    showCollapseAll: kind === 'proxy',
  });
  const subscription = connections.onDidChange(() => changed.fire(undefined));

  return {
    async refresh(endpointId) {
      const named = endpoints.find((node) => node.endpointId === endpointId);
      for (const node of named === undefined ? endpoints : [named]) {
        if (node.kind === 'proxy') (await connections.inventory(node.endpointId)).refresh();
      }
      changed.fire(named);
    },
    dispose() {
      subscription.dispose();
      view.dispose();
      changed.dispose();
    },
  };
}
