import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { CommandHandlers } from './commands';
import { offerCommand } from './confirm';
import { Commands, FeatureCommands, Views } from './ids';

const { former } = FeatureCommands;

/** What commands of the last version run now, so that the keys of users go on to work; or a sentence that says what does. */
export function formerCommands() {
  const runs = (command: string) => (argument: unknown) => vscode.commands.executeCommand(command, argument);
  return {
    [former.duplicateEndpoint]: () =>
      offerCommand(
        l10n.t('Duplicate Endpoint was removed. Add the endpoint again under another name.'),
        l10n.t('Add Endpoint…'),
        Commands.addEndpoint,
      ),
    [former.showInternal]: sayWhereBuiltInItemsAre,
    [former.hideInternal]: sayWhereBuiltInItemsAre,
    [former.retry]: runs(Commands.refreshEndpoint),
    [former.moveEndpointUp]: runs(Commands.editEndpoint),
    [former.moveEndpointDown]: runs(Commands.editEndpoint),
    [former.importEndpoints]: runs(Commands.import),
    [former.importSavedSearches]: runs(Commands.import),
    [former.importSnapshot]: runs(Commands.import),
    [former.filterAll]: () => vscode.commands.executeCommand(Commands.filter),
    [former.copyRule]: runs(Commands.copy),
    [former.copyServerUrl]: runs(Commands.copy),
    [former.newSearch]: runs(Commands.search),
    [former.searchHistory]: runs(Commands.search),
    [former.clearSearchHistory]: runs(Commands.search),
    [former.searchIndex]: runs(Commands.search),
    [former.showHiddenIndices]: runs(Commands.toggleHiddenIndices),
    [former.hideHiddenIndices]: runs(Commands.toggleHiddenIndices),
    [former.showHealthDifferences]: runs(Commands.toggleHealthDifferences),
    [former.hideHealthDifferences]: runs(Commands.toggleHealthDifferences),
  } satisfies CommandHandlers;
}

function sayWhereBuiltInItemsAre() {
  return offerCommand(
    l10n.t('Built-in items have a row of their own, Built-in, below the other items of a proxy.'),
    l10n.t('Show Proxies'),
    `${Views.proxies}.focus`,
  );
}
