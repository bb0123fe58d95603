import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { DetailsPage } from '../../core/proxy/documents/detailsPage';
import type { FindingRef } from '../../core/proxy/findings/findingRef';
import { refOfUri } from '../shared/documentUris';
import { Commands, DETAILS_SCHEME } from '../shared/ids';
import { loadCore } from '../shared/loadCore';
import { registerPageFeatures } from '../shared/pageFeatures';
import { contentOf, type DocumentSources } from './documentSources';

/** Serves the documents of Open Details, with their colors, links and outline. `changed` says and learns which to update. */
export function registerDetailsDocuments(
  sources: DocumentSources,
  changed: vscode.EventEmitter<vscode.Uri>,
): vscode.Disposable {
  /** The page of each open document, by its address: what is where in its text. */
  const pages = new Map<string, DetailsPage>();

  /** Undefined while the document does not show the page's text yet. */
  const pageOf = (document: vscode.TextDocument): DetailsPage | undefined => {
    const page = pages.get(document.uri.toString());
    return page?.text === document.getText() ? page : undefined;
  };

  return vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(DETAILS_SCHEME, {
      onDidChange: changed.event,
      async provideTextDocumentContent(uri) {
        const { detailsPage, endpointFindings, findingsSoon, longShownText } = await loadCore();
        return contentOf(sources, uri, async ({ subject, ignored, ...context }) => {
          await longShownText(subject.item);
          const found = await findingsSoon(context.inventory, () => changed.fire(uri));
          const findings = found && endpointFindings({ found, ignored });
          const page = detailsPage(subject, { ...context, findings });
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
    vscode.languages.registerCodeLensProvider(
      { scheme: DETAILS_SCHEME },
      {
        async provideCodeLenses(document) {
          const { endpointId } = (await refOfUri(document.uri)) ?? {};
          if (endpointId === undefined) return [];
          return pageOf(document)?.findings.map(({ line, kind, key }) => {
            const title = `$(eye-closed) ${l10n.t('Ignore This Finding')}`;
            const argument = { endpointId, of: kind, key } satisfies FindingRef;
            const command = { title, command: Commands.ignoreFinding, arguments: [argument] };
            return new vscode.CodeLens(new vscode.Range(line, 0, line, 0), command);
          });
        },
      },
    ),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => pages.delete(uri.toString())),
  );
}
