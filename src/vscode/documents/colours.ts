import * as vscode from 'vscode';
import type { Look, Page, Span } from '../../core/details/page';
import { DETAILS_SCHEME } from '../ids';

/**
 * How each look is drawn: in colours of the workbench, which every theme has. A grammar or semantic tokens would take
 * whatever a theme gives to programming languages, often red for a label and green for a remark.
 */
const styles: Readonly<Record<Look, vscode.DecorationRenderOptions>> = {
  heading: { fontWeight: 'bold' },
  label: { color: new vscode.ThemeColor('descriptionForeground') },
  name: { color: new vscode.ThemeColor('textLink.foreground') },
  good: { color: new vscode.ThemeColor('charts.green') },
  caution: { color: new vscode.ThemeColor('list.warningForeground') },
  bad: { color: new vscode.ThemeColor('list.errorForeground') },
  faint: { color: new vscode.ThemeColor('descriptionForeground') },
};

/**
 * Colours the details documents in every editor that shows one.
 *
 * @param pageOf the page whose text a document shows; undefined where it shows another one
 */
export function colourPages(pageOf: (document: vscode.TextDocument) => Page | undefined): vscode.Disposable {
  const decorations = Object.entries(styles).map(
    ([look, style]) => [look, vscode.window.createTextEditorDecorationType(style)] as const,
  );
  const paint = (editor: vscode.TextEditor): void => {
    if (editor.document.uri.scheme !== DETAILS_SCHEME) return;
    const spans = pageOf(editor.document)?.spans ?? [];
    for (const [look, decoration] of decorations) {
      editor.setDecorations(decoration, spans.filter((span) => span.look === look).map(rangeOf));
    }
  };
  return vscode.Disposable.from(
    ...decorations.map(([, decoration]) => decoration),
    vscode.window.onDidChangeVisibleTextEditors((editors) => editors.forEach(paint)),
    vscode.workspace.onDidChangeTextDocument(({ document }) =>
      vscode.window.visibleTextEditors.filter((editor) => editor.document === document).forEach(paint),
    ),
  );
}

/** Where a span stands in its document. */
export function rangeOf({ line, start, end }: Pick<Span, 'line' | 'start' | 'end'>): vscode.Range {
  return new vscode.Range(line, start, line, end);
}
