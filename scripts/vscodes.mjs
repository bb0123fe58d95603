/** @file Which VS Code a suite runs in: a desktop one, or the npm-hosted one. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { downloadAndUnzipVSCode, resolveCliPathFromVSCodeExecutablePath } from '@vscode/test-electron';
import { whyNoNpmHost } from './vscode-host/install.mjs';
import { hostVersions } from './vscode-host/versions.mjs';

/** Replaces VS Code's executable and its command-line tool, `code`. */
const launcher = join(import.meta.dirname, 'vscode-host/launcher.mjs');
const launcherCli = join(import.meta.dirname, 'vscode-host/cli.mjs');

/** Whether a window can be shown. This includes running under `xvfb-run`. */
export const hasDesktop = () =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

/**
 * @typedef {object} VSCode
 * @property {string} name for display
 * @property {string} executable
 * @property {string} cli its command-line tool, which installs extensions
 * @property {import('./vscode-host/versions.mjs').HostName} [version] of the npm-hosted one
 */

/**
 * The VS Codes to test in: the oldest supported version and the current one. `PROXY_SCOUT_VSCODE` selects which:
 * `download` (from test-electron), `npm-host`, or the path of an executable, which is then the only one.
 *
 * @returns {Promise<VSCode[]>}
 */
export async function vscodesToTest() {
  const wish = process.env.PROXY_SCOUT_VSCODE ?? '';
  if (!['', 'download', 'npm-host'].includes(wish)) {
    if (!existsSync(wish)) throw new Error(`PROXY_SCOUT_VSCODE names no file: ${wish}`);
    return [desktop(`VS Code at ${wish}`, wish)];
  }
  const download = wish === 'download' || (wish === '' && hasDesktop());
  const chosen = [];
  for (const version of /** @type {const} */ (['floor', 'current'])) {
    const number = hostVersions[version].vscode;
    const executable = download ? await downloaded(number, wish === 'download') : undefined;
    if (executable !== undefined) chosen.push(desktop(`VS Code ${number}`, executable));
    else chosen.push({ name: `VS Code ${number}, npm-hosted`, executable: launcher, cli: launcherCli, version });
  }
  const obstacle = chosen.some(({ version }) => version !== undefined) ? whyNoNpmHost() : undefined;
  if (obstacle !== undefined) throw new Error(obstacle);
  return chosen;
}

const desktop = (name, executable) => ({ name, executable, cli: resolveCliPathFromVSCodeExecutablePath(executable) });

/** test-electron's VS Code. Undefined if its server cannot be reached and it is not `forced`. */
export async function downloaded(version, forced) {
  try {
    return await downloadAndUnzipVSCode({ version, timeout: 20_000 });
  } catch (error) {
    if (forced) throw error;
    console.log(`VS Code ${version} cannot be downloaded here (${error.message}): taking the npm-hosted one.`);
    return undefined;
  }
}
