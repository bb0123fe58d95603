import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('activation: Proxy Scout in VS Code', () => {
  it('activates', async () => {
    const extension = vscode.extensions.getExtension('proxy-scout.proxy-scout');
    assert.ok(extension, 'VS Code does not know the extension');
    await extension.activate();
    assert.equal(extension.isActive, true);
  });
});
