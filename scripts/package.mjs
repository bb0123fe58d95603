/** @file `npm run package`: the extension as it is installed, out/proxy-scout.vsix. */
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { mustRun } from './run.mjs';
import { root, setUp } from './setup.mjs';

/** The package. Several suites install it. */
export const vsix = join(root, 'out/proxy-scout.vsix');

/**
 * Makes the package anew, from a production build that stays in dist/.
 *
 * @throws {Error} when it cannot be built or packaged; there is no package then
 */
export async function makePackage() {
  mkdirSync(dirname(vsix), { recursive: true });
  rmSync(vsix, { force: true });
  await mustRun('The production build', 'esbuild.js', ['--production']);
  const vsce = join(root, 'node_modules/@vscode/vsce/vsce');
  await mustRun('Packaging', vsce, ['package', '--no-dependencies', '--out', 'out/proxy-scout.vsix']);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await setUp();
  await makePackage();
}
