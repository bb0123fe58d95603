/**
 * The VS Code servers and the browser of UI tests. One process runs many test files, one after the other; what
 * takes seconds to start is shared by all of them, and ends with the process (mocha runs with `--exit`).
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { browserFlags } from '../../scripts/vscode-host/browser-flags.mjs';
import { type Host, startHost } from '../../scripts/vscode-host/host.mjs';
import { calmSettings } from '../../scripts/vscode-host/settings.mjs';
import { type Authority, makeAuthority } from '../unit/core/base/http/certificates';

/** What decides whether two workbenches can be served by one VS Code, one after the other. */
export interface HostNeeds {
  /** Default: `current`. */
  readonly version?: 'floor' | 'current';
  /** An extension to have installed: the folder of its package.json. */
  readonly extensionPath?: string;
  /** Packages to install the way a user does, before the start. */
  readonly vsix?: readonly string[];
}

interface SharedByFiles {
  browser?: Promise<Browser>;
  /** VS Code with the extension of this repository, while no window of it is open. */
  readonly idle: Host[];
  authority?: Authority;
}

/**
 * The built-in extensions that the tests meet: languages of the files that they open, and the look. The others cost each
 * window a quarter of its start; the suites inside VS Code, and those of other versions and packages, have all of them.
 */
const usedBuiltIn = [
  'configuration-editing',
  'docker',
  'dotenv',
  'ini',
  'json',
  'json-language-features',
  'log',
  'markdown-basics',
  'shellscript',
  'theme-defaults',
  'theme-seti',
  'yaml',
];

/** The tests run in the repository's folder. */
const serveProgram = resolve('scripts/vscode-host/serve.mjs');

const shared: SharedByFiles = { idle: [] };

/** The browser of this process. Each workbench has a context of its own in it, with its own storage and cookies. */
export function sharedBrowser(): Promise<Browser> {
  shared.browser ??= findBrowser().then(({ executablePath, env }) =>
    chromium.launch({ executablePath, env: { ...process.env, ...env }, args: [...browserFlags] }),
  );
  return shared.browser;
}

/** Asks a process of its own, as the program finds the repository by its own place. */
async function findBrowser(): Promise<{ executablePath: string; env: Readonly<Record<string, string>> }> {
  const program =
    "import { findChromium } from './scripts/vscode-host/chromium.mjs'; console.log(JSON.stringify(await findChromium()));";
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  return JSON.parse(stdout);
}

/** An authority that each VS Code trusts, like those of the system: one that is used again cannot be given another. */
export function trustedAuthority(): Authority {
  if (shared.authority === undefined) {
    shared.authority = makeAuthority();
    const folder = mkdtempSync(join(tmpdir(), 'proxy-scout-authority-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    process.env.NODE_EXTRA_CA_CERTS = join(folder, 'authority.pem');
    writeFileSync(process.env.NODE_EXTRA_CA_CERTS, shared.authority.cert);
  }
  return shared.authority;
}

/**
 * A VS Code with the settings given on top of the calm ones, and nothing stored. The one with this repository's extension
 * is used again when it is given back; another is started, and ended then.
 */
export async function takeHost(needs: HostNeeds, settings: Readonly<Record<string, unknown>>): Promise<Host> {
  trustedAuthority();
  const host =
    (isUsual(needs) ? shared.idle.pop() : undefined) ??
    (await startHost(serveProgram, {
      version: needs.version ?? 'current',
      extensions: needs.extensionPath === undefined ? [] : [resolve(needs.extensionPath)],
      vsix: (needs.vsix ?? []).map((file) => resolve(file)),
      ...(isUsual(needs) && { builtIn: usedBuiltIn }),
    }));
  await writeFile(settingsFile(host), JSON.stringify({ ...calmSettings, ...settings }, undefined, 2));
  return host;
}

/** Takes a VS Code back whose windows are closed: removes what they stored, or ends it. */
export async function giveHostBack(host: Host, needs: HostNeeds): Promise<void> {
  if (!isUsual(needs)) return host.stop();
  const user = join(host.folder, 'user-data/User');
  for (const name of await readdir(user)) await rm(join(user, name), { recursive: true, force: true, maxRetries: 5 });
  await mkdir(join(user, 'globalStorage'), { recursive: true });
  shared.idle.push(host);
}

function isUsual({ version = 'current', extensionPath, vsix = [] }: HostNeeds): boolean {
  return version === 'current' && extensionPath === '.' && vsix.length === 0;
}

const settingsFile = (host: Host): string => join(host.folder, 'user-data/User/settings.json');
