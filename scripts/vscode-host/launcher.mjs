#!/usr/bin/env node
/**
 * @file Stands in for the VS Code executable that `@vscode/test-electron` starts: takes the same flags, runs the suite
 * in the npm-hosted VS Code inside a headless browser, and exits with the suite's code.
 *
 * `PROXY_SCOUT_VSCODE_VERSION` says which (`floor` or `current`, the default). What the workbench and the extension host
 * log is printed when the run fails, or always with `PROXY_SCOUT_LOG=1`.
 */
import { join, resolve } from 'node:path';
import { format, parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { browserFlags } from './browser-flags.mjs';
import { findChromium } from './chromium.mjs';
import { startHost, workbenchAddress } from './host.mjs';

/** Flags of the desktop VS Code that mean nothing here: the host has no sandbox, no updates and no welcome page. */
const meaningless = [
  'disable-gpu',
  'disable-gpu-sandbox',
  'disable-updates',
  'disable-workspace-trust',
  'no-cached-data',
  'no-sandbox',
  'skip-release-notes',
  'skip-welcome',
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    extensionDevelopmentPath: { type: 'string', multiple: true, default: [] },
    extensionTestsPath: { type: 'string' },
    'user-data-dir': { type: 'string' },
    'extensions-dir': { type: 'string' },
    ...Object.fromEntries(meaningless.map((name) => [name, { type: 'boolean' }])),
  },
});
const [workspace] = positionals;

const told = new Promise((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve(signal));
});

const host = await startHost(join(import.meta.dirname, 'serve.mjs'), {
  version: process.env.PROXY_SCOUT_VSCODE_VERSION ?? 'current',
  driver: true,
  userDataDir: values['user-data-dir'],
  extensionsDir: values['extensions-dir'],
});
const log = [];
const verdict = await run().finally(() => host.stop());
if (verdict.problem !== undefined) console.error(verdict.problem);
if (verdict.code !== 0 || process.env.PROXY_SCOUT_LOG === '1') for (const line of log) console.error(line);
process.exit(verdict.code);

/**
 * Opens the workbench and waits for the suite's end.
 *
 * @returns {Promise<{ code: number, problem?: string }>}
 */
async function run() {
  const { executablePath, env } = await findChromium();
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: browserFlags,
    // Ended below, together with the server.
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    let exit = () => {};
    const end = new Promise((resolve) => {
      const fail = (problem) => resolve({ code: 1, problem });
      exit = (code) => resolve({ code });
      void told.then(() => exit(130));
      page.once('crash', () => fail('The browser page crashed.'));
      browser.once('disconnected', () => fail('The browser ended by itself.'));
      void host.ended.then(() => fail('The npm-hosted VS Code ended by itself.'));
    });
    await page.exposeFunction('codeAutomationExit', (code) => exit(code));
    await page.exposeFunction('codeAutomationLog', (kind, values) => log.push(`[${kind}] ${format(...values)}`));
    await page.goto(
      workbenchAddress(host, {
        workspace: workspace === undefined ? undefined : resolve(workspace),
        extensionPaths: values.extensionDevelopmentPath.map((path) => resolve(path)),
        testsPath: values.extensionTestsPath === undefined ? undefined : resolve(values.extensionTestsPath),
      }),
    );
    return await end;
  } finally {
    await browser.close();
  }
}
