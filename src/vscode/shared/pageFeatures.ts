import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { PageSpan, PageStyle, ProxyPage } from '../../core/proxy/documents/page';
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

/** Makes the colors with the first document. */
function colorsOnDemand(scheme: string, pageOf: Pages['pageOf']): vscode.Disposable {
  const spansOf = (document: vscode.TextDocument) =>
    pageOf(document)?.spans.map((span) => ({ look: span.look, range: rangeOf(span) })) ?? [];
  let colors: vscode.Disposable | undefined;
  const begin = ({ uri }: vscode.TextDocument): void => {
    if (uri.scheme === scheme) colors ??= colorPages(scheme, spansOf);
  };
  vscode.workspace.textDocuments.forEach(begin);
  return vscode.Disposable.from(vscode.workspace.onDidOpenTextDocument(begin), {
    dispose: () => colors?.dispose(),
  });
}

/** The range of a span in its document. */
function rangeOf({ line, start, end }: Pick<PageSpan, 'line' | 'start' | 'end'>): vscode.Range {
  return new vscode.Range(line, start, line, end);
}

/**
 * The decorations of each look, in colors of the workbench. A grammar or semantic tokens would get the theme's colors
 * for programming languages, often red for a label and green for a remark. Warnings have a color of the manifest: that
 * of the trees, but readable as text on light. The color of errors in lists is not defined in high contrast.
 */
function stylesFor({ kind }: vscode.ColorTheme): Readonly<Record<PageStyle, vscode.DecorationRenderOptions>> {
  const { HighContrast, HighContrastLight } = vscode.ColorThemeKind;
  const isHighContrast = kind === HighContrast || kind === HighContrastLight;
  const color = (id: string): vscode.DecorationRenderOptions => ({ color: new vscode.ThemeColor(id) });
  return {
    heading: { fontWeight: 'bold' },
    label: color('descriptionForeground'),
    name: color('textLink.foreground'),
    good: color('charts.green'),
    caution: color('proxyScout.warningForeground'),
    bad: color(isHighContrast ? 'editorError.foreground' : 'list.errorForeground'),
    faint: color('descriptionForeground'),
  };
}

/** A part of a document. */
interface Colored {
  readonly look?: PageStyle | undefined;
  readonly range: vscode.Range;
}

/**
 * Colors the documents of a scheme in every editor, also in editors that are open already.
 *
 * @param spansOf the parts of a document to color, and their looks
 */
function colorPages(scheme: string, spansOf: (document: vscode.TextDocument) => readonly Colored[]): vscode.Disposable {
  const mix = (theme: vscode.ColorTheme) =>
    Object.entries(stylesFor(theme)).map(
      ([look, style]) => [look, vscode.window.createTextEditorDecorationType(style)] as const,
    );
  let decorations = mix(vscode.window.activeColorTheme);
  const wash = (): void => {
    for (const [, decoration] of decorations) decoration.dispose();
  };
  const paint = (editor: vscode.TextEditor): void => {
    if (editor.document.uri.scheme !== scheme) return;
    const spans = spansOf(editor.document);
    for (const [look, decoration] of decorations) {
      const ranges = spans.flatMap((span) => (span.look === look ? [span.range] : []));
      editor.setDecorations(decoration, ranges);
    }
  };
  vscode.window.visibleTextEditors.forEach(paint);
  return vscode.Disposable.from(
    new vscode.Disposable(wash),
    vscode.window.onDidChangeActiveColorTheme((theme) => {
      wash();
      decorations = mix(theme);
      vscode.window.visibleTextEditors.forEach(paint);
    }),
    vscode.window.onDidChangeVisibleTextEditors((editors) => editors.forEach(paint)),
    vscode.workspace.onDidChangeTextDocument(({ document }) =>
      vscode.window.visibleTextEditors.filter((editor) => editor.document === document).forEach(paint),
    ),
  );
}
