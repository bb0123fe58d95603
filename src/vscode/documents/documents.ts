import * as vscode from 'vscode';
import type { ClientRegistry } from '../shared/clientRegistry';
import { refOfUri } from '../shared/documentUris';
import type { WholeSource } from '../shared/ephemeralText';
import { jsonScheme } from '../shared/ids';
import type { LastHours } from '../shared/lastHours';
import { loadCore } from '../shared/loadCore';
import type { WholeDocuments } from '../shared/wholeDocuments';
import { registerDetailsDocuments } from './detailsDocuments';
import { contentOf, openDocumentSources } from './documentSources';

/**
 * Serves the read-only documents about what a proxy reports, and updates them when their endpoint was read.
 *
 * @param lastHours loads what access logs say about routers
 */
export function registerDocuments(
  clients: ClientRegistry,
  wholes: WholeDocuments,
  lastHours: () => Promise<LastHours>,
): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const sources = openDocumentSources(clients);
  /** The sources of open documents that show only the beginning, by their addresses. */
  const heads = new Map<string, WholeSource>();

  const follow = async (endpointId: string): Promise<void> => {
    // The reading may not have reached everyone who shares it.
    await (await clients.inventory(endpointId)).read().catch(() => undefined);
    await redraw([endpointId]);
  };
  /** Those whose endpoint was read: a document never asks a server by itself. */
  const redrawRead = async (endpointIds: readonly string[]): Promise<void> => {
    for (const endpointId of endpointIds) {
      if ((await clients.inventory(endpointId)).latest !== undefined) await redraw([endpointId]);
    }
  };
  const redraw = async (endpointIds: readonly string[]): Promise<void> => {
    for (const { uri } of vscode.workspace.textDocuments) {
      const ref = await refOfUri(uri);
      if (ref !== undefined && endpointIds.includes(ref.endpointId)) changed.fire(uri);
    }
  };

  return vscode.Disposable.from(
    sources,
    registerDetailsDocuments(sources, lastHours, changed),
    vscode.workspace.registerTextDocumentContentProvider(jsonScheme, {
      onDidChange: changed.event,
      async provideTextDocumentContent(uri) {
        const { jsonDocument, longShownText, longWithPlainHtmlCharacters } = await loadCore();
        return contentOf(sources, uri, async ({ subject: { item } }) => {
          const json = await longWithPlainHtmlCharacters(await longShownText(item));
          const { text, isWhole, size } = await jsonDocument(json);
          if (isWhole) heads.delete(uri.toString());
          else heads.set(uri.toString(), { name: item.name, json, size });
          wholes.changed();
          return text;
        });
      },
    }),
    wholes.offerOn(jsonScheme, (uri) => heads.get(uri.toString())),
    vscode.workspace.onDidOpenTextDocument(async (document) => {
      // Truncated JSON would be shown with an error.
      if (heads.has(document.uri.toString())) await vscode.languages.setTextDocumentLanguage(document, 'plaintext');
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      heads.delete(uri.toString());
    }),
    clients.onDidRead((endpointId) => void follow(endpointId)),
    // Another name, or findings that are ignored.
    clients.onDidChange((endpointIds) => void redrawRead(endpointIds)),
    changed,
  );
}
