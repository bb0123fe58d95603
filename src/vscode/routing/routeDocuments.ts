import * as vscode from 'vscode';
import type { ClientRegistry } from '../shared/clientRegistry';
import { onceEditorsClosed } from '../shared/documentUris';
import { routeScheme } from '../shared/ids';
import type { RouteDocuments } from './openRouteDocuments';

/** The documents about the routers of requests, loaded when VS Code reads the first one, or the user opens one. */
export interface RouteDocumentsOnDemand extends vscode.Disposable {
  opened(): Promise<RouteDocuments>;
}

/** Registers the documents as files, which the reload of a window opens again. */
export function registerRouteDocuments(
  clients: ClientRegistry,
  state: Pick<vscode.Memento, 'get' | 'update'>,
): RouteDocumentsOnDemand {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  let opening: Promise<RouteDocuments> | undefined;
  const opened = (): Promise<RouteDocuments> => {
    opening ??= import('./openRouteDocuments').then((loaded) => loaded.openRouteDocuments(clients, state, changed));
    return opening;
  };
  const refuse = (uri: vscode.Uri): never => {
    throw vscode.FileSystemError.NoPermissions(uri);
  };
  const files: vscode.FileSystemProvider = {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => undefined),
    stat: async (uri) => (await opened()).files.stat(uri),
    readFile: async (uri) => (await opened()).files.readFile(uri),
    readDirectory: refuse,
    createDirectory: refuse,
    writeFile: refuse,
    delete: refuse,
    rename: refuse,
  };
  const subscriptions = vscode.Disposable.from(
    changed,
    vscode.workspace.registerFileSystemProvider(routeScheme, files, { isReadonly: true, isCaseSensitive: true }),
    // Also handles a document that a reloaded window has not read.
    onceEditorsClosed(routeScheme, (uri) => void opened().then(({ forget }) => forget(uri))),
  );
  return {
    opened,
    dispose() {
      subscriptions.dispose();
      void opening?.then((one) => one.dispose());
    },
  };
}
