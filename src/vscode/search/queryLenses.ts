import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ClientRegistry } from '../shared/clientRegistry';
import { lensTitle } from '../shared/icons';
import { Commands, queryScheme } from '../shared/ids';
import { escapeForLabel } from '../shared/sanitize';
import type { QueryDocuments } from './queryDocuments';

/** Code lenses above a body: one runs it, and one shows and changes its target. */
export function registerQueryLenses(
  documents: Pick<QueryDocuments, 'read' | 'onDidRetarget'>,
  clients: Pick<ClientRegistry, 'store' | 'onDidChange'>,
): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const fire = (): void => changed.fire();
  const provider: vscode.CodeLensProvider = {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses: (document) => lensesOfQuery(document, documents, clients),
  };
  return vscode.Disposable.from(
    vscode.languages.registerCodeLensProvider({ scheme: queryScheme }, provider),
    documents.onDidRetarget(fire),
    clients.onDidChange(fire),
    changed,
  );
}

async function lensesOfQuery(
  document: vscode.TextDocument,
  documents: Pick<QueryDocuments, 'read'>,
  clients: Pick<ClientRegistry, 'store'>,
): Promise<vscode.CodeLens[]> {
  const query = await documents.read(document);
  if (query === undefined) return [];
  const { endpointId, question } = query;
  const stored = (await (await clients.store()).list()).find(({ hint }) => hint.id === endpointId);
  const endpoint = stored === undefined ? l10n.t('No endpoint') : escapeForLabel(stored.hint.name, 60);
  const index = question.index.trim() === '' ? l10n.t('No index') : escapeForLabel(question.index, 100);
  const top = new vscode.Range(0, 0, 0, 0);
  return [
    new vscode.CodeLens(top, {
      title: lensTitle('play', l10n.t('Run Search')),
      command: Commands.runQuery,
      arguments: [document.uri],
    }),
    new vscode.CodeLens(top, {
      title: lensTitle('target', `${endpoint} · ${index}`),
      tooltip: l10n.t('Change the endpoint or index'),
      command: Commands.chooseQueryTarget,
      arguments: [document.uri],
    }),
  ];
}
