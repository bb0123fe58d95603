import { join } from 'node:path';
import * as vscode from 'vscode';

/** The core bundle of the extension that VS Code runs, loaded the way the extension itself loads it. */
export function extensionCore(): typeof import('../../../src/core/main') {
  const extension = vscode.extensions.getExtension('proxy-scout.proxy-scout');
  if (extension === undefined) throw new Error('VS Code does not know the extension');
  return require(join(extension.extensionPath, 'dist/core.js'));
}
