import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { FormerSettings, Settings } from '../../../src/vscode/shared/ids';
import { refreshLimits } from '../../../src/vscode/shared/network';

describe('refreshLimits: what one refresh of a proxy may take', () => {
  const set = (name: string, value: number | undefined) =>
    vscode.workspace.getConfiguration(Settings.section).update(name, value, vscode.ConfigurationTarget.Global);
  const former = FormerSettings[Settings.maxRefreshSize];
  afterEach(async () => {
    for (const name of [Settings.maxRefreshSize, former, Settings.maxRefreshItems]) await set(name, undefined);
  });

  it('is what the settings say', async () => {
    assert.deepEqual(refreshLimits(), { maxBytes: 256 * 2 ** 20, maxItems: 100_000 });
    await set(Settings.maxRefreshSize, 12);
    await set(Settings.maxRefreshItems, 3_000);
    assert.deepEqual(refreshLimits(), { maxBytes: 12 * 2 ** 20, maxItems: 3_000 });
  });

  it('is what a setting says under its former name, until it is set under the new one', async () => {
    await set(former, 7);
    assert.equal(refreshLimits().maxBytes, 7 * 2 ** 20);
    await set(Settings.maxRefreshSize, 12);
    assert.equal(refreshLimits().maxBytes, 12 * 2 ** 20);
  });
});
