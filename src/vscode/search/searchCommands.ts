import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { CommandHandlers } from '../shared/commands';
import { Commands } from '../shared/ids';
import { pickValue, type QuickChoice } from '../shared/quickInput';
import { exportHitsToFile } from './exportHitsToFile';
import { columnCommands, hitCommands } from './hitActions';
import { indexCommands } from './indexCommands';
import type { QueryDiagnostics } from './queryDiagnostics';
import type { QueryDocuments } from './queryDocuments';
import { revealRouter, whichRouterOfHit } from './routerOfHit';
import { chooseQueryTarget, runQuery } from './runQuery';
import {
  deleteSavedSearch,
  openSavedSearch,
  renameSavedSearch,
  saveQueryDocument,
  saveSearch,
} from './savedSearchCommands';
import type { SavedSearches } from './savedSearches';
import { exportSavedSearches } from './savedSearchFiles';
import { searchActionCommands } from './searchActions';
import { pickSearch } from './searchHistoryPick';
import type { SearchPanels } from './searchPanels';
import type { SearchTree } from './searchTree';
import { chooseAccessLogs, showAccessLogs } from './showAccessLogs';
import { goToPage, searchSelection, showSearch } from './showSearch';

interface SearchCommandsDeps {
  readonly panels: SearchPanels;
  readonly searchTree: SearchTree;
  readonly saved: SavedSearches;
  readonly queries: QueryDocuments;
  readonly diagnostics: QueryDiagnostics;
  readonly proxies: Parameters<typeof revealRouter>[1];
}

export function searchCommands({ panels, searchTree, saved, queries, diagnostics, proxies }: SearchCommandsDeps) {
  const { clients, engines, logs } = panels.searches;
  const { clipboard } = vscode.env;
  const chooseTarget = (argument: unknown) => chooseQueryTarget(engines, queries, argument);
  const onSearches = searchActionCommands(panels, {
    clipboard,
    editAsJson: queries.open,
    exportHits: (context, countShown) =>
      exportHitsToFile(async () => (await engines.of(context.endpointId)).client, context, countShown),
    saveSearch: (id, question) => saveSearch(saved, id, question),
    saveDocument: (argument) => saveQueryDocument(saved, queries, argument),
    chooseFromHistory: (id) => pickSearch(saved, [{ id, name: '' }], []),
    search: (argument) => showSearch(saved, panels, argument),
    chooseFormat: (choices) => choosePart(l10n.t('Copy Request'), choices),
  });
  const onHits = hitCommands(
    panels,
    (action, hit) => (action === 'revealRouter' ? revealRouter(logs, proxies, hit) : whichRouterOfHit(logs, hit)),
    clipboard,
    (title, choices) =>
      choosePart(
        title,
        choices.map(([label, value]) => ({ label, value })),
      ),
  );
  return {
    [Commands.searchSelection]: (text) => searchSelection(panels, text),
    [Commands.firstPage]: () => panels.active?.act('turnPage', 'first'),
    [Commands.nextPage]: () => panels.active?.act('turnPage', 'next'),
    [Commands.previousPage]: () => panels.active?.act('turnPage', 'previous'),
    [Commands.goToPage]: (argument) => goToPage(panels, argument),
    [Commands.countHits]: () => panels.active?.act('countAllHits'),
    [Commands.followSearch]: () => panels.active?.act('pressFollow'),
    [Commands.toggleWrap]: () => panels.active?.act('toggleWrap'),
    [Commands.cancelSearch]: () => panels.active?.act('cancelRequest'),
    ...onSearches,
    [Commands.runQuery]: (argument) => runQuery(queries, diagnostics, panels, chooseTarget, argument),
    [Commands.chooseQueryTarget]: chooseTarget,
    [Commands.openSavedSearch]: (node) => openSavedSearch(saved, panels, node),
    [Commands.renameSavedSearch]: (node) => renameSavedSearch(saved, node),
    [Commands.deleteSavedSearch]: (node) => deleteSavedSearch(saved, node),
    [Commands.exportSavedSearches]: () => exportSavedSearches(clients, saved),
    ...onHits,
    ...columnCommands(panels),
    ...indexCommands(panels, searchTree),
    [Commands.showAccessLogs]: (node) => showAccessLogs(logs, panels, node),
    [Commands.chooseAccessLogs]: (node) => chooseAccessLogs(logs, node),
  } satisfies CommandHandlers;
}

/** Lets the user select one of several, or takes the only one. */
async function choosePart<T>(title: string, choices: readonly QuickChoice<T>[]): Promise<T | undefined> {
  const [only, ...others] = choices;
  return others.length === 0 ? only?.value : pickValue({ title, placeholder: l10n.t('Select one'), choices });
}
