import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { PageSpan, ProxyPage } from '../../core/proxy/documents/page';
import { uriOf } from './documentUris';
import { detailsScheme } from './ids';

/** The documents of a scheme that show pages. */
interface Pages {
  readonly scheme: string;
  /** The page that a document shows; undefined while it shows another text. */
  pageOf(document: vscode.TextDocument): ProxyPage | undefined;
  /** The endpoint for the links of a document. */
  endpointOf(document: vscode.TextDocument): Promise<string | undefined>;
}

/** Adds colors, links, outline, and folding to documents that show pages. */
export function registerPageFeatures({ scheme, pageOf, endpointOf }: Pages): vscode.Disposable {
  const selector: vscode.DocumentSelector = { scheme };
  return vscode.Disposable.from(
    vscode.languages.registerDocumentLinkProvider(selector, {
      async provideDocumentLinks(document) {
        const endpointId = await endpointOf(document);
        if (endpointId === undefined) return [];
        return pageOf(document)?.spans.flatMap(({ to, ...span }) => {
          if (to === undefined) return [];
          const target = uriOf(detailsScheme, { endpointId, ...to });
          const link = new vscode.DocumentLink(rangeOf(span), target);
          // The name is left out, because VS Code renders it as Markdown.
          link.tooltip = l10n.t('Open Details');
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
        pageOf(document)?.sections.map(({ line, endLine, isFolded }) => {
          // Editors fold ranges of this kind at first, as the manifest sets. A command would affect any editor.
          const kind = isFolded === true ? vscode.FoldingRangeKind.Imports : undefined;
          return new vscode.FoldingRange(line, endLine, kind);
        }),
    }),
    colorsOnDemand(scheme, pageOf),
  );
}

/** Loads the colors with the first document. */
function colorsOnDemand(scheme: string, pageOf: Pages['pageOf']): vscode.Disposable {
  const spansOf = (document: vscode.TextDocument) =>
    pageOf(document)?.spans.map((span) => ({ look: span.look, range: rangeOf(span) })) ?? [];
  let colors: Promise<vscode.Disposable> | undefined;
  const begin = ({ uri }: vscode.TextDocument): void => {
    if (uri.scheme === scheme) colors ??= import('./pageColors').then(({ colorPages }) => colorPages(scheme, spansOf));
  };
  vscode.workspace.textDocuments.forEach(begin);
  return vscode.Disposable.from(vscode.workspace.onDidOpenTextDocument(begin), {
    dispose: () => void colors?.then((made) => made.dispose()),
  });
}

/** The range of a span in its document. */
function rangeOf({ line, start, end }: Pick<PageSpan, 'line' | 'start' | 'end'>): vscode.Range {
  return new vscode.Range(line, start, line, end);
}
