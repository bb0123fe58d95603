import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import * as vscode from 'vscode';

describe('activation: the packaged extension, installed', () => {
  it('activates from the extensions folder, with nothing of the repository in it', async () => {
    const extension = vscode.extensions.getExtension('proxy-scout.proxy-scout');
    assert.ok(extension, 'VS Code does not know the extension');
    assert.match(extension.extensionPath, /proxy-scout\.proxy-scout-\d+\.\d+\.\d+$/);
    const there = readdirSync(extension.extensionPath).map((name) => name.toLowerCase());
    // VS Code itself adds a file whose name begins with a dot.
    assert.deepEqual(there.filter((name) => !name.startsWith('.vsix')).sort(), [
      'changelog.md',
      'dist',
      'license.txt',
      'media',
      'package.json',
      'package.nls.json',
      'readme.md',
    ]);
    const { commands } = extension.packageJSON.contributes;
    const find = commands.find(({ command }: { command: string }) => command === 'proxyScout.whichRouter');
    assert.equal(find?.title, 'Find Router for URL…');
    await extension.activate();
    assert.equal(extension.isActive, true);
  });
});
