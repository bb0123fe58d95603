import * as vscode from 'vscode';
import type { Connections } from '../shared/connections';
import { loadCore } from '../shared/core';
import { JSON_SCHEME } from '../shared/ids';
import type { Whole } from '../shared/passingText';
import { refOfUri } from '../shared/uris';
import type { WholeDocuments } from '../shared/whole';
import { registerDetailsDocuments } from './detailsDocuments';
import { contentOf, openSights } from './sights';

/** Serves the read-only documents about what a proxy reports, and makes them anew when their endpoint was read. */
export function registerDocuments(connections: Connections, wholes: WholeDocuments): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const sights = openSights(connections);
  /** What open documents show only the head of, by their addresses. */
  const heads = new Map<string, Whole>();

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
        const { jsonDocument, longShownText } = await loadCore();
        return contentOf(sights, uri, async ({ subject: { item } }) => {
          const json = await longShownText(item);
          const { text, isWhole, size } = await jsonDocument(json);
          if (isWhole) heads.delete(uri.toString());
          else heads.set(uri.toString(), { name: item.name, json, size });
          wholes.changed();
          return text;
        });
      },
    }),
    wholes.offerOn(JSON_SCHEME, (uri) => heads.get(uri.toString())),
    vscode.workspace.onDidOpenTextDocument(async (document) => {
      // What is cut is no JSON: as such it would be shown with an error.
      if (heads.has(document.uri.toString())) await vscode.languages.setTextDocumentLanguage(document, 'plaintext');
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      heads.delete(uri.toString());
    }),
    connections.onDidRead((endpointId) => void follow(endpointId)),
    changed,
  );
}
