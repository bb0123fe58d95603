import * as vscode from 'vscode';
import type { PageStyle } from '../../core/proxy/documents/page';

/**
 * How each look is drawn: in colours of the workbench. A grammar or semantic tokens would take whatever a theme gives to
 * programming languages, often red for a label and green for a remark. The lists' colours are readable on light and dark
 * and are not defined in high contrast, where text in them could not be seen; the editor's are.
 */
function stylesFor({ kind }: vscode.ColorTheme): Readonly<Record<PageStyle, vscode.DecorationRenderOptions>> {
  const { HighContrast, HighContrastLight } = vscode.ColorThemeKind;
  const isHighContrast = kind === HighContrast || kind === HighContrastLight;
  const colour = (id: string): vscode.DecorationRenderOptions => ({ color: new vscode.ThemeColor(id) });
  return {
    heading: { fontWeight: 'bold' },
    label: colour('descriptionForeground'),
    name: colour('textLink.foreground'),
    good: colour('charts.green'),
    caution: colour(isHighContrast ? 'editorWarning.foreground' : 'list.warningForeground'),
    bad: colour(isHighContrast ? 'editorError.foreground' : 'list.errorForeground'),
    faint: colour('descriptionForeground'),
  };
}

/** A piece of a document. */
interface Colored {
  readonly look?: PageStyle | undefined;
  readonly range: vscode.Range;
}

/**
 * Colours the documents of a scheme in every editor that shows one, and in those that show one already.
 *
 * @param spansOf what is to be colored in a document, and how
 */
export function colorPages(
  scheme: string,
  spansOf: (document: vscode.TextDocument) => readonly Colored[],
): vscode.Disposable {
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
