import { join } from 'node:path';
import * as vscode from 'vscode';

/** The folder of the extension that VS Code runs. */
export function extensionFolder(): string {
  const extension = vscode.extensions.getExtension('proxy-scout.proxy-scout');
  if (extension === undefined) throw new Error('VS Code does not know the extension');
  return extension.extensionPath;
}

/** The core bundle of the extension that VS Code runs. */
export const coreFile = (): string => join(extensionFolder(), 'dist/core.js');

/** That bundle, loaded the way the extension itself loads it. */
export function extensionCore(): typeof import('../../../src/core/main') {
  return require(coreFile());
}
