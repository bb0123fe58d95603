import * as vscode from 'vscode';
import { onceEditorsClosed, refOfUri } from '../shared/documentUris';
import { detailsScheme } from '../shared/ids';
import type { LastHours } from '../shared/lastHours';
import { registerPageFeatures } from '../shared/pageFeatures';
import type { DetailsTexts } from './detailsTexts';
import type { DocumentSources } from './documentSources';

/**
 * Serves the documents of Open Details, with their colors, links and outline. `changed` fires with documents to update.
 * The modules for their texts are loaded with the first one.
 */
export function registerDetailsDocuments(
  sources: DocumentSources,
  lastHours: () => Promise<LastHours>,
  changed: vscode.EventEmitter<vscode.Uri>,
): vscode.Disposable {
  let opening: Promise<DetailsTexts> | undefined;
  let texts: DetailsTexts | undefined;
  const opened = async (): Promise<DetailsTexts> => {
    opening ??= import('./detailsTexts').then((loaded) => loaded.openDetailsTexts(sources, lastHours, changed));
    texts = await opening;
    return texts;
  };
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
