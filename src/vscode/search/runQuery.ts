import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { checkBody } from '../../core/search/query/checkBody';
import { numberText } from '../../l10n/numbers';
import { queryScheme } from '../shared/ids';
import type { QueryDiagnostics } from './queryDiagnostics';
import type { QueryDocuments } from './queryDocuments';
import type { SearchPanels } from './searchPanels';

/**
 * Searches with the body in an editor, and shows the hits beside it. Marks the problems of a body that cannot be sent.
 *
 * @param argument the document's URI from an editor's toolbar; without one, that of the active editor
 * @param chooseTarget asks the user for the target of a body that has none; false if canceled
 */
export async function runQuery(
  queries: QueryDocuments,
  diagnostics: QueryDiagnostics,
  panels: SearchPanels,
  chooseTarget: (document: vscode.Uri) => Promise<boolean>,
  argument: unknown,
): Promise<void> {
  const document = queryDocumentOf(argument);
  if (document === undefined) return;
  // First, because saving may format the text. VS Code reports late to an extension that a document has unsaved text.
  await document.save();
  const query = await queries.read(document);
  if (query === undefined) return;
  const { question } = query;
  const problems = checkBody(question.body ?? '');
  if (diagnostics.show(document, problems)) return showFirstProblem(document, problems);
  const isAimed = query.endpointId !== undefined && question.index.trim() !== '';
  if (!isAimed && !(await chooseTarget(document.uri))) return;
  const aimed = isAimed ? query : await queries.read(document);
  if (aimed?.endpointId === undefined) return;
  await panels.ask(aimed.endpointId, aimed.question, { run: true, beside: true });
}

/** The document of a command: the one with the given URI, or the active editor's. */
export function queryDocumentOf(argument: unknown): vscode.TextDocument | undefined {
  const uri = argument instanceof vscode.Uri ? argument : vscode.window.activeTextEditor?.document.uri;
  if (uri?.scheme !== queryScheme) return undefined;
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
}

/** Shows that the body was not sent, and moves the cursor to the first problem, which may be far down. */
function showFirstProblem(
  document: vscode.TextDocument,
  problems: readonly { readonly line: number; readonly column: number; readonly message: string }[],
): void {
  const [first] = problems;
  if (first === undefined) return;
  void vscode.window.showWarningMessage(
    l10n.t('The search was not run. Line {0}: {1}', numberText(first.line + 1), first.message),
  );
  const editor = vscode.window.visibleTextEditors.find((one) => one.document === document);
  if (editor === undefined) return;
  const at = new vscode.Position(first.line, first.column);
  editor.selection = new vscode.Selection(at, at);
  editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
