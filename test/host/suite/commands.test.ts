import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Commands, FeatureCommands } from '../../../src/vscode/shared/ids';

describe('commands: the commands', () => {
  before(() => vscode.extensions.getExtension('proxy-scout.proxy-scout')?.activate());

  it('are registered, every one of package.json', async () => {
    const registered = new Set(await vscode.commands.getCommands(true));
    for (const command of Object.values(Commands)) assert.ok(registered.has(command), command);
    for (const command of Object.values(FeatureCommands.former)) assert.ok(registered.has(command), command);
  });

  const nonsense: readonly unknown[] = [null, 7, {}, { endpointId: 7 }, { endpointId: 'nobody' }, { name: {} }, ['x']];
  for (const command of [
    Commands.openDetails,
    Commands.openAsJson,
    Commands.openInBrowser,
    Commands.revealSecrets,
    Commands.setPublicAddress,
    Commands.copyName,
    Commands.copy,
    Commands.copyAsJson,
    Commands.refreshEndpoint,
    Commands.revealInTree,
    Commands.clearFilter,
    Commands.runQuery,
    Commands.chooseQueryTarget,
    Commands.saveSearch,
    Commands.openSavedSearch,
    Commands.renameSavedSearch,
    Commands.deleteSavedSearch,
    Commands.firstPage,
    Commands.nextPage,
    Commands.previousPage,
    Commands.goToPage,
    Commands.countHits,
    Commands.followSearch,
    Commands.cancelSearch,
    Commands.editAsJson,
    Commands.exportHits,
    Commands.copyRequest,
    Commands.copyAsCurl,
    Commands.copyAsDevTools,
    Commands.searchSelection,
    Commands.copyFromHit,
    Commands.openFromHit,
    Commands.openHit,
    Commands.copyHit,
    Commands.copyHitId,
    Commands.copyValue,
    Commands.copyPath,
    Commands.filterForValue,
    Commands.filterOutValue,
    Commands.selectForCompare,
    Commands.compareWithSelected,
    Commands.revealRouter,
    Commands.whichRouterOfHit,
    Commands.showSurroundingHits,
    Commands.showSameTrace,
  ]) {
    it(`take any argument without harm: ${command}`, async () => {
      for (const argument of nonsense) await vscode.commands.executeCommand(command, argument);
      assert.equal(vscode.window.activeTextEditor, undefined);
    });
  }

  it('refresh an empty view and stop when nothing is read', async () => {
    await vscode.commands.executeCommand(`${'proxyScout.proxies'}.focus`);
    await vscode.commands.executeCommand(Commands.refresh);
    await vscode.commands.executeCommand(Commands.stopRefresh);
  });
});
