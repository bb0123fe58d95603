/** What a person does in a window of VS Code, and what a person sees there. */
import { join } from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { comes, patienceMs, repeatUntil } from './waits';

/** One window of VS Code, in one page of the browser. */
export interface VSCodeWindow {
  readonly page: Page;
  /** Runs a command by its whole title, such as `Proxy Scout: Refresh Proxies`, from the command palette. */
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
  /** Waits until the widget shows `text`, such as a step's title: what is typed before goes into the step before. */
  shows(text: string | RegExp): Promise<void>;
  /** Replaces what is in the field. */
  type(text: string): Promise<void>;
  /** Presses Enter. */
  accept(): Promise<void>;
  /** The first item whose label is `label`, or matches it. */
  item(label: string | RegExp): Locator;
  /** Picks that item. */
  pick(label: string | RegExp): Promise<void>;
  /** Presses the Back button. */
  back(): Promise<void>;
  /** The message below the field: a prompt, or why the text is not accepted. */
  readonly message: Locator;
}

/** Waits until the workbench is there and connected to its extension host. */
export async function whenReady(page: Page): Promise<void> {
  await page.locator('.monaco-workbench .part.statusbar .statusbar-item').first().waitFor();
}

/** The window that `page` shows. */
export function windowOn(page: Page): VSCodeWindow {
  const quickInput = quickInputOn(page);
  const notification = (text: string | RegExp): Locator =>
    page.locator('.notifications-toasts .notification-list-item').filter({ hasText: text });
  // The palette lists the commands that were there when the text last changed; an extension's may come a moment later. And
  // it goes when the focus comes back late to what had it before another input: then it is opened again.
  const listed = (title: string): Promise<void> =>
    repeatUntil(
      quickInput.item(title),
      async () => {
        if (!(await quickInput.field.isVisible()) || !(await quickInput.field.inputValue()).startsWith('>')) {
          await page.keyboard.press('F1');
          if (!(await comes(quickInput.field, 5_000))) return;
        }
        await quickInput.field.fill('>', { timeout: 5_000 }).catch(() => undefined);
        await quickInput.field.fill(`>${title}`, { timeout: 5_000 }).catch(() => undefined);
      },
      2_000,
    );
  const commandPalette = async (title: string): Promise<void> => {
    // A page that takes the focus late closes the palette before the click.
    for (const end = Date.now() + patienceMs; ; ) {
      await listed(title);
      const isPicked = quickInput.item(title).click({ timeout: 5_000 });
      if (
        await isPicked.then(
          () => true,
          () => false,
        )
      )
        break;
      if (Date.now() > end) return quickInput.pick(title);
    }
    // Until the palette is gone, its field would take what is typed into the command's own input.
    await page.waitForFunction(
      (selector) =>
        document.querySelector<HTMLInputElement>(selector)?.checkVisibility() !== true ||
        document.querySelector<HTMLInputElement>(selector)?.value.startsWith('>') === false,
      quickInputField,
    );
  };
  return {
    page,
    commandPalette,
    quickInput,
    treeRows: (text) => {
      // By CSS: a role would have to be made out for each element of the window, each time that is looked at.
      const rows = page.locator('[role="treeitem"]:visible');
      return text === undefined ? rows : rows.filter({ hasText: text });
    },
    expand: async (row) => {
      const unfold = async (): Promise<void> => {
        if ((await row.getAttribute('aria-expanded')) !== 'true') await row.locator('.monaco-tl-twistie').click();
      };
      // A press is lost on a row that VS Code draws again in that moment.
      await repeatUntil(row.and(page.locator('[aria-expanded="true"]')), unfold);
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
      // What slides or fades in is there.
      await page.screenshot({ path, animations: 'disabled' });
      return path;
    },
  };
}

const quickInputField = '.quick-input-widget .quick-input-box input';

function quickInputOn(page: Page): QuickInput {
  const widget = page.locator('.quick-input-widget');
  const field = page.locator(quickInputField);
  const item = (label: string | RegExp): Locator => {
    const match = typeof label === 'string' ? new RegExp(`^\\s*${escaped(label)}\\s*$`) : label;
    return widget.locator('.monaco-list-row .label-name').filter({ hasText: match }).first();
  };
  return {
    widget,
    field,
    shows: (text) => widget.filter({ hasText: text }).waitFor(),
    type: async (text) => {
      await field.waitFor();
      await field.fill(text);
    },
    accept: () => field.press('Enter'),
    item,
    pick: (label) => item(label).click(),
    back: () => widget.getByRole('button', { name: 'Back' }).click(),
    message: widget.locator('.quick-input-message'),
  };
}

/** A text for a regular expression that finds it. */
export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
