import * as vscode from 'vscode';
import type { ClientRegistry } from '../shared/clientRegistry';
import { queryScheme } from '../shared/ids';
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
    provideCodeLenses: async (document) =>
      (await import('./lensesOfQuery')).lensesOfQuery(document, documents, clients),
  };
  return vscode.Disposable.from(
    vscode.languages.registerCodeLensProvider({ scheme: queryScheme }, provider),
    documents.onDidRetarget(fire),
    clients.onDidChange(fire),
    changed,
  );
}
