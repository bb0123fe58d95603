/**
 * Starts the npm-hosted VS Code with the extension in it and opens it in a headless Chromium. What a person does in the
 * window is in window.ts.
 */
import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { browserFlags } from '../../scripts/vscode-host/browser-flags.mjs';
import { type Browser, startHost, workbenchAddress } from '../../scripts/vscode-host/host.mjs';
import { assertNoTraces, placesInWindows, placesOnDisk } from './marks';
import { type VSCodeWindow, whenReady, windowOn } from './window';

export interface WorkbenchOptions {
  /** An extension to have installed: the folder of its package.json. */
  readonly extensionPath?: string;
  /** Packages to install the way a user does, before the start. */
  readonly vsix?: readonly string[];
  /** The folder or `.code-workspace` file to open; default: an empty window. */
  readonly workspaceFolder?: string;
  /** Default: `current`. */
  readonly version?: 'floor' | 'current';
  /** User settings on top of the calm ones. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /**
   * The locale of VS Code, in which it shows the extension; default: English. What is VS Code's own stays English, as no
   * language pack is there. A desktop takes it from a command line or argv.json, this one from a variable of its page.
   */
  readonly locale?: string;
}

/** A running VS Code with its first window. */
export interface Workbench extends VSCodeWindow {
  /** The browser profile that all windows share. */
  readonly context: BrowserContext;
  /** The address of the workbench, without its token. */
  readonly url: string;
  /** The version of VS Code. */
  readonly vscode: string;
  /** Every address that any window has requested so far, the webviews' included. */
  readonly requests: readonly string[];
  /** Opens a second window of the same profile, as File › New Window does. */
  openSecondWindow(): Promise<VSCodeWindow>;
  /** Looks for traces of secrets that were typed, ends VS Code and the browser, and removes what they wrote. */
  close(): Promise<void>;
}

/** The tests run in the repository's folder. */
const serve = resolve('scripts/vscode-host/serve.mjs');

/** Starts a VS Code with a fresh profile. Whoever starts one closes it, also when a test fails. */
export async function startWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const started = Date.now();
  const host = await startHost(serve, {
    browser: true,
    ...(options.extensionPath === undefined ? {} : { extensions: [resolve(options.extensionPath)] }),
    ...(options.version === undefined ? {} : { version: options.version }),
    ...(options.settings === undefined ? {} : { settings: options.settings }),
    ...(options.vsix === undefined ? {} : { vsix: options.vsix.map((file) => resolve(file)) }),
  });
  const address = workbenchAddress(host, {
    workspace: options.workspaceFolder === undefined ? undefined : resolve(options.workspaceFolder),
  });
  const requests: string[] = [];
  try {
    const context = await openBrowser(host.browser);
    context.on('request', (request) => requests.push(request.url()));
    if (options.locale !== undefined) {
      await context.addInitScript(
        (locale) => Object.assign(globalThis, { _VSCODE_NLS_LANGUAGE: locale }),
        options.locale,
      );
    }
    const open = async (page: Page): Promise<VSCodeWindow> => {
      await page.goto(address);
      await whenReady(page);
      return windowOn(page);
    };
    const first = await open(context.pages()[0] ?? (await context.newPage()));
    return {
      ...first,
      context,
      url: `${host.origin}/`,
      vscode: host.vscode,
      requests,
      openSecondWindow: async () => open(await context.newPage()),
      close: async () => {
        try {
          const shown = await placesInWindows(context);
          await context.close();
          // The browser has written what it keeps, and the server has not removed it yet.
          assertNoTraces([...shown, ...(await placesOnDisk(dirname(host.browser?.profile ?? ''), started))]);
        } finally {
          await context.close();
          await host.stop();
        }
      },
    };
  } catch (error) {
    await host.stop();
    throw error;
  }
}

async function openBrowser(browser: Browser | undefined): Promise<BrowserContext> {
  if (browser === undefined) throw new Error('The host named no browser.');
  await mkdir('out/screenshots', { recursive: true });
  return chromium.launchPersistentContext(browser.profile, {
    executablePath: browser.executablePath,
    env: { ...process.env, ...browser.env },
    args: [...browserFlags],
    viewport: { width: 1400, height: 900 },
    colorScheme: 'dark',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
}
