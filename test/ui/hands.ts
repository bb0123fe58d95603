/** The hands of a person whose steps are counted: clicks, picks, and fields. What is only awaited is no step. */
import type { Locator } from 'playwright-core';
import { chooseFromMenu, lookAway } from './person';
import { repeatUntil } from './waits';
import type { VSCodeWindow } from './window';

/** What a person does with the mouse and by typing, counted. */
export interface CountingHands {
  /** What was done so far, a step each. */
  readonly steps: readonly string[];
  /**
   * Clicks something: a button, a row, a link.
   *
   * @param opens what it shows; clicked again if it does not, as VS Code may draw the row anew just then
   */
  click(what: Locator, opens?: Locator): Promise<void>;
  /** Opens a row's context menu and chooses from it: two clicks. */
  menu(of: Locator, item: string): Promise<void>;
  /** Picks an item of the list that is open. */
  pick(label: string | RegExp): Promise<void>;
  /**
   * Types into the field that is open. The Enter that accepts it is no step of its own.
   *
   * @param listed an item that is waited for before Enter
   */
  fill(text: string, listed?: string | RegExp): Promise<void>;
  /** Accepts what a field proposes, which counts like typing it. */
  acceptProposed(): Promise<void>;
  /** Counts what was done otherwise, a step each. */
  did(...steps: readonly string[]): void;
  /** Runs a command by typing its name into the command palette: one field. */
  command(title: string): Promise<void>;
}

/** Hands at a window that begin to count from 0. */
export function countingHands(window: VSCodeWindow): CountingHands {
  const { quickInput } = window;
  const steps: string[] = [];
  return {
    steps,
    click: async (what, opens) => {
      const click = async (): Promise<void> => {
        await window.page.keyboard.press('Escape');
        await what.click();
      };
      if (opens === undefined) await what.click();
      else await repeatUntil(opens, click, 10_000);
      steps.push(`click ${what}`);
      await lookAway(window);
    },
    menu: async (of, item) => {
      await chooseFromMenu(window, of, item);
      steps.push('right-click', `choose ${item}`);
    },
    pick: async (label) => {
      await quickInput.pick(label);
      steps.push(`pick ${label}`);
    },
    fill: async (text, listed) => {
      await quickInput.type(text);
      if (listed !== undefined) await quickInput.item(listed).waitFor();
      await quickInput.accept();
      steps.push(`type ${text}`);
    },
    acceptProposed: async () => {
      await quickInput.accept();
      steps.push('accept what is proposed');
    },
    did: (...done) => {
      steps.push(...done);
    },
    command: async (title) => {
      await window.commandPalette(`Proxy Scout: ${title}`);
      steps.push(`run ${title}`);
    },
  };
}
