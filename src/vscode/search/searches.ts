import * as vscode from 'vscode';
import type { Question } from '../../protocol/question';
import type { Connections } from '../shared/connections';
import { errorInLog } from '../shared/errorInLog';
import { ContextKeys, HIT_SCHEME } from '../shared/ids';
import { type PassingDocuments, registerPassingDocuments } from '../shared/passing';
import type { WholeDocuments } from '../shared/whole';
import { openColumns } from './columns';
import { openComparison } from './comparison';
import type { Engines } from './engines';
import { openLastSearches, type RememberedSearches } from './lastSearches';
import type { SearchPanelDeps } from './panel';
import { registerSearchPanels, type SearchPanels } from './panels';
import { searchSettings } from './settings';

const FORGOTTEN =
  'This document was kept only as long as its editor was open. Open it again from the search that found it.\n';

/** What other parts of the extension do for the search panels. */
interface SearchNeighbours
  extends Pick<SearchPanelDeps, 'editAsJson' | 'exportHits' | 'save' | 'chooseFromHistory' | 'revealRouter'> {
  /** Keeps a search that was answered in the endpoint's history. */
  remember(endpointId: string, question: Question): Promise<void>;
  routerFieldOf: SearchPanelDeps['routerFieldOf'];
}

/** Everything that searches are made of. */
export interface Searches extends vscode.Disposable {
  readonly panels: SearchPanels;
  readonly last: RememberedSearches;
  /** Closes what engines hold open, as well as it can. To be awaited before the connections go. */
  close(): Promise<void>;
}

/** Opens the searches. Nothing is read or asked before a person searches. */
export function openSearches(
  context: Pick<vscode.ExtensionContext, 'extensionUri' | 'globalState' | 'workspaceState'>,
  connections: Connections,
  log: vscode.LogOutputChannel,
  wholes: WholeDocuments,
  engines: Engines,
  neighbours: SearchNeighbours,
): Searches {
  const columns = openColumns(context.globalState);
  const last = openLastSearches(context.workspaceState);
  const documents = registerPassingDocuments(HIT_SCHEME, FORGOTTEN, wholes);

  const comparison = openComparison(documents);

  const endpoints = async () =>
    (await (await connections.store()).list())
      .filter(({ hint }) => hint.kind === 'search')
      .map(({ hint: { id, name } }) => ({ id, name }));

  const panels = registerSearchPanels({
    ...neighbours,
    extensionUri: context.extensionUri,
    log,
    columns,
    clipboard: vscode.env.clipboard,
    comparison,
    showDocument: (text) => showHit(documents, text),
    endpoints,
    engine: (id) => engines.of(id),
    paging: searchSettings,
    blank: async (id) => last.begin(id, await searchSettings()),
    onAsked(endpointId, question) {
      last
        .note(endpointId, question)
        .catch((error: unknown) => log.error('A search is not remembered.', errorInLog(error)));
    },
    onDidChange: connections.onDidChange,
  });

  const forgetRemoved = async (ids: readonly string[]): Promise<void> => {
    const there = new Set((await endpoints()).map(({ id }) => id));
    for (const id of ids) if (!there.has(id)) await columns.forget(id);
  };
  const subscriptions = vscode.Disposable.from(
    engines.onDidSwitchMethod(({ endpointId, why }) => panels.say(endpointId, why)),
    comparison.onDidSelect(() => {
      void vscode.commands.executeCommand('setContext', ContextKeys.hitSelected, true);
      panels.hitSelected();
    }),
    connections.onDidChange((ids) => {
      forgetRemoved(ids).catch((error: unknown) => log.error('Columns cannot be forgotten.', errorInLog(error)));
    }),
    panels.onDidAnswer(({ endpointId, question, failure }) => {
      if (failure !== undefined) return;
      neighbours
        .remember(endpointId, question)
        .catch((error: unknown) => log.error('A search is not kept in the history.', errorInLog(error)));
    }),
  );

  return {
    panels,
    last,
    close: () => panels.close(),
    dispose() {
      subscriptions.dispose();
      panels.dispose();
      documents.dispose();
    },
  };
}

function showHit(documents: PassingDocuments, ...[text]: Parameters<SearchPanelDeps['showDocument']>): Promise<void> {
  return documents.open(text, { viewColumn: vscode.ViewColumn.Beside, preview: true });
}
