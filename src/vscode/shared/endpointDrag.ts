import * as vscode from 'vscode';
import type { SearchNode } from '../../core/bridge/browse/searchNodes';
import type { ProxyNode } from '../../core/proxy/tree/nodes';
import type { ClientRegistry } from './clientRegistry';
import type { Views } from './ids';
import { loadCore } from './loadCore';
import { logError } from './logError';

/**
 * Orders the endpoints of a view by drag and drop. A row takes the place of the one it is dropped on, or below, and the last
 * one where there is no row. Nothing leaves the view, and nothing else can be dropped on it.
 */
export function endpointDrag<N extends ProxyNode | SearchNode>(
  view: (typeof Views)['proxies' | 'searches'],
  clients: Pick<ClientRegistry, 'store'>,
  log: vscode.LogOutputChannel,
): vscode.TreeDragAndDropController<N> {
  // The type that VS Code reserves for this view: it is written in lower case.
  const type = `application/vnd.code.tree.${view.toLowerCase()}`;
  return {
    dragMimeTypes: [type],
    dropMimeTypes: [type],
    async handleDrag([node], data) {
      if (node?.type !== 'endpoint' || node.isOfWorkspace) return;
      const { draggedEndpointText } = await loadCore();
      data.set(type, new vscode.DataTransferItem(draggedEndpointText(node.endpointId)));
    },
    async handleDrop(target, data) {
      const text = await data.get(type)?.asString();
      const { readDraggedEndpoint } = await loadCore();
      const id = text === undefined ? undefined : readDraggedEndpoint(text);
      if (id === undefined) return;
      try {
        await (await clients.store()).move(id, target === undefined ? 'last' : { placeOf: target.endpointId });
      } catch (error) {
        logError(log, 'The endpoint cannot be moved.', error);
      }
    },
  };
}
