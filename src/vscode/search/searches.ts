import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { SearchSettings } from '../../core/search/remembered/settings';
import type { ClientRegistry } from '../shared/clientRegistry';
import { type EphemeralDocuments, registerEphemeralDocuments } from '../shared/ephemeralDocuments';
import { ContextKeys, hitScheme, Settings } from '../shared/ids';
import { logError } from '../shared/logError';
import type { WholeDocuments } from '../shared/wholeDocuments';
import type { AccessLogs } from './accessLogs';
import type { Engines } from './engines';
import { type HitComparison, openHitComparison } from './hitComparison';
import { openRememberedLayout } from './rememberedLayout';
import type { SavedSearches } from './savedSearches';
import { registerSearchPanels, type SearchPanels } from './searchPanels';
import { openColumns } from './storedColumns';
import { openLastSearches, type RememberedSearches } from './storedLastSearches';

interface SearchesDeps {
  readonly clients: ClientRegistry;
  readonly engines: Engines;
  readonly logs: AccessLogs;
  readonly saved: SavedSearches;
  readonly wholes: WholeDocuments;
  readonly log: vscode.LogOutputChannel;
}

/** All parts of searches. */
export interface Searches extends vscode.Disposable {
  readonly panels: SearchPanels;
  readonly last: RememberedSearches;
  /** The documents that show hits. */
  readonly documents: EphemeralDocuments;
  readonly comparison: HitComparison;
  /** Closes what engines keep open, if possible. Await it before closing the connections. */
  close(): Promise<void>;
}

/** Opens the searches. Reads and requests nothing before the user searches. */
export function openSearches(
  context: Pick<vscode.ExtensionContext, 'extensionUri' | 'globalState' | 'workspaceState'>,
  { clients, engines, logs, saved, wholes, log }: SearchesDeps,
): Searches {
  const columns = openColumns(context.globalState);
  const last = openLastSearches(context.workspaceState);
  const closedText = l10n.t(
    'This document was only kept while its editor was open. Open it again from its search, or from the Search view.',
  );
  const documents = registerEphemeralDocuments(hitScheme, `${closedText}\n`, wholes);
  const comparison = openHitComparison(documents);

  const endpoints = async () =>
    (await (await clients.store()).list())
      .filter(({ hint }) => hint.kind === 'search')
      .map(({ hint: { id, name } }) => ({ id, name }));

  const panels = registerSearchPanels({
    extensionUri: context.extensionUri,
    log,
    engines,
    logs,
    columns,
    last,
    layout: openRememberedLayout(context.globalState),
    comparison,
    endpoints,
    settings: searchSettings,
    onDidChangeEndpoints: clients.onDidChange,
  });

  const forgetRemoved = async (ids: readonly string[]): Promise<void> => {
    const there = new Set((await endpoints()).map(({ id }) => id));
    for (const id of ids) if (!there.has(id)) await columns.forget(id);
  };
  const subscriptions = vscode.Disposable.from(
    comparison.onDidSelect(() => {
      void vscode.commands.executeCommand('setContext', ContextKeys.hitSelected, true);
    }),
    clients.onDidChange((ids) => {
      forgetRemoved(ids).catch((error: unknown) => logError(log, 'Columns cannot be forgotten.', error));
    }),
    panels.onDidAnswer(({ endpointId, question, failure }) => {
      // Such a search is not stored, because its central hit may soon be deleted.
      if (failure !== undefined || question.around !== undefined) return;
      saved
        .remember(endpointId, question)
        .catch((error: unknown) => logError(log, 'A search is not kept in the history.', error));
    }),
  );

  return {
    panels,
    last,
    documents,
    comparison,
    close: () => panels.close(),
    dispose() {
      subscriptions.dispose();
      panels.dispose();
      documents.dispose();
    },
  };
}

/** The current settings of searches. */
export async function searchSettings(): Promise<SearchSettings> {
  const { searchSettingsOf } = await import('../../core/search/remembered/settings');
  const own = vscode.workspace.getConfiguration(Settings.section);
  return searchSettingsOf({
    pageSize: own.get(Settings.pageSize),
    timeoutSeconds: own.get(Settings.searchTimeout),
    prefetch: own.get(Settings.prefetch),
    highlight: own.get(Settings.highlight),
  });
}
