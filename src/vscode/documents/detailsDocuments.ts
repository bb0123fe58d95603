import * as vscode from 'vscode';
import type { Page } from '../../core/details/page';
import { loadCore } from '../core';
import { DETAILS_SCHEME } from '../ids';
import { colourPages, rangeOf } from './colours';
import { contentOf } from './content';
import type { Sights } from './sights';
import { refOfUri, uriOf } from './uris';

const SELECTOR: vscode.DocumentSelector = { scheme: DETAILS_SCHEME };

/** Serves the documents that Open Details shows, with their colours, links and outline. `changed` tells which to make anew. */
export function registerDetailsDocuments(sights: Sights, changed: vscode.Event<vscode.Uri>): vscode.Disposable {
  /** The page of each open document, by its address: what stands where in its text. */
  const pages = new Map<string, Page>();

  /** Undefined while the document shows another text than the page's: a newer one is on its way. */
  const pageOf = (document: vscode.TextDocument): Page | undefined => {
    const page = pages.get(document.uri.toString());
    return page?.text === document.getText() ? page : undefined;
  };

  return vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(DETAILS_SCHEME, {
      onDidChange: changed,
      async provideTextDocumentContent(uri) {
        const { detailsOf } = await loadCore();
        return contentOf(sights, uri, ({ subject, ...scenery }) => {
          const page = detailsOf(subject, scenery);
          pages.set(uri.toString(), page);
          return page.text;
        });
      },
    }),
    vscode.languages.registerDocumentLinkProvider(SELECTOR, {
      async provideDocumentLinks(document) {
        const ref = await refOfUri(document.uri);
        if (ref === undefined) return [];
        return pageOf(document)?.spans.flatMap(({ to, ...span }) => {
          if (to === undefined) return [];
          const target = uriOf(DETAILS_SCHEME, { endpointId: ref.endpointId, ...to });
          const link = new vscode.DocumentLink(rangeOf(span), target);
          // Not the name: VS Code makes Markdown of it.
          link.tooltip = 'Open Details';
          return [link];
        });
      },
    }),
    vscode.languages.registerDocumentSymbolProvider(SELECTOR, {
      provideDocumentSymbols: (document) =>
        pageOf(document)?.sections.map(({ title, line, endLine }) => {
          const heading = document.lineAt(line).range;
          const whole = heading.union(document.lineAt(endLine).range);
          return new vscode.DocumentSymbol(title, '', vscode.SymbolKind.Namespace, whole, heading);
        }),
    }),
    vscode.languages.registerFoldingRangeProvider(SELECTOR, {
      provideFoldingRanges: (document) =>
        pageOf(document)?.sections.map(({ line, endLine }) => new vscode.FoldingRange(line, endLine)),
    }),
    colourPages(pageOf),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => pages.delete(uri.toString())),
  );
}
