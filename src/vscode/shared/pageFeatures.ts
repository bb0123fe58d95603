import * as vscode from 'vscode';
import type { PageSpan, ProxyPage } from '../../core/proxy/documents/page';
import { uriOf } from './documentUris';
import { DETAILS_SCHEME } from './ids';

/** The documents of a scheme that show pages. */
interface Pages {
  readonly scheme: string;
  /** The page whose text a document shows; undefined while it shows another one. */
  pageOf(document: vscode.TextDocument): ProxyPage | undefined;
  /** The endpoint that the links of a document are about. */
  endpointOf(document: vscode.TextDocument): Promise<string | undefined>;
}

/** Gives documents that show pages their colours, links, outline and folding. */
export function registerPageFeatures({ scheme, pageOf, endpointOf }: Pages): vscode.Disposable {
  const selector: vscode.DocumentSelector = { scheme };
  return vscode.Disposable.from(
    vscode.languages.registerDocumentLinkProvider(selector, {
      async provideDocumentLinks(document) {
        const endpointId = await endpointOf(document);
        if (endpointId === undefined) return [];
        return pageOf(document)?.spans.flatMap(({ to, ...span }) => {
          if (to === undefined) return [];
          const target = uriOf(DETAILS_SCHEME, { endpointId, ...to });
          const link = new vscode.DocumentLink(rangeOf(span), target);
          // Not the name: VS Code makes Markdown of it.
          link.tooltip = 'Open Details';
          return [link];
        });
      },
    }),
    vscode.languages.registerDocumentSymbolProvider(selector, {
      provideDocumentSymbols: (document) =>
        pageOf(document)?.sections.map(({ title, line, endLine }) => {
          const heading = document.lineAt(line).range;
          const whole = heading.union(document.lineAt(endLine).range);
          return new vscode.DocumentSymbol(title, '', vscode.SymbolKind.Namespace, whole, heading);
        }),
    }),
    vscode.languages.registerFoldingRangeProvider(selector, {
      provideFoldingRanges: (document) =>
        pageOf(document)?.sections.map(({ line, endLine }) => new vscode.FoldingRange(line, endLine)),
    }),
    coloursOnDemand(scheme, pageOf),
  );
}

/** Loads and makes the colours when there is a document to be colored. */
function coloursOnDemand(scheme: string, pageOf: Pages['pageOf']): vscode.Disposable {
  const spansOf = (document: vscode.TextDocument) =>
    pageOf(document)?.spans.map((span) => ({ look: span.look, range: rangeOf(span) })) ?? [];
  let colours: Promise<vscode.Disposable> | undefined;
  const begin = ({ uri }: vscode.TextDocument): void => {
    if (uri.scheme === scheme) colours ??= import('./pageColors').then(({ colorPages }) => colorPages(scheme, spansOf));
  };
  vscode.workspace.textDocuments.forEach(begin);
  return vscode.Disposable.from(vscode.workspace.onDidOpenTextDocument(begin), {
    dispose: () => void colours?.then((made) => made.dispose()),
  });
}

/** Where a span stands in its document. */
function rangeOf({ line, start, end }: Pick<PageSpan, 'line' | 'start' | 'end'>): vscode.Range {
  return new vscode.Range(line, start, line, end);
}
