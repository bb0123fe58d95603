import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { indexKindNames } from '../../core/search/engine/completions';
import { checkBody } from '../../core/search/query/checkBody';
import { numberText } from '../../l10n/numbers';
import { queryScheme } from '../shared/ids';
import {
  ask,
  askQuestions,
  pickOne,
  type QuestionPosition,
  type QuickAnswer,
  type QuickChoice,
  takeAnswer,
} from '../shared/quickInput';
import { escapeForLabel } from '../shared/sanitize';
import type { Engines } from './engines';
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
  await panels.ask(aimed.endpointId, aimed.question, { beside: true });
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

interface IndexRow extends vscode.QuickPickItem {
  readonly name: string;
}

/** Lets the user select the endpoint and the index for a body. @returns whether both were selected */
export async function chooseQueryTarget(
  engines: Engines,
  documents: QueryDocuments,
  argument: unknown,
): Promise<boolean> {
  const document = queryDocumentOf(argument);
  const query = document && (await documents.read(document));
  if (document === undefined || query === undefined) return false;
  const title = l10n.t('Change Endpoint or Index');
  const endpoints = (await (await engines.clients.store()).list()).filter(
    ({ hint, state }) => hint.kind === 'search' && state === 'ready',
  );
  let [endpointId] = endpoints.map(({ hint }) => hint.id);
  if (endpointId === undefined) {
    void vscode.window.showWarningMessage(l10n.t('No search endpoints yet. Add one first.'));
    return false;
  }
  endpointId = endpoints.find(({ hint }) => hint.id === query.endpointId)?.hint.id ?? endpointId;
  let { index } = query.question;
  const isDone = await askQuestions(
    [
      async (place) => {
        if (endpoints.length === 1) return 'skip';
        const choices = endpoints.map(
          ({ hint }): QuickChoice<string> => ({ label: `$(search) ${escapeForLabel(hint.name)}`, value: hint.id }),
        );
        const placeholder = l10n.t('Select the endpoint to search');
        return takeAnswer(
          await pickOne<string>({ ...place, title, placeholder, choices, active: endpointId ?? '' }),
          (chosen) => {
            endpointId = chosen;
          },
        );
      },
      async (place) => {
        const shown = endpoints.length === 1 ? { title } : { ...place, title };
        return takeAnswer(await askIndex(shown, engines, endpointId ?? '', index), (chosen) => {
          index = chosen;
        });
      },
    ],
    () => Math.min(2, endpoints.length),
  );
  if (isDone) await documents.retarget(document, { endpointId, index });
  return isDone;
}

/** Offers the names that the endpoint lists; the user can type others, such as several names or a pattern. */
function askIndex(
  place: QuestionPosition,
  engines: Engines,
  endpointId: string,
  present: string,
): Promise<QuickAnswer<string>> {
  const list = vscode.window.createQuickPick<IndexRow>();
  list.placeholder = l10n.t('Index, alias, or data stream. Separate several with commas; * matches any characters.');
  list.value = present;
  const abort = new AbortController();
  let listed: readonly IndexRow[] = [];
  const show = (): void => {
    const typed = list.value.trim();
    const isListed = listed.some(({ name }) => name === typed);
    const own: readonly IndexRow[] =
      typed === '' || isListed
        ? []
        : [{ label: escapeForLabel(typed), description: l10n.t('As entered'), alwaysShow: true, name: typed }];
    // VS Code looks for the text in those that it is given.
    const near = listed.filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase()));
    list.items = [...own, ...(near.length > 0 ? near : listed).slice(0, 200)];
  };
  const load = async (): Promise<void> => {
    list.busy = true;
    show();
    try {
      const { catalog } = await engines.of(endpointId);
      const names = await catalog.indices(abort.signal);
      listed = names.map(({ name, kind }) => ({
        label: escapeForLabel(name),
        description: indexKindNames[kind](),
        name,
      }));
    } catch {
      // The user can still type a name. The search then shows the endpoint's problem.
    }
    list.busy = false;
    show();
  };
  void load();
  return ask<string, IndexRow>(list, place, (done) => [
    list.onDidChangeValue(show),
    list.onDidAccept(() => {
      const name = list.selectedItems[0]?.name;
      if (name !== undefined) done({ value: name });
    }),
    list.onDidHide(() => abort.abort()),
  ]);
}
