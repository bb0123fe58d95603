import * as vscode from 'vscode';
import type { ClientRegistry } from '../shared/clientRegistry';
import { onceEditorsClosed, virtualFiles } from '../shared/documentUris';
import { routeScheme } from '../shared/ids';
import type { RouteDocuments } from './openRouteDocuments';

export type RouteDocumentsOnDemand = ReturnType<typeof registerRouteDocuments>;

/**
 * The documents about the routers of requests, loaded when VS Code reads the first one, or the user opens one. They are
 * files, which the reload of a window opens again.
 */
export function registerRouteDocuments(clients: ClientRegistry, state: Pick<vscode.Memento, 'get' | 'update'>) {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  let opening: Promise<RouteDocuments> | undefined;
  const opened = (): Promise<RouteDocuments> => {
    opening ??= import('./openRouteDocuments').then((loaded) => loaded.openRouteDocuments(clients, state, changed));
    return opening;
  };
  const files = virtualFiles({
    onDidChangeFile: changed.event,
    stat: async (uri) => (await opened()).stat(uri),
    readFile: async (uri) => (await opened()).readFile(uri),
  });
  const subscriptions = vscode.Disposable.from(
    changed,
    vscode.workspace.registerFileSystemProvider(routeScheme, files, { isReadonly: true, isCaseSensitive: true }),
    // Also handles a document that a reloaded window has not read.
    onceEditorsClosed(routeScheme, (uri) => void opened().then(({ forget }) => forget(uri))),
  );
  return {
    opened,
    dispose(): void {
      subscriptions.dispose();
      void opening?.then((one) => one.dispose());
    },
  };
}
