import * as vscode from 'vscode';
import type { PageStyle } from '../../core/proxy/documents/page';

/**
 * The decorations of each look, in colors of the workbench. A grammar or semantic tokens would get the theme's colors
 * for programming languages, often red for a label and green for a remark. The list colors are readable on light and
 * dark, but are not defined in high contrast; the editor's are.
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
    caution: color(isHighContrast ? 'editorWarning.foreground' : 'list.warningForeground'),
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
