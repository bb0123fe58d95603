/**
 * Starts the npm-hosted VS Code with the extension in it and opens it in a headless Chromium. What a person does in the
 * window is in window.ts.
 */
import { mkdir, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { browserFlags } from '../../scripts/vscode-host/browser-flags.mjs';
import { type Browser, startHost, workbenchAddress } from '../../scripts/vscode-host/host.mjs';
import { assertNoTraces, makeFolder, placesInWindows, placesOnDisk } from './marks';
import { openProxyScout } from './person';
import { PATIENCE } from './waits';
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
  /** The folder in which VS Code keeps what it keeps: settings, backups, logs, the browser's profile. */
  readonly folder: string;
  /** Every address that any window has requested so far, the webviews' included. */
  readonly requests: readonly string[];
  /** Opens a second window of the same profile, as File › New Window does. */
  openSecondWindow(): Promise<VSCodeWindow>;
  /** Looks for traces of secrets that were typed, ends VS Code and the browser, and removes what they wrote. */
  close(): Promise<void>;
}

/** What a walk starts. All of it is ended after its last test, the VS Codes first. */
export interface Walk {
  /** Waits for a server to start. */
  closes<T extends { close(): Promise<void> }>(starting: Promise<T>): Promise<T>;
  /** Makes a folder for the files of this walk. */
  folder(): Promise<string>;
  /** Starts a VS Code with Proxy Scout installed, which shows its views. */
  open(options?: Omit<WorkbenchOptions, 'extensionPath'>): Promise<Workbench>;
}

/** Describes what a person does in a VS Code. When a test fails, out/screenshots shows how it left the windows. */
export function describeWorkbench(title: string, describeWalk: (walk: Walk) => void): void {
  describe(title, () => {
    const workbenches: Workbench[] = [];
    const servers: { close(): Promise<void> }[] = [];
    const folders: string[] = [];
    afterEach(async function () {
      if (this.currentTest?.state !== 'failed') return;
      const name = this.currentTest.fullTitle().replace(/\W+/g, '-').slice(0, 120);
      for (const [at, one] of workbenches.entries()) await one.screenshot(`failed-${at}-${name}`);
    });
    after(async () => {
      try {
        for (const one of workbenches) await one.close();
      } finally {
        for (const one of servers) await one.close();
        for (const one of folders) await rm(one, { recursive: true, force: true });
      }
    });
    describeWalk({
      closes: async (starting) => {
        const server = await starting;
        servers.push(server);
        return server;
      },
      folder: async () => {
        const folder = await makeFolder();
        folders.push(folder);
        return folder;
      },
      open: async (options = {}) => {
        const workbench = await startWorkbench({ ...options, extensionPath: '.' });
        workbenches.push(workbench);
        await openProxyScout(workbench);
        return workbench;
      },
    });
  });
}

/** Nothing moves on its way to where it comes to stand, and a result of some dozens of hits has several pages. */
const quickSettings = { 'workbench.reduceMotion': 'on', 'proxyScout.search.pageSize': 10 };

/** The tests run in the repository's folder. */
const serve = resolve('scripts/vscode-host/serve.mjs');

/** Starts a VS Code with a fresh profile. Whoever starts one closes it, also when a test fails. */
export async function startWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const host = await startHost(serve, {
    browser: true,
    ...(options.extensionPath === undefined ? {} : { extensions: [resolve(options.extensionPath)] }),
    ...(options.version === undefined ? {} : { version: options.version }),
    settings: { ...quickSettings, ...options.settings },
    ...(options.vsix === undefined ? {} : { vsix: options.vsix.map((file) => resolve(file)) }),
  });
  const address = workbenchAddress(host, {
    workspace: options.workspaceFolder === undefined ? undefined : resolve(options.workspaceFolder),
  });
  const folder = dirname(host.browser?.profile ?? '');
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
      folder,
      requests,
      openSecondWindow: async () => open(await context.newPage()),
      close: async () => {
        try {
          const shown = await placesInWindows(context);
          await context.close();
          // The browser has written what it keeps, and the server has not removed it yet.
          assertNoTraces([...shown, ...(await placesOnDisk(folder))]);
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
  const context = await chromium.launchPersistentContext(browser.profile, {
    executablePath: browser.executablePath,
    env: { ...process.env, ...browser.env },
    args: [...browserFlags],
    viewport: { width: 1400, height: 900 },
    colorScheme: 'dark',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(PATIENCE);
  await context.addInitScript(noteToasts);
  return context;
}

/** Runs in every page: notes when VS Code shows a notification, for `readyForNews` of person.ts. */
function noteToasts(): void {
  if (window !== window.top) return;
  const shownAt: number[] = [];
  Object.assign(globalThis, { toastsShownAt: shownAt });
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (node instanceof Element && node.classList.contains('notification-toast-container')) {
          shownAt.push(performance.now());
        }
      }
    }
  }).observe(document, { childList: true, subtree: true });
}
