/** What a person does in a window of VS Code, and what a person sees there. */
import { join } from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';

/** One window of VS Code, in one page of the browser. */
export interface VSCodeWindow {
  readonly page: Page;
  /** Runs a command by its whole title, such as `Proxy Scout: Refresh`, from the command palette. */
  commandPalette(title: string): Promise<void>;
  /** The quick input (quick pick or input box) that is open. */
  readonly quickInput: QuickInput;
  /** The rows of all trees whose text holds `text`, in the order shown. */
  treeRows(text?: string | RegExp): Locator;
  /** Unfolds a tree row, unless it is unfolded. */
  expand(row: Locator): Promise<void>;
  /** The page of the extension's webview that is shown: inside VS Code's two frames around it. */
  webview(): FrameLocator;
  /** The texts of the notifications that are shown. */
  notifications(): Promise<readonly string[]>;
  /** Waits for a notification whose text holds `text`. */
  notification(text: string | RegExp): Locator;
  /** Reloads the window, as Developer: Reload Window does, and waits until it can be used again. */
  reload(): Promise<void>;
  /** Writes out/screenshots/<name>.png and returns its path. */
  screenshot(name: string): Promise<string>;
}

/** VS Code's quick input, in which text is typed and items are picked. */
export interface QuickInput {
  /** The widget itself, to wait for or to read. */
  readonly widget: Locator;
  /** The field in which one types. */
  readonly field: Locator;
  /** Replaces what is in the field. */
  type(text: string): Promise<void>;
  /** Presses Enter. */
  accept(): Promise<void>;
  /** Picks the first item whose label is, or holds, `label`. */
  pick(label: string | RegExp): Promise<void>;
  /** Presses the Back button. */
  back(): Promise<void>;
  /** The message below the field: a prompt, or why the text is not accepted. */
  readonly message: Locator;
}

/** Waits until the workbench has restored itself; VS Code's smoke test driver tells. */
export async function whenReady(page: Page): Promise<void> {
  await page.waitForFunction(() => 'driver' in globalThis, undefined, { timeout: 60_000 });
  await page.evaluate(() => (globalThis as unknown as Driven).driver.whenWorkbenchRestored());
}

interface Driven {
  readonly driver: { whenWorkbenchRestored(): Promise<void> };
}

/** The window that `page` shows. */
export function windowOn(page: Page): VSCodeWindow {
  const quickInput = quickInputOn(page);
  const notification = (text: string | RegExp): Locator =>
    page.locator('.notifications-toasts .notification-list-item').filter({ hasText: text });
  const commandPalette = async (title: string): Promise<void> => {
    await page.keyboard.press('F1');
    await quickInput.type(`>${title}`);
    await quickInput.pick(title);
  };
  return {
    page,
    commandPalette,
    quickInput,
    treeRows: (text) => {
      const rows = page.getByRole('treeitem');
      return text === undefined ? rows : rows.filter({ hasText: text });
    },
    expand: async (row) => {
      if ((await row.getAttribute('aria-expanded')) === 'true') return;
      await row.locator('.monaco-tl-twistie').click();
      await row.and(page.locator('[aria-expanded="true"]')).waitFor();
    },
    webview: () => page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame'),
    notifications: () => page.locator('.notifications-toasts .notification-list-item-message').allInnerTexts(),
    notification,
    reload: async () => {
      const loaded = page.waitForEvent('load');
      await commandPalette('Developer: Reload Window');
      await loaded;
      await whenReady(page);
    },
    screenshot: async (name) => {
      const path = join('out/screenshots', `${name}.png`);
      await page.screenshot({ path });
      return path;
    },
  };
}

function quickInputOn(page: Page): QuickInput {
  const widget = page.locator('.quick-input-widget');
  const field = widget.locator('.quick-input-box input');
  return {
    widget,
    field,
    type: async (text) => {
      await field.waitFor();
      await field.fill(text);
    },
    accept: () => field.press('Enter'),
    pick: async (label) => {
      const labels = widget.locator('.monaco-list-row .label-name');
      const match = typeof label === 'string' ? new RegExp(`^\\s*${escaped(label)}\\s*$`) : label;
      await labels.filter({ hasText: match }).first().click();
    },
    back: () => widget.getByRole('button', { name: 'Back' }).click(),
    message: widget.locator('.quick-input-message'),
  };
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
