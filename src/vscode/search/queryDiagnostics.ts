import * as vscode from 'vscode';
import type { Failure } from '../../core/base/errors/failure';
import { keyBefore } from '../../core/base/json/scan';
import { plainText } from '../../core/base/text/plainText';
import type { BodyProblem } from '../../core/search/query/checkBody';
import { errorPlaceOf } from '../../core/search/wire/errorPlace';
import { queryScheme } from '../shared/ids';
import { logError } from '../shared/logError';
import type { QueryDocuments } from './queryDocuments';
import type { SearchOutcome } from './searches';

export type QueryDiagnostics = ReturnType<typeof registerQueryDiagnostics>;

/**
 * Marks the problems of a body: those that prevent sending it, and the place where an engine stopped reading. An edit
 * removes the marks.
 */
export function registerQueryDiagnostics(
  documents: Pick<QueryDocuments, 'read'>,
  onDidAnswer: vscode.Event<SearchOutcome>,
  log: Pick<vscode.LogOutputChannel, 'error'>,
) {
  const marks = vscode.languages.createDiagnosticCollection('Proxy Scout');
  const mark = (document: vscode.TextDocument, range: vscode.Range, message: string): void => {
    const diagnostic = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Error);
    diagnostic.source = 'Proxy Scout';
    marks.set(document.uri, [...(marks.get(document.uri) ?? []), diagnostic]);
  };

  const answer = async ({ endpointId, question, failure }: SearchOutcome): Promise<void> => {
    if (question.body === undefined) return;
    for (const document of vscode.workspace.textDocuments) {
      if (document.uri.scheme !== queryScheme) continue;
      const query = await documents.read(document);
      // The user may have typed another text since.
      const isAsked =
        query?.endpointId === endpointId &&
        query.question.index === question.index &&
        query.question.body === question.body;
      if (!isAsked) continue;
      marks.delete(document.uri);
      if (failure !== undefined) complain(document, failure);
    }
  };
  const complain = (document: vscode.TextDocument, failure: Failure): void => {
    const place = errorPlaceOf(failure, document.getText());
    if (place === undefined) return;
    const at = new vscode.Position(place.line, place.column);
    const { detail, sentence } = failure;
    mark(document, wordAt(document, at), detail === undefined ? sentence : plainText(detail, 1_000));
  };

  const subscriptions = vscode.Disposable.from(
    marks,
    onDidAnswer((outcome) => {
      answer(outcome).catch((error: unknown) => logError(log, 'What is wrong with a body cannot be marked.', error));
    }),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document.uri.scheme === queryScheme && contentChanges.length > 0) marks.delete(document.uri);
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => marks.delete(uri)),
  );

  return {
    /** Shows the problems of a body, in place of earlier ones. Returns whether there are any. */
    show(document: vscode.TextDocument, problems: readonly BodyProblem[]): boolean {
      marks.delete(document.uri);
      for (const { line, column, length, message } of problems) {
        const start = new vscode.Position(line, column);
        const range = length === 0 ? wordAt(document, start) : new vscode.Range(start, start.translate(0, length));
        mark(document, range, message);
      }
      return problems.length > 0;
    },
    dispose: (): void => subscriptions.dispose(),
  };
}

/**
 * The range to underline at a place: the word there, or the character; at the end of a line the one before it. Engines
 * often report the brace after a key when the key is wrong: then both.
 */
function wordAt(document: vscode.TextDocument, at: vscode.Position): vscode.Range {
  const word = document.getWordRangeAtPosition(at);
  if (word !== undefined) return word;
  const { text } = document.lineAt(at.line);
  const key = keyBefore(text.slice(0, at.character));
  if (key !== undefined) return new vscode.Range(at.with({ character: key }), at.translate(0, 1));
  const isAtEnd = at.character >= text.length;
  return isAtEnd && at.character > 0
    ? new vscode.Range(at.translate(0, -1), at)
    : new vscode.Range(at, at.translate(0, 1));
}
