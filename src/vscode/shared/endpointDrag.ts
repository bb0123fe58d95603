import * as vscode from 'vscode';
import type { ProxyNode } from '../../core/proxy/tree/nodes';
import type { SearchNode } from '../../core/searchView/searchNodes';
import type { ClientRegistry } from './clientRegistry';
import type { Views } from './ids';
import { logError } from './logError';

/**
 * Orders the endpoints of a view by drag and drop. A dropped endpoint takes the place of the target row's endpoint, or
 * the last place on empty space. The view accepts only its own rows, and rows cannot leave it.
 */
export function endpointDrag<N extends ProxyNode | SearchNode>(
  view: (typeof Views)['proxies' | 'searches'],
  clients: Pick<ClientRegistry, 'store'>,
  log: vscode.LogOutputChannel,
): vscode.TreeDragAndDropController<N> {
  // The type that VS Code reserves for this view, in lower case.
  const type = `application/vnd.code.tree.${view.toLowerCase()}`;
  return {
    dragMimeTypes: [type],
    dropMimeTypes: [type],
    async handleDrag([node], data) {
      if (node?.type !== 'endpoint' || node.isOfWorkspace) return;
      const { draggedEndpointText } = await import('../../core/base/endpoints/placeInList');
      data.set(type, new vscode.DataTransferItem(draggedEndpointText(node.endpointId)));
    },
    async handleDrop(target, data) {
      const text = await data.get(type)?.asString();
      const { readDraggedEndpoint } = await import('../../core/base/endpoints/placeInList');
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
