/** What a person does in a window by the keyboard alone. The rows and buttons are only read, to know when to stop. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { pane } from './person';
import { comes, repeatUntil, until } from './waits';
import type { VSCodeWindow } from './window';

/** A person's keys. */
export interface Keys {
  /** Runs a command from the command palette. */
  command(title: string): Promise<void>;
  /** Types into the field that has the focus, over what is in it, and presses Enter once `listed` is there. */
  type(text: string, listed?: string | RegExp): Promise<void>;
  /** Goes to a row of the proxies, from the first one down. */
  goTo(start: string): Promise<void>;
  /** The same from the row that has the focus. */
  goOnTo(start: string): Promise<void>;
  /** Unfolds the row that has the focus. */
  unfold(): Promise<void>;
  /** Folds it up. */
  fold(): Promise<void>;
  /** Chooses from the menu of the row that has the focus. */
  choose(item: string): Promise<void>;
  /** Checks rows of the list that is open, and accepts. */
  check(...rows: readonly string[]): Promise<void>;
  /** Goes to a button of the dialog that is open, and presses it. */
  press(button: string): Promise<void>;
}

/** Further keys would lead nowhere. */
const mostKeys = 150;

/** The keys of a person at a window. */
export function keysOf({ page, quickInput }: VSCodeWindow): Keys {
  const { keyboard } = page;
  const proxies = pane({ page, quickInput } as VSCodeWindow, 'Proxies');
  const focused = proxies.locator('.monaco-list-row.focused');
  const textOf = async (what: Locator): Promise<string> => (await what.allInnerTexts()).join(' ').trim();
  const pressUntil = async (key: string, isThere: () => Promise<boolean>): Promise<void> => {
    for (let at = 0; at < mostKeys; at += 1) {
      if (await isThere()) return;
      await keyboard.press(key);
    }
    assert.fail(`${key} does not lead there.`);
  };
  const command = async (title: string): Promise<void> => {
    // The list has the commands that were there when the text last changed, so that a new one comes by typing again.
    await repeatUntil(quickInput.item(title), async () => {
      if (!(await quickInput.field.isVisible()) || !(await quickInput.field.inputValue()).startsWith('>')) {
        await keyboard.press('F1');
        // The key is lost while VS Code moves the focus.
        if (!(await comes(quickInput.field.and(page.locator(':focus')), 5_000))) return;
      }
      await keyboard.press('Control+a');
      await keyboard.type(`>${title}`);
    });
    await keyboard.press('Enter');
    await until(
      async () => !(await quickInput.field.isVisible()) || !(await quickInput.field.inputValue()).startsWith('>'),
    );
  };
  const goOnTo = (start: string): Promise<void> => {
    const [, own, provider] = /^(.+)(@[\w-]+)$/.exec(start) ?? [];
    return pressUntil('ArrowDown', async () => {
      if (own === undefined) return (await textOf(focused)).startsWith(start);
      // The whole name of an item, whether its row has to tell the provider or not.
      return [own, `${own}${provider}`].includes(await textOf(focused.locator('.label-name')));
    });
  };
  const turn = async (key: string, isExpanded: boolean): Promise<void> => {
    const turned = focused.and(page.locator(`[aria-expanded="${isExpanded}"]`));
    // The key is lost on a row that VS Code draws again in that moment.
    await repeatUntil(turned, async () => {
      if ((await turned.count()) === 0) await keyboard.press(key);
    });
  };
  return {
    command: (title) => command(`Proxy Scout: ${title}`),
    type: async (text, listed) => {
      await quickInput.field.and(page.locator(':focus')).waitFor();
      await keyboard.press('Control+a');
      await keyboard.type(text);
      if (listed !== undefined) await quickInput.item(listed).waitFor();
      await keyboard.press('Enter');
    },
    goTo: async (start) => {
      await command('Proxy Scout: Focus on Proxies View');
      await proxies.locator('.monaco-list:focus').waitFor();
      await keyboard.press('Home');
      await goOnTo(start);
    },
    goOnTo,
    unfold: () => turn('ArrowRight', true),
    fold: () => turn('ArrowLeft', false),
    choose: async (item) => {
      const menu = page.locator('.monaco-menu').first();
      // The key is lost while VS Code moves the focus.
      await repeatUntil(menu, () => keyboard.press('Shift+F10'));
      const entry = page.getByRole('menuitem', { name: item }).and(page.locator(':focus'));
      const submenu = page.getByRole('menuitem', { name: 'Manage Endpoint' });
      if ((await page.getByRole('menuitem', { name: item }).count()) === 0) {
        await pressUntil('ArrowDown', async () => (await submenu.and(page.locator(':focus')).count()) > 0);
        await keyboard.press('ArrowRight');
        await page.getByRole('menuitem', { name: item }).waitFor();
      }
      await pressUntil('ArrowDown', async () => (await entry.count()) > 0);
      await keyboard.press('Enter');
    },
    check: async (...rows) => {
      const row = quickInput.widget.locator('.monaco-list-row.focused');
      for (const name of rows) {
        await pressUntil('ArrowDown', async () => (await textOf(row)).startsWith(name));
        await keyboard.press('Space');
        await row.and(page.locator('[aria-checked="true"]')).waitFor();
      }
      await keyboard.press('Enter');
    },
    press: async (name) => {
      const button = page.getByRole('dialog').getByRole('button', { name, exact: true });
      await button.waitFor();
      await pressUntil('Tab', async () => (await button.and(page.locator(':focus')).count()) > 0);
      await keyboard.press('Enter');
    },
  };
}
