/**
 * Opens the npm-hosted VS Code with the extension in it in a headless Chromium: each workbench with a browser context and
 * storage of its own (sharedHost.ts says what is shared). What a person does in the window is in window.ts.
 */
import { mkdir, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { workbenchAddress } from '../../scripts/vscode-host/host.mjs';
import { assertNoTraces, makeFolder, placesInWindows, placesOnDisk } from './marks';
import { openProxyScout } from './person';
import { giveHostBack, type HostNeeds, sharedBrowser, takeHost } from './sharedHost';
import { patienceMs } from './waits';
import { type VSCodeWindow, whenReady, windowOn } from './window';

export interface WorkbenchOptions extends HostNeeds {
  /** The folder or `.code-workspace` file to open; default: an empty window. */
  readonly workspaceFolder?: string;
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
  /** The browser context that all windows share. */
  readonly context: BrowserContext;
  /** The address of the workbench, without its token. */
  readonly url: string;
  /** The version of VS Code. */
  readonly vscode: string;
  /** The folder in which VS Code keeps what it keeps on disk: settings, backups, logs. */
  readonly folder: string;
  /** Every address that any window has requested so far, the webviews' included. */
  readonly requests: readonly string[];
  /** Opens a second window of the same profile, as File › New Window does. */
  openSecondWindow(): Promise<VSCodeWindow>;
  /** Looks for traces of secrets that were typed, closes the windows, and removes what they stored. */
  close(): Promise<void>;
}

/** What a suite of tests starts. All of it is ended after its last test, the VS Codes first. */
export interface Fixtures {
  /** Waits for a server to start. */
  closes<T extends { close(): Promise<void> }>(starting: Promise<T>): Promise<T>;
  /** Makes a folder for the files of this suite. */
  folder(): Promise<string>;
  /** Starts a VS Code with Proxy Scout installed, which shows its views. */
  open(options?: Omit<WorkbenchOptions, 'extensionPath'>): Promise<Workbench>;
}

/** Describes what a person does in a VS Code. When a test fails, out/screenshots shows how it left the windows. */
export function describeWorkbench(title: string, describeTests: (fixtures: Fixtures) => void): void {
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
    describeTests({
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

/** Opens a VS Code with nothing stored. Whoever opens one closes it, also when a test fails. */
export async function startWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const host = await takeHost(options, { ...quickSettings, ...options.settings });
  const address = workbenchAddress(host, {
    workspace: options.workspaceFolder === undefined ? undefined : resolve(options.workspaceFolder),
  });
  const requests: string[] = [];
  const context = await openBrowserContext();
  try {
    context.on('request', (request) => requests.push(request.url()));
    if (options.locale !== undefined) {
      await context.addInitScript(
        (locale) => Object.assign(globalThis, { _VSCODE_NLS_LANGUAGE: locale }),
        options.locale,
      );
    }
    const openWindow = async (): Promise<VSCodeWindow> => {
      const page = await context.newPage();
      await page.goto(address);
      await whenReady(page);
      return windowOn(page);
    };
    const first = await openWindow();
    return {
      ...first,
      context,
      url: `${host.origin}/`,
      vscode: host.vscode,
      folder: host.folder,
      requests,
      openSecondWindow: openWindow,
      close: async () => {
        try {
          const shown = await placesInWindows(context);
          await closeContext(context);
          assertNoTraces([...shown, ...(await placesOnDisk(host.folder))]);
        } finally {
          await context.close();
          await giveHostBack(host, options);
        }
      },
    };
  } catch (error) {
    await closeContext(context);
    await giveHostBack(host, options);
    throw error;
  }
}

/** A profile of its own in the browser of this process, as dark as VS Code is by default. */
export async function openBrowserContext(): Promise<BrowserContext> {
  const browser = await sharedBrowser();
  await mkdir('out/screenshots', { recursive: true });
  const context = await browser.newContext({
    viewport: { width: 1400, height: 900 },
    colorScheme: 'dark',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(patienceMs);
  await context.addInitScript(noteToasts);
  await context.addInitScript(stopMotion);
  return context;
}

/**
 * Closes the windows as a user does, so that VS Code ends their extension hosts. One whose browser is just gone keeps
 * its extension host for as long as it may come back.
 */
async function closeContext(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) {
    if (!page.isClosed()) await page.goto('about:blank').catch(() => undefined);
  }
  await context.close();
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

/**
 * Runs in every page: what VS Code slides, fades or spins comes to its end at once, as the processor draws each frame. The
 * extension's own page moves as it does for its users.
 */
function stopMotion(): void {
  if (window !== window.top) return;
  const style = new CSSStyleSheet();
  // Not a millisecond: that would make every change of every element a transition.
  style.replaceSync(`*, ::before, ::after {
    animation-delay: 0s !important; animation-duration: 0s !important; animation-iteration-count: 1 !important;
    transition-delay: 0s !important; transition-duration: 0s !important;
  }`);
  document.adoptedStyleSheets.push(style);
}
