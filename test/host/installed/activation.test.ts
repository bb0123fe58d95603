import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';

describe('the packaged extension, installed', () => {
  it('activates from the extensions folder, with nothing of the repository in it', async () => {
    const extension = vscode.extensions.getExtension('proxy-scout.proxy-scout');
    assert.ok(extension, 'VS Code does not know the extension');
    assert.match(extension.extensionPath, /proxy-scout\.proxy-scout-\d+\.\d+\.\d+$/);
    assert.equal(existsSync(join(extension.extensionPath, 'src')), false);
    await extension.activate();
    assert.equal(extension.isActive, true);
  });
});
