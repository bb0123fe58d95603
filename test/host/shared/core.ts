import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';

/** The folder of the extension that VS Code runs. */
export function extensionFolder(): string {
  const extension = vscode.extensions.getExtension('proxy-scout.proxy-scout');
  if (extension === undefined) throw new Error('VS Code does not know the extension');
  return extension.extensionPath;
}

/** Files of dist/ that the extension loads with `import()`, and what of them is tested here (scripts/build-plugins.mjs). */
interface LoadedModules {
  readonly rows: typeof import('../../../src/vscode/shared/network');
}

/** The bundles of the extension that VS Code runs. */
export const distFolder = (): string => join(extensionFolder(), 'dist');

/** A file of the extension that VS Code runs, the same one that the extension itself has. */
export function moduleOfExtension<Name extends keyof LoadedModules>(name: Name): Promise<LoadedModules[Name]> {
  const file = readdirSync(distFolder()).find((one) => one.startsWith(`${name}-`) && one.endsWith('.js'));
  if (file === undefined) throw new Error(`no file of dist/ is named after ${name}`);
  return import(pathToFileURL(join(distFolder(), file)).href);
}
