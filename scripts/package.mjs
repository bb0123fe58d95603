/** @file `npm run package`: writes the extension to out/proxy-scout.vsix. */
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { mustRun } from './run.mjs';
import { root, setUp } from './setup.mjs';

/** The path of the package. Several suites install it. */
export const vsix = join(root, 'out/proxy-scout.vsix');

/** Every user downloads it with every update. */
const mostKib = 900;

/**
 * Builds the package from scratch, from a production build that stays in dist/.
 *
 * @throws {Error} if it cannot be built or packaged (there is no package then), or if it is too large
 */
export async function makePackage() {
  mkdirSync(dirname(vsix), { recursive: true });
  rmSync(vsix, { force: true });
  await mustRun('The production build', 'esbuild.js', ['--production']);
  const vsce = join(root, 'node_modules/@vscode/vsce/vsce');
  await mustRun('Packaging', vsce, ['package', '--no-dependencies', '--out', 'out/proxy-scout.vsix']);
  const size = Math.ceil(statSync(vsix).size / 1_024);
  if (size > mostKib) throw new Error(`The package has ${size} KiB, and may have ${mostKib}.`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await setUp();
  await makePackage();
}
