import * as vscode from 'vscode';
import type { Connections } from '../connections';
import { loadCore } from '../core';
import { JSON_SCHEME } from '../ids';
import { contentOf } from './content';
import { registerDetailsDocuments } from './detailsDocuments';
import { openSights } from './sights';
import { refOfUri } from './uris';

/** Serves the read-only documents about what a proxy reports, and makes them anew when their endpoint was read. */
export function registerDocuments(connections: Connections): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const sights = openSights(connections);

  const follow = async (endpointId: string): Promise<void> => {
    // What is told of may still be on its way to those who share it.
    await (await connections.inventory(endpointId)).read().catch(() => undefined);
    for (const { uri } of vscode.workspace.textDocuments) {
      const ref = await refOfUri(uri);
      if (ref?.endpointId === endpointId) changed.fire(uri);
    }
  };

  return vscode.Disposable.from(
    sights,
    registerDetailsDocuments(sights, changed.event),
    vscode.workspace.registerTextDocumentContentProvider(JSON_SCHEME, {
      onDidChange: changed.event,
      async provideTextDocumentContent(uri) {
        const { indentJson, shownText } = await loadCore();
        return contentOf(sights, uri, ({ subject }) => `${indentJson(shownText(subject.item))}\n`);
      },
    }),
    connections.onDidRead((endpointId) => void follow(endpointId)),
    changed,
  );
}
