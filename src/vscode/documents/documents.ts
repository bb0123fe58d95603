import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { once } from '../../core/base/async/once';
import type { ClientRegistry } from '../shared/clientRegistry';
import { onceEditorsClosed, refOfUri } from '../shared/documentUris';
import { type EphemeralDocuments, registerEphemeralDocuments } from '../shared/ephemeralDocuments';
import type { WholeSource } from '../shared/ephemeralText';
import { detailsScheme, jsonScheme, secretsScheme, staticScheme } from '../shared/ids';
import type { LastHours } from '../shared/lastHours';
import { registerPageFeatures } from '../shared/pageFeatures';
import type { WholeDocuments } from '../shared/wholeDocuments';
import type { DetailsTexts } from './detailsTexts';
import { contentOf, type DocumentSources, openDocumentSources } from './documentSources';

/**
 * Serves the read-only documents about a proxy's items, and updates them when their endpoint was read.
 *
 * @param lastHours loads the traffic of routers in access logs
 */
export function registerDocuments(
  clients: ClientRegistry,
  wholes: WholeDocuments,
  lastHours: () => Promise<LastHours>,
): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const sources = openDocumentSources(clients);
  /** The sources of open documents that show only the beginning, by their URIs. */
  const heads = new Map<string, WholeSource>();

  const follow = async (endpointId: string): Promise<void> => {
    // Callers that share this read may not have its result yet.
    await (await clients.inventory(endpointId)).read().catch(() => undefined);
    await redraw(endpointId);
  };
  /** Redraws the documents whose endpoint was read, or removed. A document never sends requests itself. */
  const redrawKnown = async (endpointIds: readonly string[]): Promise<void> => {
    for (const endpointId of endpointIds) {
      const session = clients.sessions.get(endpointId);
      const isRemoved = session === undefined && (await (await clients.store()).get(endpointId)) === undefined;
      if (isRemoved || session?.inventory.latest !== undefined) await redraw(endpointId);
    }
  };
  const redraw = async (endpointId: string): Promise<void> => {
    for (const { uri } of vscode.workspace.textDocuments) {
      if ((await refOfUri(uri))?.endpointId === endpointId) changed.fire(uri);
    }
  };

  return vscode.Disposable.from(
    sources,
    registerDetailsDocuments(sources, lastHours, changed),
    vscode.workspace.registerTextDocumentContentProvider(jsonScheme, {
      onDidChange: changed.event,
      async provideTextDocumentContent(uri) {
        const { maskedJson } = await import('../shared/ephemeralText');
        return contentOf(sources, uri, async ({ subject: { item } }) => {
          const { json, text, isWhole, size } = await maskedJson(item);
          if (isWhole) heads.delete(uri.toString());
          else heads.set(uri.toString(), { name: item.name, json, size });
          wholes.changed();
          return text;
        });
      },
    }),
    wholes.offerOn(jsonScheme, (uri) => heads.get(uri.toString())),
    vscode.workspace.onDidOpenTextDocument(async (document) => {
      // VS Code would report an error in truncated JSON.
      if (heads.has(document.uri.toString())) await vscode.languages.setTextDocumentLanguage(document, 'plaintext');
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      heads.delete(uri.toString());
    }),
    clients.onDidRead((endpointId) => void follow(endpointId)),
    // The name of an endpoint or the ignored findings may have changed.
    clients.onDidChange((endpointIds) => void redrawKnown(endpointIds)),
    changed,
  );
}

/** Shows JSON with its secrets, each time in a new document. */
export function registerRevealedDocuments(wholes: WholeDocuments): EphemeralDocuments {
  const gone = l10n.t('The secrets are hidden again because the editor was closed. Run Reveal Secrets… again.');
  return registerEphemeralDocuments(secretsScheme, `${gone}\n`, wholes);
}

/** Shows static configurations that were read, each time in a new document. */
export function registerStaticDocuments(wholes: WholeDocuments): EphemeralDocuments {
  const gone = l10n.t('The editor was closed. Run Read Static Configuration… again.');
  return registerEphemeralDocuments(staticScheme, `${gone}\n`, wholes);
}

/**
 * Serves the documents of Open Details, with their colors, links and outline. `changed` fires with documents to update.
 * The modules for their texts are loaded with the first one.
 */
function registerDetailsDocuments(
  sources: DocumentSources,
  lastHours: () => Promise<LastHours>,
  changed: vscode.EventEmitter<vscode.Uri>,
): vscode.Disposable {
  let texts: DetailsTexts | undefined;
  const opened = once(async (): Promise<DetailsTexts> => {
    const { openDetailsTexts } = await import('./detailsTexts');
    texts = openDetailsTexts(sources, lastHours, changed);
    return texts;
  });
  return vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(detailsScheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: async (uri) => (await opened()).textOf(uri),
    }),
    registerPageFeatures({
      scheme: detailsScheme,
      pageOf: (document) => texts?.pageOf(document),
      endpointOf: async ({ uri }) => (await refOfUri(uri))?.endpointId,
    }),
    vscode.languages.registerCodeLensProvider(
      { scheme: detailsScheme },
      { provideCodeLenses: (document) => texts?.lensesOf(document) },
    ),
    onceEditorsClosed(detailsScheme, (uri) => texts?.left(uri)),
    vscode.window.onDidChangeVisibleTextEditors((editors) => texts?.seen(editors)),
    vscode.workspace.onDidOpenTextDocument(({ uri }) => texts?.opened(uri)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => texts?.forget(uri)),
  );
}
