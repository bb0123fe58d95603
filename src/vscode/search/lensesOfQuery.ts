import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ClientRegistry } from '../shared/clientRegistry';
import { lensTitle } from '../shared/icons';
import { Commands } from '../shared/ids';
import { escapeForLabel } from '../shared/sanitize';
import type { QueryDocuments } from './queryDocuments';

/** The code lenses of `registerQueryLenses`, loaded with the first body. */
export async function lensesOfQuery(
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
