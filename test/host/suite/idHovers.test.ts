import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { registerIdHovers } from '../../../src/vscode/search/idHovers';
import { Commands, Settings } from '../../../src/vscode/shared/ids';

describe('idHovers: a hover on an ID', () => {
  let hovers: vscode.Disposable;
  const set = (value: unknown) =>
    vscode.workspace
      .getConfiguration(Settings.section)
      .update(Settings.hover, value, vscode.ConfigurationTarget.Global);
  before(() => {
    hovers = registerIdHovers();
  });
  after(async () => {
    hovers.dispose();
    await set(undefined);
  });

  const text = '[x](command:y) INV_2026_00042 timeout';
  async function hoverAt(character: number): Promise<readonly vscode.Hover[]> {
    const { uri } = await vscode.workspace.openTextDocument({ content: text });
    const place = new vscode.Position(0, character);
    return vscode.commands.executeCommand('vscode.executeHoverProvider', uri, place);
  }

  it('is offered only while the setting is on', async () => {
    for (const [value, shown] of [
      [undefined, false],
      [true, true],
      ['yes', false],
      [true, true],
      [false, false],
    ] as const) {
      await set(value);
      assert.equal((await hoverAt(20)).length > 0, shown, String(value));
    }
  });

  it('offers to search for just that, by that command only, and is none elsewhere', async () => {
    await set(true);
    const [hover] = await hoverAt(20);
    const [content] = hover?.contents ?? [];
    assert.ok(content instanceof vscode.MarkdownString);
    assert.deepEqual(content.isTrusted, { enabledCommands: [Commands.searchSelection] });
    assert.equal(
      content.value,
      `[Search for INV\\_2026\\_00042](command:${Commands.searchSelection}?%5B%22INV_2026_00042%22%5D)`,
    );
    assert.deepEqual(hover?.range, new vscode.Range(0, 15, 0, 29));
    assert.deepEqual(await hoverAt(34), []);
  });
});
