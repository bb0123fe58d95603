/** @file Opens VS Code with an extension in it and a fresh profile, for manual use. */
import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { startHost, workbenchAddress } from './vscode-host/host.mjs';
import { hostVersions } from './vscode-host/versions.mjs';
import { downloaded, hasDesktop } from './vscodes.mjs';

/** @typedef {{ ended: Promise<void>, stop: () => Promise<void> }} Opened */

/**
 * Opens a desktop VS Code if possible. Otherwise serves the npm-hosted one and prints its address.
 *
 * @param {string} extension the folder of its package.json
 * @returns {Promise<Opened>}
 */
export async function openVSCode(extension) {
  const wish = process.env.PROXY_SCOUT_VSCODE ?? '';
  if (!['', 'download', 'npm-host'].includes(wish)) return openDesktop(wish, extension);
  if (wish === 'download' || (wish === '' && hasDesktop())) {
    const executable =
      (wish === '' ? installed() : undefined) ?? (await downloaded(hostVersions.current.vscode, wish === 'download'));
    if (executable !== undefined) return openDesktop(executable, extension);
  }
  return serve(extension);
}

async function serve(extension) {
  const host = await startHost(join(import.meta.dirname, 'vscode-host/serve.mjs'), { extensions: [extension] });
  console.log(`VS Code ${host.vscode} with Proxy Scout and its sample endpoints, until Ctrl-C:`);
  console.log(workbenchAddress(host, {}));
  return host;
}

/** Uses a separate process group where the system has them, so that the windows close with the process started here. */
async function openDesktop(executable, extension) {
  const profile = await mkdtemp(join(tmpdir(), 'proxy-scout-'));
  const groups = process.platform !== 'win32';
  const child = spawn(
    executable,
    [
      `--extensionDevelopmentPath=${extension}`,
      `--user-data-dir=${join(profile, 'user')}`,
      `--extensions-dir=${join(profile, 'extensions')}`,
      '--disable-updates',
      '--disable-workspace-trust',
      '--new-window',
      '--skip-release-notes',
      '--skip-welcome',
    ],
    { detached: groups, stdio: 'ignore' },
  );
  const ended = new Promise((resolve, reject) => child.on('exit', () => resolve()).on('error', reject));
  console.log(`Opened ${executable} with Proxy Scout and its sample endpoints, until Ctrl-C.`);
  return {
    ended,
    stop: async () => {
      try {
        process.kill(groups ? -child.pid : child.pid);
      } catch {
        // It has already exited.
      }
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The executable of an installed VS Code. Not its command-line tool, which hands over to an open window. */
function installed() {
  const { LOCALAPPDATA = '', ProgramFiles = '' } = process.env;
  const known = {
    darwin: ['Code', 'Electron'].map((name) => `/Applications/Visual Studio Code.app/Contents/MacOS/${name}`),
    win32: [
      join(LOCALAPPDATA, 'Programs/Microsoft VS Code/Code.exe'),
      join(ProgramFiles, 'Microsoft VS Code/Code.exe'),
    ],
    linux: besideCommandLine(),
  };
  return known[process.platform]?.find((path) => existsSync(path));
}

/** On Linux `code` is a link to <VS Code>/bin/code, and the executable is <VS Code>/code. */
function besideCommandLine() {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'code'))
    .filter((path) => existsSync(path))
    .map((path) => join(dirname(dirname(realpathSync(path))), 'code'));
}
