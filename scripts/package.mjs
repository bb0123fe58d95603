/** @file `npm run package`: the extension as it is installed, out/proxy-scout.vsix. */
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { mustRun } from './run.mjs';
import { root, setUp } from './setup.mjs';

/** The package. Several suites install it. */
export const vsix = join(root, 'out/proxy-scout.vsix');

/** It is downloaded by everybody, at every update. */
const MOST_KIB = 750;

/**
 * Makes the package anew, from a production build that stays in dist/.
 *
 * @throws {Error} when it cannot be built or packaged, there being no package then, or has become too large
 */
export async function makePackage() {
  mkdirSync(dirname(vsix), { recursive: true });
  rmSync(vsix, { force: true });
  await mustRun('The production build', 'esbuild.js', ['--production']);
  const vsce = join(root, 'node_modules/@vscode/vsce/vsce');
  await mustRun('Packaging', vsce, ['package', '--no-dependencies', '--out', 'out/proxy-scout.vsix']);
  const size = Math.ceil(statSync(vsix).size / 1_024);
  if (size > MOST_KIB) throw new Error(`The package has ${size} KiB, and may have ${MOST_KIB}.`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await setUp();
  await makePackage();
}
