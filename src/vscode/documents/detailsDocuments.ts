import * as vscode from 'vscode';
import type { ProxyPage } from '../../core/proxy/documents/page';
import { refOfUri } from '../shared/documentUris';
import { DETAILS_SCHEME } from '../shared/ids';
import { loadCore } from '../shared/loadCore';
import { registerPageFeatures } from '../shared/pageFeatures';
import { contentOf, type DocumentSources } from './documentSources';

/** Serves the documents of Open Details, with their colors, links and outline. `changed` says which to update. */
export function registerDetailsDocuments(
  sources: DocumentSources,
  changed: vscode.Event<vscode.Uri>,
): vscode.Disposable {
  /** The page of each open document, by its address: what is where in its text. */
  const pages = new Map<string, ProxyPage>();

  /** Undefined while the document does not show the page's text yet. */
  const pageOf = (document: vscode.TextDocument): ProxyPage | undefined => {
    const page = pages.get(document.uri.toString());
    return page?.text === document.getText() ? page : undefined;
  };

  return vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(DETAILS_SCHEME, {
      onDidChange: changed,
      async provideTextDocumentContent(uri) {
        const { detailsPage, longShownText } = await loadCore();
        return contentOf(sources, uri, async ({ subject, ...context }) => {
          await longShownText(subject.item);
          const page = detailsPage(subject, context);
          pages.set(uri.toString(), page);
          return page.text;
        });
      },
    }),
    registerPageFeatures({
      scheme: DETAILS_SCHEME,
      pageOf,
      endpointOf: async ({ uri }) => (await refOfUri(uri))?.endpointId,
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => pages.delete(uri.toString())),
  );
}
