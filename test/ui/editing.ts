/** What a person does in an editor of a file, and reads in it. */
import type { Locator } from 'playwright-core';
import { lookAway, pressHovered } from './person';
import { repeatUntil } from './waits';
import { escaped, type VSCodeWindow } from './window';

/** The tab of a file, if it is the one in sight. */
export function activeTab({ page }: VSCodeWindow, name: string): Locator {
  return page.getByRole('tab', { name }).and(page.locator('.active'));
}

/** Opens a file of the folder. */
export async function openFile(window: VSCodeWindow, name: string): Promise<void> {
  await window.commandPalette('Go to File...');
  await window.quickInput.type(name);
  // The list is drawn anew when the files have been looked for.
  await repeatUntil(activeTab(window, name), () => window.quickInput.item(name).click({ timeout: 2_000 }));
}

/** Puts the cursor into the file in sight; lines and columns begin at 1. */
export async function putCursor(window: VSCodeWindow, line: number, column: number): Promise<void> {
  await window.page.locator('.monaco-editor .view-lines').first().click();
  await window.page.keyboard.press('Control+g');
  await window.quickInput.type(`:${line}:${column}`);
  await window.quickInput.accept();
  await cursorPlace(window, `Ln ${line}, Col ${column}`).waitFor();
}

/** Chooses one of the actions at the cursor: a quick fix, or what else can be done there. */
export async function chooseAction(window: VSCodeWindow, name: string, picture?: string): Promise<void> {
  const action = window.page.getByRole('option', { name });
  // The key does nothing before all providers were asked, and nothing tells when they were.
  await repeatUntil(action, () => window.page.keyboard.press('Control+.'));
  if (picture !== undefined) await window.screenshot(picture);
  await action.click();
}

/** Goes to one of the symbols of the file in sight. */
export async function goToSymbol(window: VSCodeWindow, name: string, picture?: string): Promise<void> {
  await window.commandPalette('Go to Symbol in Editor...');
  await window.quickInput.item(name).waitFor();
  if (picture !== undefined) await window.screenshot(picture);
  await window.quickInput.pick(name);
}

/** Opens the file that declares what a row of the tree shows. */
export async function goToConfiguration(window: VSCodeWindow, row: Locator): Promise<void> {
  await pressHovered(window, row, row.getByRole('button', { name: 'Go to Configuration' }));
}

/** What the status bar tells of the cursor, such as `Ln 3, Col 5`. */
export function cursorPlace({ page }: VSCodeWindow, text: string | RegExp): Locator {
  return page.getByRole('button', { name: text });
}

/** The links above lines of the file in sight. */
export function codeLenses({ page }: VSCodeWindow): Locator {
  return page.locator('.codelens-decoration a');
}

/** Their texts, from the top to the bottom of the file or as the editor drew them. */
export async function codeLensTexts(window: VSCodeWindow): Promise<readonly string[]> {
  const texts = await codeLenses(window).allInnerTexts();
  return texts.map((text) => text.replace(/\s+/g, ' ').trim()).sort();
}

/** The messages of the Problems view, which is open. */
export async function shownProblems({ page }: VSCodeWindow): Promise<readonly string[]> {
  const rows = page.locator('.markers-panel .monaco-list-row .marker-message-line');
  await rows.first().waitFor();
  return rows.allInnerTexts();
}

/** The first line in sight that has these words in this order, or fits a pattern; spaces in it may be many, and no-break ones. */
export function documentLine({ page }: VSCodeWindow, words: string | RegExp): Locator {
  const pattern = (typeof words === 'string' ? escaped(words) : words.source).replace(/ /g, '\\s+');
  return page
    .locator('.editor-instance .view-line')
    .filter({ hasText: new RegExp(pattern) })
    .first();
}

/** A link above a line of a document: what an answer assumes, and what can be done with it. */
export function documentLens({ page }: VSCodeWindow, name: string): Locator {
  return page
    .locator('.editor-instance')
    .getByRole('button', { name: new RegExp(`^\\W*${escaped(name)}$`) })
    .first();
}

/**
 * Follows the first link of a line by Ctrl+click until that shows what it leads to. VS Code draws the line anew when Ctrl is
 * held over the link, and then another element is the link: the press goes to the place, once the link is marked.
 */
export async function followLink(window: VSCodeWindow, words: string, shown: Locator): Promise<void> {
  const { page } = window;
  const from = documentLine(window, words);
  const marked = from.locator('.detected-link-active').first();
  // The line moves where lenses come above it meanwhile, and what VS Code says of the link of another line can cover it.
  await repeatUntil(shown, async () => {
    await lookAway(window);
    await page.keyboard.down('Control');
    try {
      await from.locator('.detected-link').or(marked).first().hover({ timeout: 5_000 });
      await marked.waitFor({ timeout: 5_000 });
      await page.mouse.down();
      await page.mouse.up();
    } finally {
      await page.keyboard.up('Control');
    }
  });
}
